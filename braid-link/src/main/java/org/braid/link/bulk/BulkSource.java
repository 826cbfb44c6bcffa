package org.braid.link.bulk;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.base.wire.Limits;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/**
 * Where offered data lies, as the sender says; the payload of an OFFER frame.
 *
 * <pre>
 *   0         8         16       20           24        28      32               40                48
 *  +---------+---------+--------+------------+---------+-------+----------------+-----------------+
 *  | send id | length  | kind   | segment id | fd      | spare | segment bytes  | offset/address  |
 *  +---------+---------+--------+------------+---------+-------+----------------+-----------------+
 * </pre>
 *
 * @param id of the send at its owner
 * @param length bytes offered
 * @param kind {@link #FRAMES}, {@link #SEGMENT}, {@link #ADDRESS}, {@link #HEAP} or {@link #SENDER}
 * @param segmentId the sender's shared segment, its descriptor {@code fd} and its size {@code segmentBytes}; kind SEGMENT only
 * @param place offset in the segment, or address in the sender's process
 */
public record BulkSource(long id, long length, int kind, int segmentId, int fd, long segmentBytes, long place) {
    public static final int BYTES = 48;

    /** The method that carries it moves frames alone. */
    static final int FRAMES = 0;
    /** In a segment that peers on the host may map. */
    static final int SEGMENT = 1;
    /** Native memory at an address of the sender's process. */
    static final int ADDRESS = 2;
    /** Heap memory, in reach of contexts of the same process. */
    static final int HEAP = 3;
    /** Only the sender can read it; it may put it into a segment of the receiver's. */
    static final int SENDER = 4;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    void write(MemorySegment to) {
        to.set(LONG, 0, id);
        to.set(LONG, 8, length);
        to.set(INT, 16, kind);
        to.set(INT, 20, segmentId);
        to.set(INT, 24, fd);
        to.set(INT, 28, 0);
        to.set(LONG, 32, segmentBytes);
        to.set(LONG, 40, place);
    }

    /** What an OFFER says, or null when its numbers cannot be meant. */
    static @Nullable BulkSource read(MemorySegment from, long at, int bytes) {
        if (bytes != BYTES) {
            return null;
        }
        BulkSource source = new BulkSource(
                from.get(LONG, at), from.get(LONG, at + 8), from.get(INT, at + 16), from.get(INT, at + 20), from.get(INT, at + 24),
                from.get(LONG, at + 32), from.get(LONG, at + 40));
        return source.makesSense() ? source : null;
    }

    /** Whether the data, or for {@link #SENDER} the receiver's own memory, lies where this reach leads. */
    boolean isWithin(Reach reach) {
        return switch (kind) {
            case HEAP -> reach.sameProcess();
            case SEGMENT, ADDRESS -> reach != Reach.NONE;
            case SENDER -> reach.mapsSegments();
            default -> false;
        };
    }

    private boolean makesSense() {
        return length >= 0 && length <= Limits.MAX_MESSAGE && kind >= FRAMES && kind <= SENDER && (kind != SEGMENT || insideSegment());
    }

    private boolean insideSegment() {
        return segmentBytes >= 0 && place >= 0 && length <= segmentBytes && place <= segmentBytes - length;
    }
}
