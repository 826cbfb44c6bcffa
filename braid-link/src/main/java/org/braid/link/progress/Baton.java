package org.braid.link.progress;

import org.braid.link.spi.Clock;
import org.jspecify.annotations.Nullable;

/**
 * How long the one thread of a rank that runs may go on, where the rank has no core for a second one: whoever polls has the baton, those whose messages have come meanwhile stay parked, and one of them is woken when the poller
 * parks (docs/decisions/losers-queue.md). So a thread exchanges many messages before the core goes to another one. Guarded by the token.
 *
 * <p>The poller holds on to the baton for some turns without news although others could go on, since what it waits for itself often comes within that time: from the thread at the other end, which runs because this one does.
 * How many turns are worth while differs between the two ends, and is learnt: twice as many after a hold that was worth while, half as many after one that was in vain, and now and then the most, to see.
 */
final class Baton {
    /** Then it is another one's turn, who is done: so that a thread waits for no more than this for each that is before it. */
    private static final long SLICE_NS = 1_000_000;

    /** In turns without news, less than any thread spins. One takes about 0.8 µs, and to wake a thread some four. */
    private static final int LONGEST_HOLD = 40;

    private static final int SHORTEST_HOLD = 2;

    /** So many times the baton was given away in vain holds, and the longest one is tried. Twice as many after each trial in vain. */
    private static final int FIRST_TRIAL = 16;

    private static final int RAREST_TRIAL = 512;

    private final Clock clock;
    private final boolean oneAtATime;
    private @Nullable Thread runner;
    private long sinceNs;
    private int hold = LONGEST_HOLD;
    private int held; // turns of this wait in which another one could have gone on
    private int vain; // holds since the last trial
    private int trial = FIRST_TRIAL;
    private boolean tries;

    /** @param oneAtATime false where a rank has cores for several threads: then there is no baton */
    Baton(Clock clock, boolean oneAtATime) {
        this.clock = clock;
        this.oneAtATime = oneAtATime;
    }

    /** Whether there is one. Any thread. */
    boolean oneAtATime() {
        return oneAtATime;
    }

    /** The calling thread begins to wait, beside others. True if it has had its time: another one that is done is to go on. */
    boolean isOver() {
        Thread me = Thread.currentThread();
        long nowNs = clock.nanoTime();
        if (runner == me) {
            return nowNs - sinceNs >= SLICE_NS;
        }
        runner = me;
        sinceNs = nowNs;
        return false;
    }

    /** Another one could go on, and the poller has had no news for {@code quiet} turns: true if it holds on. */
    boolean holdsOn(int quiet) {
        if (quiet < hold) {
            held = quiet;
            return true;
        }
        heldInVain();
        return false;
    }

    private void heldInVain() {
        held = 0;
        if (tries) {
            trial = Math.min(RAREST_TRIAL, trial << 1);
        }
        tries = ++vain >= trial;
        if (tries) {
            vain = 0;
        }
        hold = tries ? LONGEST_HOLD : Math.max(SHORTEST_HOLD, hold >> 1);
    }

    /** What the poller waits for has come while others wait. */
    void came() {
        if (held == 0) {
            return;
        }
        if (tries) {
            tries = false;
            trial = FIRST_TRIAL;
        }
        if (held > hold >> 2) {
            hold = Math.min(LONGEST_HOLD, hold << 1);
        }
        held = 0;
    }
}
