package org.braid.link.progress;

import org.braid.link.spi.Clock;

/** A moment of a {@link Clock} until which something is waited for, or never. */
final class Deadline {
    /** As a length and as a moment: whoever waits so long asks no clock. */
    static final long NEVER = Long.MAX_VALUE;

    private Deadline() {}

    /** The moment {@code timeoutNs} from now. */
    static long in(Clock clock, long timeoutNs) {
        return timeoutNs == NEVER ? NEVER : clock.nanoTime() + timeoutNs;
    }

    /** The time until then; not positive when it is over. */
    static long leftNs(Clock clock, long deadlineNs) {
        return deadlineNs == NEVER ? NEVER : deadlineNs - clock.nanoTime();
    }

    static boolean isOver(Clock clock, long deadlineNs) {
        return deadlineNs != NEVER && clock.nanoTime() - deadlineNs >= 0;
    }
}
