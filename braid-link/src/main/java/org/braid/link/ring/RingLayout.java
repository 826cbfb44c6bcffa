package org.braid.link.ring;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A ring of frames in memory shared by one producer and one consumer.
 *
 * <pre>
 *   0                                                        capacity            capacity + 128
 *  +--------------+------------------+--------+-------------+-------------------+
 *  | record       | record           | free   | pad         | consumed (i64), … |
 *  +--------------+------------------+--------+-------------+-------------------+
 *  record, at a multiple of 64:
 *   0              4                                     36            36 + length     next multiple of 64
 *  +--------------+-------------------------------------+-------------+-----------+
 *  | length|kind  | the rest of the 36-byte frame header | payload     |           |
 *  +--------------+-------------------------------------+-------------+-----------+
 * </pre>
 *
 * <p>The first word is the record's own flag: 0 while it is not ready. The producer writes header and payload, zeroes the first word of the <em>next</em> record, then stores the
 * first word with release; the consumer reads it with acquire. So a message of up to 28 bytes costs one cache line, one release and one acquire, and neither side reads the other's
 * index. Only {@code consumed} is shared, on a block of its own; the consumer publishes it every quarter ring and when idle, the producer reads it only when the ring looks full.
 */
public final class RingLayout {
    /** Records start at multiples of a cache line. */
    public static final int ALIGNMENT_BYTES = 64;

    /** The consumer's block: two lines, so that adjacent-line prefetch does not pull it to the producer. */
    public static final int CONSUMER_BLOCK_BYTES = 128;

    static final int HEADER_BYTES = 36;
    static final int EMPTY = 0;
    static final int RSR = 1;
    static final int PAD = 2;

    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    static final VarHandle INT_ACCESS = ValueLayout.JAVA_INT.varHandle();
    static final VarHandle LONG_ACCESS = ValueLayout.JAVA_LONG.varHandle();

    private RingLayout() {}

    /** Bytes of shared memory that a ring of {@code capacityBytes} takes. */
    public static long memoryBytes(int capacityBytes) {
        return (long) capacityBytes + CONSUMER_BLOCK_BYTES;
    }

    /** What a payload occupies, and what it is charged against the peer's credit. */
    public static int recordBytes(int payloadBytes) {
        return (HEADER_BYTES + payloadBytes + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    }

    /** Longest payload such that a record, its pad and the next record's flag always fit into an empty ring. */
    public static int maxPayloadBytes(int capacityBytes) {
        return capacityBytes / 4 - HEADER_BYTES;
    }
}
