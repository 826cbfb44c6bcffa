package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to reach a peer: calls its addresses one after another, the next one when the last has failed or after {@link #STAGGER_NS}, and takes the first that proves itself.
 * What became of the others is told.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8305">RFC 8305, Happy Eyeballs</a>
 */
final class Dial {
    static final long STAGGER_NS = 100_000_000L;

    /** Makes the call to one address. */
    interface Caller {
        Greeting call(InetSocketAddress to, OpenerHandshake handshake, long nowNs) throws IOException;

        OpenerHandshake newHandshake();
    }

    private record Call(InetSocketAddress to, OpenerHandshake handshake, Greeting greeting) {}

    private final Caller caller;
    private final List<InetSocketAddress> addresses;
    private final List<Call> calls = new ArrayList<>();
    private final StringBuilder losers = new StringBuilder();
    private int next;
    private long nextAtNs;
    private @Nullable Call winner;
    private boolean hopeless;

    Dial(Caller caller, List<InetSocketAddress> addresses, long nowNs) {
        this.caller = caller;
        this.addresses = addresses;
        nextAtNs = nowNs;
    }

    /** Does what can be done now. */
    void step(long nowNs) {
        if (winner != null) {
            winner.greeting.step(nowNs);
            return;
        }
        if (next < addresses.size() && (calls.isEmpty() || nowNs - nextAtNs >= 0)) {
            callNext(nowNs);
        }
        for (int i = calls.size() - 1; i >= 0 && winner == null; i--) {
            Call call = calls.get(i);
            call.greeting.step(nowNs);
            if (call.greeting.trouble() != null) {
                lose(call);
            } else if (call.handshake.phase() == Handshake.Phase.PROVEN) {
                win(call);
            }
        }
    }

    /** The handshake of the address that was chosen; null while none was. */
    @Nullable OpenerHandshake chosen() {
        return winner == null ? null : winner.handshake;
    }

    /** The socket to the address that was chosen. */
    @Nullable Greeting greeting() {
        return winner == null ? null : winner.greeting;
    }

    /** True when no address is left. */
    boolean hasFailed() {
        return winner == null ? calls.isEmpty() && next == addresses.size() : winner.greeting.trouble() != null;
    }

    /** True when a peer answered that will never agree. */
    boolean isHopeless() {
        return hopeless;
    }

    /** Each address that was tried in vain, with its answer. */
    String losers() {
        String all = losers.toString();
        String own = winner == null ? null : winner.greeting.trouble();
        return own == null || winner == null ? all : all + (all.isEmpty() ? "" : "; ") + winner.greeting.there + ": " + own;
    }

    void close() {
        for (Call call : calls) {
            call.greeting.close();
        }
        calls.clear();
    }

    private void callNext(long nowNs) {
        InetSocketAddress to = addresses.get(next++);
        OpenerHandshake handshake = caller.newHandshake();
        nextAtNs = nowNs + STAGGER_NS;
        try {
            calls.add(new Call(to, handshake, caller.call(to, handshake, nowNs)));
        } catch (IOException e) {
            remember(Addresses.text(to), String.valueOf(e.getMessage()));
        }
    }

    private void lose(Call call) {
        calls.remove(call);
        call.greeting.close();
        hopeless |= call.greeting.isHopeless();
        remember(call.greeting.there, String.valueOf(call.greeting.trouble()));
    }

    private void remember(String there, String trouble) {
        losers.append(losers.isEmpty() ? "" : "; ").append(there).append(": ").append(trouble);
    }

    private void win(Call call) {
        winner = call;
        for (Call other : List.copyOf(calls)) {
            if (other != call) {
                calls.remove(other);
                other.greeting.close();
            }
        }
    }
}
