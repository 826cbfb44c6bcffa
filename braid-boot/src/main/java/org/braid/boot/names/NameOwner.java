package org.braid.boot.names;

import java.nio.ByteBuffer;

/**
 * A rank that publishes names, among those of all jobs.
 *
 * @param high upper half of its job's number
 * @param low lower half
 * @param rank in that job
 */
public record NameOwner(long high, long low, int rank) {
    /** As it travels: both halves, and the rank. */
    public static final int BYTES = 2 * Long.BYTES + Integer.BYTES;

    /** Writes {@link #BYTES} bytes in the buffer's own order. */
    public ByteBuffer put(ByteBuffer out) {
        return out.putLong(high).putLong(low).putInt(rank);
    }

    /**
     * Reads what {@link #put} has written.
     *
     * @throws java.nio.BufferUnderflowException if there are too few bytes
     */
    public static NameOwner get(ByteBuffer in) {
        return new NameOwner(in.getLong(), in.getLong(), in.getInt());
    }

    /** Whether this rank is one of that job. */
    public boolean isOf(long jobHigh, long jobLow) {
        return high == jobHigh && low == jobLow;
    }
}
