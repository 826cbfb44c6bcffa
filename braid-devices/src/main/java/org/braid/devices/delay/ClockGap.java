package org.braid.devices.delay;

/**
 * How far the receiver's clock is ahead of the sender's, as the frame that took the least time tells: so the model counts from when a frame was sent, even if the receiver looks late, and needs no common clock.
 * The least is forgotten slowly, by as much as two clocks may drift apart.
 */
final class ClockGap {
    /** Parts per million. */
    private static final long DRIFT = 50;

    private static final long MILLION = 1_000_000;

    private boolean known;
    private long gapNs;
    private long seenNs;

    /** The gap, after a frame that was sent at {@code sentNs} of the sender's clock has been seen at {@code nowNs} of ours. */
    long seen(long sentNs, long nowNs) {
        long apartNs = nowNs - sentNs;
        long steps = (nowNs - seenNs) / MILLION;
        if (!known || apartNs <= gapNs + steps * DRIFT) {
            known = true;
            gapNs = apartNs;
            seenNs = nowNs;
        } else {
            gapNs += steps * DRIFT;
            seenNs += steps * MILLION;
        }
        return gapNs;
    }
}
