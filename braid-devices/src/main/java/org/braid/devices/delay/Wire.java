package org.braid.devices.delay;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What all links of a group transmit by, one frame after the other. Its whole state is one number, the time at which it is free again, changed by compare-and-set alone: so it may lie in memory that processes
 * share, once they are to share a group. Any thread.
 */
final class Wire {
    /** Frames are taken while no more than this is to be transmitted before them: what waits beyond is the sender's. */
    static final long QUEUE_NS = 1_000_000;

    private static final long ALWAYS = Long.MIN_VALUE;

    private final AtomicLong freeAtNs = new AtomicLong(ALWAYS);

    /**
     * Takes the wire for one frame.
     *
     * @return how long after {@code nowNs} the frame will have left, or -1 if too much waits before it
     */
    long take(long nowNs, long transmissionNs) {
        while (true) {
            long free = freeAtNs.get();
            long waitNs = free == ALWAYS ? 0 : Math.max(0, free - nowNs);
            if (waitNs > QUEUE_NS) {
                return -1;
            }
            if (freeAtNs.compareAndSet(free, nowNs + waitNs + transmissionNs)) {
                return waitNs + transmissionNs;
            }
        }
    }

    /** The frame did not go: the lane below was full. */
    void giveBack(long transmissionNs) {
        freeAtNs.addAndGet(-transmissionNs);
    }
}
