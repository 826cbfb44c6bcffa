package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Sockets that called us and have not proven themselves. At most {@link #MOST_UNPROVEN}: when one more comes the oldest goes, so a thousand idle sockets keep no real peer out, whose
 * handshake takes less than a millisecond.
 */
final class Reception {
    static final int MOST_UNPROVEN = 64;
    private static final int MOST_PER_LOOK = 16;

    /** What becomes of callers. */
    interface Host {
        AcceptorHandshake newHandshake();

        /** This caller is proven; the socket is the host's from now on. */
        void proven(Greeting greeting, AcceptorHandshake handshake, long nowNs);

        /** This caller was sent away: it is a stranger, or something is broken. */
        void refused(String source, String why, long nowNs);

        /** This caller was sent away for want of room; one of the job calls again. */
        void crowdedOut(String source, long nowNs);
    }

    private record Caller(Greeting greeting, AcceptorHandshake handshake) {}

    private final Listener listener;
    private final Host host;
    private final TcpParameters parameters;
    private final long greetingNs;
    private final ArrayDeque<Caller> callers = new ArrayDeque<>();

    Reception(Listener listener, Host host, TcpParameters parameters, long greetingNs) {
        this.listener = listener;
        this.host = host;
        this.parameters = parameters;
        this.greetingNs = greetingNs;
    }

    boolean isEmpty() {
        return callers.isEmpty();
    }

    /** Accepts who is there, goes on with each handshake. Returns units of work. */
    int step(long nowNs) {
        int done = 0;
        try {
            SocketChannel fresh;
            while (done < MOST_PER_LOOK && (fresh = listener.accept(nowNs)) != null) {
                admit(fresh, nowNs);
                done++;
            }
        } catch (IOException e) {
            host.refused("listener", String.valueOf(e.getMessage()), nowNs);
        }
        return callers.isEmpty() ? done : done + talk(nowNs);
    }

    void close() {
        listener.close();
        for (Caller caller : callers) {
            caller.greeting.close();
        }
        callers.clear();
    }

    private void admit(SocketChannel fresh, long nowNs) throws IOException {
        if (callers.size() >= MOST_UNPROVEN) {
            Greeting oldest = callers.removeFirst().greeting;
            oldest.close();
            host.crowdedOut(oldest.there, nowNs);
        }
        String source = source(fresh);
        try {
            Sockets.prepare(fresh, parameters);
        } catch (IOException e) {
            Sockets.close(fresh);
            host.refused(source, String.valueOf(e.getMessage()), nowNs);
            return;
        }
        AcceptorHandshake handshake = host.newHandshake();
        callers.addLast(new Caller(new Greeting(fresh, source, handshake, true, nowNs + greetingNs), handshake));
    }

    private int talk(long nowNs) {
        int done = 0;
        for (Iterator<Caller> each = callers.iterator(); each.hasNext(); ) {
            Caller caller = each.next();
            caller.greeting.step(nowNs);
            String trouble = caller.greeting.trouble();
            if (trouble != null) {
                each.remove();
                turnAway(caller, trouble, nowNs);
                done++;
            } else if (caller.handshake.phase() == Handshake.Phase.PROVEN) {
                each.remove();
                host.proven(caller.greeting, caller.handshake, nowNs);
                done++;
            }
        }
        return done;
    }

    private void turnAway(Caller caller, String why, long nowNs) {
        caller.greeting.close();
        if (!(caller.greeting.wasEnded() && caller.handshake.wasCalled())) {
            host.refused(caller.greeting.there, why, nowNs);
        }
    }

    /** The host alone: each connection has another port. */
    private static String source(SocketChannel channel) throws IOException {
        SocketAddress from = channel.getRemoteAddress();
        return from instanceof InetSocketAddress inet ? inet.getAddress().getHostAddress() : "an unknown address";
    }
}
