package org.braid.pipe.hello;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.PipeRoute;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to reach a peer: calls the places of its route one after another, the next one when the last has failed or after {@link #STAGGER_NS}, and takes the first that proves itself. Where somebody
 * has answered it is given {@link #ANSWERED_NS} before the next place is called, for a handshake may take its processor's time, and another one beside it more of that. What became of the others is told.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8305">RFC 8305, Happy Eyeballs</a>
 */
public final class Dial {
    static final long STAGGER_NS = 100_000_000L;
    static final long ANSWERED_NS = 1_000_000_000L;

    private record Call(OpenerHandshake handshake, Greeting greeting) {}

    private final PipeRoute route;
    private final Handshakes handshakes;
    private final ContextId peer;
    private final long greetingNs;
    private final long longestNs;
    private final List<Call> calls = new ArrayList<>();
    private final StringBuilder losers = new StringBuilder();
    private int next;
    private long calledAtNs; // the last place
    private @Nullable Call winner;
    private boolean hopeless;

    /**
     * An attempt that begins with its first step.
     *
     * @param greetingNs longest handshake with one place
     * @param longestNs the same once somebody has answered there
     */
    public Dial(PipeRoute route, Handshakes handshakes, ContextId peer, long greetingNs, long longestNs, long nowNs) {
        this.route = route;
        this.handshakes = handshakes;
        this.peer = peer;
        this.greetingNs = greetingNs;
        this.longestNs = longestNs;
        calledAtNs = nowNs;
    }

    /** Does what can be done now. */
    public void step(long nowNs) {
        if (winner != null) {
            winner.greeting.step(nowNs);
            return;
        }
        if (next < route.places() && (calls.isEmpty() || nowNs - calledAtNs >= (isAnswered() ? ANSWERED_NS : STAGGER_NS))) {
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

    /** The handshake of the place that was chosen; null while none was. */
    public @Nullable OpenerHandshake chosen() {
        return winner == null ? null : winner.handshake;
    }

    /** The pipe to the place that was chosen. */
    public @Nullable BytePipe pipe() {
        return winner == null ? null : winner.greeting.pipe();
    }

    /** True when no place is left. */
    public boolean hasFailed() {
        return winner == null ? calls.isEmpty() && next == route.places() : winner.greeting.trouble() != null;
    }

    /** True when a peer answered that will never agree. */
    public boolean isHopeless() {
        return hopeless;
    }

    /** True while a call is under way that somebody has answered. */
    public boolean isUnderWay() {
        for (Call call : calls) {
            if (call.greeting.trouble() == null && call.greeting.showsLife()) {
                return true;
            }
        }
        return false;
    }

    /** Each place that was called so far, with how far that has come. */
    public String progress() {
        StringBuilder all = new StringBuilder(losers());
        for (Call call : calls) {
            String how = call.greeting.showsLife() ? "its handshake had not come to an end" : "no answer";
            all.append(all.isEmpty() ? "" : "; ").append(call.greeting.pipe().there()).append(": ").append(how);
        }
        return all.toString();
    }

    /** Each place that was tried in vain, with its answer. */
    public String losers() {
        String all = losers.toString();
        String own = winner == null ? null : winner.greeting.trouble();
        return own == null || winner == null ? all : all + (all.isEmpty() ? "" : "; ") + winner.greeting.pipe().there() + ": " + own;
    }

    /** Lets go of all pipes. */
    public void close() {
        for (Call call : calls) {
            call.greeting.close();
        }
        calls.clear();
    }

    private boolean isAnswered() {
        for (Call call : calls) {
            if (call.greeting.pipe().isAnswered()) {
                return true;
            }
        }
        return false;
    }

    private void callNext(long nowNs) {
        calledAtNs = nowNs;
        OpenerHandshake handshake = handshakes.with(peer);
        calls.add(new Call(handshake, new Greeting(route.call(next++), handshake, nowNs + greetingNs, nowNs + longestNs)));
    }

    private void lose(Call call) {
        calls.remove(call);
        call.greeting.close();
        hopeless |= call.greeting.isHopeless();
        losers.append(losers.isEmpty() ? "" : "; ").append(call.greeting.pipe().there()).append(": ").append(call.greeting.trouble());
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
