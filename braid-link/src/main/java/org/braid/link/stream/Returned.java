package org.braid.link.stream;

import java.util.Comparator;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.bulk.state.LostFragment;
import org.braid.link.ring.RingLayout;
import org.braid.link.spi.Frame;

/** Frames that a lane has handed back, copied: nothing refers to the lane's memory or to a user's any more. */
final class Returned {
    private Returned() {}

    /** A piece of a long message whose memory can't be read any more becomes the news that the message has failed. */
    static Frame copyOf(Frame frame) {
        byte[] copy = new byte[frame.length()];
        if (copy.length > 0 && frame.base() != null) {
            try {
                Memory.copy(frame.base(), frame.offset(), copy, 0, copy.length);
            } catch (BraidException refused) {
                return new Frame(LostFragment.KIND, 0, FrameHeader.ROUTE_NEEDS_YOU, 0, frame.a0(), frame.a1(), LostFragment.STATUS, LostFragment.SIDE, null, 0, 0);
            }
        }
        return frame.with(copy, 0, copy.length);
    }

    /** What they have taken of the peer's credit. */
    static long chargeBytes(List<Frame> frames) {
        long charge = 0;
        for (Frame frame : frames) {
            charge += chargeOf(frame);
        }
        return charge;
    }

    private static int chargeOf(Frame frame) {
        return frame.kind() == FrameKind.RSR ? RingLayout.recordBytes(frame.length()) : 0;
    }

    /**
     * What the runtime has said past everything that waited goes past it again: the peer's own stream may wait for the answer, and ask anew with each lane that it refuses, of which none lasts until what came before the answer has gone by it.
     */
    static void answersFirst(List<Frame> back) {
        back.sort(Comparator.comparing(frame -> !isAnswer(frame.kind()))); // it keeps the order of equals
    }

    private static boolean isAnswer(int kind) {
        return kind == FrameKind.HANDED || kind == FrameKind.CUT || kind == FrameKind.CREDIT || kind == FrameKind.GATHERED;
    }
}
