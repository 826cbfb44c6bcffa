package org.braid.mpi.completion;

import org.braid.link.progress.Completion;

/** A thread that tries again and again waits longer each time, and moves this rank's messages on meanwhile: whoever holds what it wants may need that. */
public final class Backoff {
    private static final int SPINS = 64;
    private static final int PROMPT_LOOKS = 32;
    private static final long FIRST_NAP_NS = 10_000;
    private static final long LONGEST_NAP_NS = 500_000;

    private final Completions completions;
    private final Completion never = new Completion();
    private int rounds;
    private long napNs = FIRST_NAP_NS;

    /** Before the first try. */
    public Backoff(Completions completions) {
        this.completions = completions;
    }

    /** Before the next try: spins first, then yields, then naps. */
    public void pause() {
        rounds++;
        if (rounds <= SPINS) {
            Thread.onSpinWait();
        } else if (rounds <= SPINS + PROMPT_LOOKS) {
            completions.poll();
            Thread.yield();
        } else {
            boolean ignored = completions.await(never, napNs);
            napNs = Math.min(LONGEST_NAP_NS, 2 * napNs);
        }
    }

    /** Whether it has waited so long that something may be wrong. */
    public boolean isLong() {
        return napNs == LONGEST_NAP_NS;
    }
}
