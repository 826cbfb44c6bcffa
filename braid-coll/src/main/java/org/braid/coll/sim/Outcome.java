package org.braid.coll.sim;

/**
 * What became of a collective.
 *
 * @param endsPs when each rank had done its part, in picoseconds
 * @param messages on each channel of the network; a channel's number is the first level at which the places of its ends differ
 * @param bytes likewise
 * @param events how many the simulation took
 * @param classes how many ranks were run, each for all that do and stand alike; as many as there are if each was run itself
 */
public record Outcome(long[] endsPs, long[] messages, long[] bytes, long events, int classes) {
    /** When the last rank had done its part. */
    public long timePs() {
        long last = 0;
        for (long end : endsPs) {
            last = Math.max(last, end);
        }
        return last;
    }
}
