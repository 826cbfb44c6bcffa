package org.braid.launch.output;

import org.braid.boot.control.ControlFrame;

/**
 * How much of the user's standard input may be forwarded to rank 0, and whether it waits for the user: a pure state machine, fed with what
 * happened and the time. What a rank that waits has printed last is shown even if its line has not ended: it may be a prompt. A wait
 * counts only once it is long, since a rank that reads a file has to wait for each piece of it, and its lines stay whole.
 *
 * <pre>
 *   READS ──waits, and has read all that was forwarded──> WAITS ──still so after 0.1 s──> WAITS LONG
 *     ^───────────────────────something is forwarded────────┴─────────────────────────────────┘
 * </pre>
 *
 * Any thread; the monitor is notified when one of the answers may have changed. Times are monotonic nanoseconds.
 */
public final class InputFlow {
    /** A wait is long after so many nanoseconds. */
    public static final long LONG_NS = 100_000_000L;

    private static final long NEVER = Long.MAX_VALUE;

    private long forwarded;
    private long limit;
    private boolean ended;
    private long longNs = NEVER; // when the wait becomes long
    private int longWaits;
    private volatile int longWait;

    /**
     * The rank waits for more input than it has read.
     *
     * @param taken bytes that it has read so far; more than were forwarded are taken for all
     */
    public synchronized void awaited(long taken, long nowNs) {
        long read = Math.clamp(taken, 0, forwarded);
        limit = Math.max(limit, read + ControlFrame.INPUT_WINDOW_BYTES);
        if (read == forwarded && !ended) {
            longNs = nowNs + LONG_NS;
        }
        notifyAll();
    }

    /** So many bytes, which {@link #room} allowed, go to the rank now. */
    public synchronized void forwards(int bytes) {
        forwarded += bytes;
        endWait();
    }

    /** The rank is told that nothing follows: whether it knows yet or not, it waits for no user. */
    public synchronized void ends() {
        ended = true;
        endWait();
    }

    private void endWait() {
        longNs = NEVER;
        longWait = 0;
    }

    /** How many bytes may be forwarded now, 0 for none. */
    public synchronized int room() {
        return (int) (limit - forwarded);
    }

    /** Lets time pass; true if the wait has become long just now. */
    public synchronized boolean tick(long nowNs) {
        boolean becomesLong = longNs != NEVER && nowNs - longNs >= 0;
        if (becomesLong) {
            longNs = NEVER;
            longWait = ++longWaits;
        }
        return becomesLong;
    }

    /** When {@link #tick} wants to be called, or {@link Long#MAX_VALUE}. */
    public synchronized long deadlineNs() {
        return longNs;
    }

    /** The number, from 1, of the long wait that the rank is in; 0 if it is in none. */
    int longWait() {
        return longWait;
    }
}
