package org.braid.link;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.base.wire.Frame;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a rendezvous. Transfers are named by 64-bit ids (index low, generation high) that their owner gave out.
 *
 * <pre>
 *  PULL      a0 a1 = id of the send, a2 = mode (see BulkMode), payload:
 *   0              8         16        24        32           36      40              48        56
 *  +--------------+---------+---------+---------+------------+-------+---------------+---------+
 *  | receive's id | want    | from    | to      | segment id | fd    | segment bytes | offset  |
 *  +--------------+---------+---------+---------+------------+-------+---------------+---------+
 *  FRAGMENT  a0 a1 = id of the receive, a2 a3 = offset of its payload in the data
 *  DONE      a0 a1 = id, a2 = status (see BulkStatus), a3 = 0 to the sender, 1 to the receiver (2 and 3: see Handled)
 * </pre>
 */
final class BulkFrames {
    static final int PULL_BYTES = 56;
    static final int TO_SENDER = 0;
    static final int TO_RECEIVER = 1;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** The payload of a PULL. */
    record Pull(long receiveId, long want, long from, long to, int segmentId, int fd, long segmentBytes, long offset) {
        void write(MemorySegment s) {
            s.set(LONG, 0, receiveId);
            s.set(LONG, 8, want);
            s.set(LONG, 16, from);
            s.set(LONG, 24, to);
            s.set(INT, 32, segmentId);
            s.set(INT, 36, fd);
            s.set(LONG, 40, segmentBytes);
            s.set(LONG, 48, offset);
        }

        static @Nullable Pull read(MemorySegment s, long at, int length) {
            return length != PULL_BYTES
                    ? null
                    : new Pull(
                            s.get(LONG, at), s.get(LONG, at + 8), s.get(LONG, at + 16), s.get(LONG, at + 24),
                            s.get(INT, at + 32), s.get(INT, at + 36), s.get(LONG, at + 40), s.get(LONG, at + 48));
        }
    }

    private BulkFrames() {}

    static long id(int low, int high) {
        return (low & 0xFFFF_FFFFL) | (long) high << 32;
    }

    static void done(Peer to, long id, int status, int side) {
        to.post(Frame.DONE, (int) id, (int) (id >>> 32), status, side, null, 0);
    }
}
