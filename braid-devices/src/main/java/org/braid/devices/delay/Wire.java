package org.braid.devices.delay;

/**
 * What all links of a group transmit by, one frame after the other. Its whole state is one number, the time at which it is free again, changed by compare-and-set alone: so it may lie in memory that processes
 * share. Any thread.
 */
abstract class Wire {
    /** Frames are taken while no more than this is to be transmitted before them: what waits beyond is the sender's. */
    static final long QUEUE_NS = 1_000_000;

    /** When it is free again, if it has ever been used. */
    static final long ALWAYS = Long.MIN_VALUE;

    abstract long freeAtNs();

    abstract boolean compareAndSet(long freeAtNs, long newFreeAtNs);

    abstract void add(long ns);

    /**
     * Takes the wire for one frame.
     *
     * @return how long after {@code nowNs} the frame will have left, or -1 if too much waits before it
     */
    final long take(long nowNs, long transmissionNs) {
        while (true) {
            long free = freeAtNs();
            long waitNs = free == ALWAYS ? 0 : Math.max(0, free - nowNs);
            if (waitNs > QUEUE_NS) {
                return -1;
            }
            if (compareAndSet(free, nowNs + waitNs + transmissionNs)) {
                return waitNs + transmissionNs;
            }
        }
    }

    /** The frame did not go: the lane below was full. */
    final void giveBack(long transmissionNs) {
        add(-transmissionNs);
    }
}
