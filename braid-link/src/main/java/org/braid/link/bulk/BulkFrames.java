package org.braid.link.bulk;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.braid.base.BraidException;
import org.braid.base.wire.FrameKind;
import org.braid.link.bulk.state.BulkStatus;
import org.braid.link.stream.Peer;
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
 *  DONE      a0 a1 = id, a2 = status (see BulkStatus), a3 = whom it speaks to (see BulkSide; 2 and 3: see Handled), payload, if it has FAILED or was TAKEN_BACK: why, as text
 * </pre>
 */
public final class BulkFrames {
    static final int PULL_BYTES = 56;

    /** Of the text that says why. */
    private static final int MOST_WHY_BYTES = 512;

    /** The payload of a PULL. */
    record Pull(long receiveId, long want, long from, long to, int segmentId, int fd, long segmentBytes, long offset) {
        void write(byte[] to) {
            ControlWords.put(to, 0, receiveId);
            ControlWords.put(to, 8, want);
            ControlWords.put(to, 16, from);
            ControlWords.put(to, 24, this.to);
            ControlWords.put(to, 32, ControlWords.pair(segmentId, fd));
            ControlWords.put(to, 40, segmentBytes);
            ControlWords.put(to, 48, offset);
        }

        static @Nullable Pull read(MemorySegment from, long at, int length, ControlWords scratch) {
            if (length != PULL_BYTES) {
                return null;
            }
            long[] w = scratch.read(from, at, length);
            return new Pull(w[0], w[1], w[2], w[3], (int) w[4], (int) (w[4] >>> 32), w[5], w[6]);
        }
    }

    private BulkFrames() {}

    static void done(Peer to, long id, int status, int side) {
        to.post(FrameKind.DONE, (int) id, (int) (id >>> 32), status, side, null, 0);
    }

    /** Tells the other end that this one gives up, and why. Does not throw: whoever gives up has own waiters to tell. */
    static void failed(Peer to, long id, int side, BraidException why) {
        failed(to, id, BulkStatus.FAILED, side, why);
    }

    /** Likewise, with a status that says more of it. */
    static void failed(Peer to, long id, int status, int side, BraidException why) {
        byte[] text = (why.what() + ": " + why.why()).getBytes(StandardCharsets.UTF_8);
        try {
            to.post(FrameKind.DONE, (int) id, (int) (id >>> 32), status, side, text, Math.min(text.length, MOST_WHY_BYTES));
        } catch (BraidException cannotBeTold) {
            to.notice(to.id() + " was not told that a large message has failed: " + cannotBeTold.why());
        }
    }

    /** Why the other end gave up, as it says; empty if it does not say. */
    public static String why(MemorySegment s, long at, int length) {
        if (length == 0) {
            return "";
        }
        byte[] text = s.asSlice(at, Math.min(length, MOST_WHY_BYTES)).toArray(ValueLayout.JAVA_BYTE);
        return new String(text, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }
}
