package org.braid.link.ring;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.braid.base.wire.FrameKind;

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
 *  same, at any byte, never across a line: a request with the header of the one before it
 *   0             1            1 + length; the next multiple of 64 if less than that is left until there
 *  +-------------+-------------+
 *  | SAME+length | payload     |
 *  +-------------+-------------+
 *  repeat, likewise: a request with the header of the one before it, but for a1
 *   0        1        2      6             6 + length
 *  +--------+--------+------+-------------+
 *  | REPEAT | length | a1   | payload     |
 *  +--------+--------+------+-------------+
 *  consumer's block:
 *   0                8               16         24     32           40         48                 56  64               72  128
 *  +----------------+---------------+----------+------+------------+----------+------------------+---+----------------+---+
 *  | consumed (i64) | published at  | records  | to   | handler|a0 | a2|a3    | a1|kind, 0 if none |   | deserts (i64)  |   |
 *  +----------------+---------------+----------+------+------------+----------+------------------+---+----------------+---+
 *                    written once, when the consumer leaves: from there the producer can read what it hands back
 *  pad:  inside a line, to its end: | PAD |      at its start, to the end of the lap: | bytes|PAD |
 * </pre>
 *
 * <p>The first byte is the record's own flag: 0 while it is not ready. The producer writes header and payload, makes sure that the first byte of the <em>next</em> record is 0, then
 * stores the first byte, or the word that it begins, with release; the consumer reads it with acquire. So a small message costs at most one cache line, one release and one acquire,
 * and neither side reads the other's index. A line's first word is zeroed some lines ahead, after a record was published, so that fetching that line delays nobody. Only
 * {@code consumed} is shared, on a block of its own; the consumer publishes it every quarter ring and when idle, the producer reads it only when the ring looks full. A consumer that
 * has read the farewell publishes {@link #LEFT} last, one whose context closes {@link #DESERTED}. Room for the farewell is always left.
 * That a reader deserts stands in a line of its own before: a producer that looks for it, in every turn that finds nothing, would fetch the line of {@code consumed} from the reader's core for each message.
 *
 * <p>A stream of small messages names the same endpoint, handler and type again and again; seven of 8 bytes with the same header share one line, and moving lines between cores is
 * what a ring's rate is made of (docs/decisions/repeats-in-the-ring.md).
 */
public final class RingLayout {
    /** Records start at multiples of a cache line. */
    public static final int ALIGNMENT_BYTES = 64;

    /** The consumer's block: a line that the consumer writes, and one that it writes once, in which the producer looks. */
    public static final int CONSUMER_BLOCK_BYTES = 128;

    static final int HEADER_BYTES = 36;
    static final int HEADER_WORDS = 4; // of eight bytes: all that is in it, since the last four bytes are spare
    static final int REPEAT_HEADER_BYTES = 6;
    static final int SAME_HEADER_BYTES = 1;

    /** A repeat stays within one line. */
    static final int LONGEST_REPEAT = ALIGNMENT_BYTES - REPEAT_HEADER_BYTES;

    /** In place of {@code consumed}: the consumer has gone and never looks again, so that the memory may serve for something else. */
    static final long LEFT = Long.MAX_VALUE;

    /** As {@link #LEFT}, of a consumer whose whole context has closed, not of one whose stream goes on by another lane. */
    static final long DESERTED = LEFT - 1;

    /** Offset in the consumer's block of a word that says whether its context goes on to read: 0, {@link #CLOSES} or {@link #RENOUNCES}. */
    static final int DESERTS = 64;

    /** The consumer's context closes, and is about to publish {@link #DESERTED}. */
    static final long CLOSES = 1;

    /** The consumer's context has given the producer's up, and answers nothing more. */
    static final long RENOUNCES = 2;

    /** Offset in the consumer's block of what it leaves behind. */
    static final int RESUME = 8;
    static final int RESUME_AT = 0;
    static final int RESUME_RECORDS = 1;
    static final int RESUME_TO = 2;
    static final int RESUME_HANDLER = 3;
    static final int RESUME_OTHERS = 4;
    static final int RESUME_A1 = 5;
    static final int RESUME_KIND_SHIFT = 32;

    static final int EMPTY = FrameKind.EMPTY;
    static final int RSR = FrameKind.RSR;
    static final int PAD = FrameKind.PAD;
    static final int REPEAT = FrameKind.REPEAT;

    /** The flag of a request that repeats a header whole, less its length: as a byte it is negative, and no other flag is. */
    static final int SAME = 0x80;

    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfInt INT_IN_LINE = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    static final VarHandle BYTE_ACCESS = ValueLayout.JAVA_BYTE.varHandle();
    static final VarHandle INT_ACCESS = ValueLayout.JAVA_INT.varHandle();
    static final VarHandle LONG_ACCESS = ValueLayout.JAVA_LONG.varHandle();

    private RingLayout() {}

    /** True of what a repeat may repeat: a request, bare or from a chain of devices. */
    static boolean isRequest(int kind) {
        return (kind & ~FrameKind.CHAINED) == RSR;
    }

    /**
     * True of the frames by which a long message goes. Their headers are copied whole: one copy is half as many calls of methods, until it is compiled, as the accesses to its words. Not others', since a process's first
     * copy between native memory and an array costs 2 ms (docs/decisions/startup.md), which long messages spend anyway.
     */
    static boolean isOfLongMessage(int kind) {
        return kind >= FrameKind.OFFER && kind <= FrameKind.DONE;
    }

    /** Bytes of shared memory that a ring of {@code capacityBytes} takes. */
    public static long memoryBytes(int capacityBytes) {
        return (long) capacityBytes + CONSUMER_BLOCK_BYTES;
    }

    /** What a payload occupies in a record of its own, and what it is charged against the peer's credit in any case. */
    public static int recordBytes(int payloadBytes) {
        return (HEADER_BYTES + payloadBytes + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    }

    /** Where a repeat that starts at {@code from} ends: with its line if another one like it would not fit there, and beyond it if itself does not. */
    static long repeatEnd(long from, int headerBytes, int payloadBytes) {
        int bytes = headerBytes + payloadBytes;
        long end = from + bytes;
        int rest = (int) -end & ALIGNMENT_BYTES - 1;
        return rest < bytes ? end + rest : end;
    }

    /** Longest payload such that a record, its pad and the next record's flag always fit into an empty ring. */
    public static int maxPayloadBytes(int capacityBytes) {
        return capacityBytes / 4 - HEADER_BYTES;
    }
}
