package org.braid.link;

/** A moment of {@link System#nanoTime} until which something is waited for, or never. */
final class Deadline {
    /** As a length and as a moment: whoever waits so long asks no clock. */
    static final long NEVER = Long.MAX_VALUE;

    private Deadline() {}

    /** The moment {@code timeoutNs} from now. */
    static long in(long timeoutNs) {
        return timeoutNs == NEVER ? NEVER : System.nanoTime() + timeoutNs;
    }

    /** The time until then; not positive when it is over. */
    static long leftNs(long deadlineNs) {
        return deadlineNs == NEVER ? NEVER : deadlineNs - System.nanoTime();
    }

    static boolean isOver(long deadlineNs) {
        return deadlineNs != NEVER && System.nanoTime() - deadlineNs >= 0;
    }
}
