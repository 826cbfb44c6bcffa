package org.braid.link.bulk;

import java.lang.foreign.MemorySegment;
import org.braid.base.wire.Limits;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/**
 * Where offered data lies, as the sender says; the payload of an OFFER frame.
 *
 * <pre>
 *   0         8         16       20           24        28      32               40                48        56
 *  +---------+---------+--------+------------+---------+-------+----------------+-----------------+---------+
 *  | send id | length  | kind   | segment id | fd      | spare | segment bytes  | offset/address  | recalls |
 *  +---------+---------+--------+------------+---------+-------+----------------+-----------------+---------+
 * </pre>
 *
 * @param id of the send at its owner
 * @param length bytes offered
 * @param kind {@link #FRAMES}, {@link #SEGMENT}, {@link #ADDRESS}, {@link #HEAP} or {@link #SENDER}
 * @param segmentId the sender's shared segment, its descriptor {@code fd} and its size {@code segmentBytes}; kind SEGMENT only
 * @param place offset in the segment, or address in the sender's process
 * @param recalls how many messages the sender had recalled by then, see {@link Recalls}
 */
public record BulkSource(long id, long length, int kind, int segmentId, int fd, long segmentBytes, long place, long recalls) {
    public static final int BYTES = 56;

    /** The method that carries it moves frames alone. */
    static final int FRAMES = 0;
    /** In a segment that peers on the host may map. */
    static final int SEGMENT = 1;
    /** Native memory at an address of the sender's process. */
    static final int ADDRESS = 2;
    /** Heap memory, in reach of contexts of the same process. */
    static final int HEAP = 3;
    /** The sender pushes it, since only it can read it or pushing is quicker; it may put it into a segment of the receiver's. */
    static final int SENDER = 4;

    void write(byte[] to) {
        ControlWords.put(to, 0, id);
        ControlWords.put(to, 8, length);
        ControlWords.put(to, 16, ControlWords.pair(kind, segmentId));
        ControlWords.put(to, 24, ControlWords.pair(fd, 0));
        ControlWords.put(to, 32, segmentBytes);
        ControlWords.put(to, 40, place);
        ControlWords.put(to, 48, recalls);
    }

    /** What an OFFER says, or null when its numbers cannot be meant. */
    static @Nullable BulkSource read(MemorySegment from, long at, int bytes, ControlWords scratch) {
        if (bytes != BYTES) {
            return null;
        }
        long[] w = scratch.read(from, at, bytes);
        BulkSource source = new BulkSource(w[0], w[1], (int) w[2], (int) (w[2] >>> 32), (int) w[3], w[4], w[5], w[6]);
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
