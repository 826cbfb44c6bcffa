package org.braid.pipe.frame;

/**
 * When a small frame is written at once and when it waits for company. A lane is <em>busy</em> while something that it wrote in the last 20 µs is not acknowledged by the peer's
 * runtime. On an idle lane a frame is written at once; on a busy one frames gather and go out at 16 KiB, on entry into a blocking call, or when the lane stops being busy.
 *
 * <p>So a ping-pong never waits, since each pong acknowledges the ping, and a flood pays one system call for some hundred frames. Pure.
 */
final class BusyRule {
    static final long BUSY_NS = 20_000;
    static final int BATCH_BYTES = 16 << 10;

    private BusyRule() {}

    /** Whether to write now. The clock is asked only by callers that have something unacknowledged. */
    static boolean writeNow(long unwrittenBytes, boolean unacknowledged, long sinceLastWriteNs) {
        return unwrittenBytes >= BATCH_BYTES || !unacknowledged || sinceLastWriteNs >= BUSY_NS;
    }
}
