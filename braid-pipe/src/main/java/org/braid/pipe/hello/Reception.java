package org.braid.pipe.hello;

import java.util.ArrayList;
import java.util.Iterator;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.PipeListener;

/**
 * Pipes on which somebody called who is not proven. At most {@link #MOST_UNPROVEN}: when one more comes the oldest goes that has not shown that it is of the job, so a thousand idle callers keep no
 * real peer out.
 */
public final class Reception {
    /** Callers at a time. */
    public static final int MOST_UNPROVEN = 64;

    private static final int MOST_PER_LOOK = 16;

    /** What becomes of callers. */
    public interface Host {
        /** For one more caller. */
        AcceptorHandshake newHandshake();

        /** This caller is proven; the pipe is the host's from now on. */
        void proven(Greeting greeting, AcceptorHandshake handshake, long nowNs);

        /** This caller was sent away: it is a stranger, or something is broken. */
        void refused(String source, String why, long nowNs);

        /** This caller was sent away for want of room; one of the job calls again. */
        void crowdedOut(String source, long nowNs);
    }

    private record Caller(Greeting greeting, AcceptorHandshake handshake) {
        String source() {
            return greeting.pipe().there();
        }
    }

    private final PipeListener listener;
    private final Host host;
    private final long greetingNs;
    private final long longestNs;
    private final ArrayList<Caller> callers = new ArrayList<>(); // the oldest first

    /**
     * Of those who call this listener.
     *
     * @param greetingNs longest handshake of one caller
     * @param longestNs the same once it has shown that it is of the job
     */
    public Reception(PipeListener listener, Host host, long greetingNs, long longestNs) {
        this.listener = listener;
        this.host = host;
        this.greetingNs = greetingNs;
        this.longestNs = longestNs;
    }

    /** True while nobody is here who is not proven. */
    public boolean isEmpty() {
        return callers.isEmpty();
    }

    /** Accepts who is there, goes on with each handshake. Returns units of work. */
    public int step(long nowNs) {
        int done = 0;
        for (BytePipe fresh = listener.accept(nowNs); fresh != null; fresh = ++done < MOST_PER_LOOK ? listener.accept(nowNs) : null) {
            admit(fresh, nowNs);
        }
        return callers.isEmpty() ? done : done + talk(nowNs);
    }

    /** Nobody is received any more. */
    public void close() {
        listener.close();
        for (Caller caller : callers) {
            caller.greeting.close();
        }
        callers.clear();
    }

    private void admit(BytePipe fresh, long nowNs) {
        String broken = fresh.why();
        if (broken != null) {
            fresh.close();
            host.refused(fresh.there(), broken, nowNs);
            return;
        }
        if (callers.size() >= MOST_UNPROVEN) {
            Caller oldest = callers.remove(oldest());
            oldest.greeting.close();
            host.crowdedOut(oldest.source(), nowNs);
        }
        AcceptorHandshake handshake = host.newHandshake();
        callers.add(new Caller(new Greeting(fresh, handshake, nowNs + greetingNs, nowNs + longestNs), handshake));
    }

    /** The oldest that may be a stranger; if none may, the oldest. */
    private int oldest() {
        for (int i = 0; i < callers.size(); i++) {
            if (!callers.get(i).greeting.pipe().isOfTheJob()) {
                return i;
            }
        }
        return 0;
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
        boolean hasFoundAnother = caller.greeting.pipe().wasLeft() || caller.greeting.wasEnded() && caller.handshake.wasCalled();
        if (!hasFoundAnother) {
            host.refused(caller.source(), why, nowNs);
        }
    }
}
