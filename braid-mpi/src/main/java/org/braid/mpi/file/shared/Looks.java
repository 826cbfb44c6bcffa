package org.braid.mpi.file.shared;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The pauses of a thread that looks at a word again and again, each as long as the one before or longer. A thread of the process's own may wait so, too, of which MPI knows nothing. */
final class Looks {
    private static final int PROMPT = 64;
    private static final long FIRST_NAP_NS = TimeUnit.MICROSECONDS.toNanos(10);
    private static final long LONGEST_NAP_NS = TimeUnit.MICROSECONDS.toNanos(500);

    private final Runnable poll;
    private int looks;
    private long napNs = FIRST_NAP_NS;

    /** Before the first look. */
    Looks(Runnable poll) {
        this.poll = poll;
    }

    /** Between two looks. */
    void pause() {
        poll.run();
        if (looks < PROMPT) {
            looks++;
            Thread.yield(); // over frames each look is a wait of its own
        } else {
            LockSupport.parkNanos(napNs);
            napNs = Math.min(LONGEST_NAP_NS, 2 * napNs);
        }
    }

    /** Whether there were so many that something may be wrong. */
    boolean areMany() {
        return napNs == LONGEST_NAP_NS;
    }
}
