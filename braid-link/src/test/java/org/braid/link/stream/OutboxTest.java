package org.braid.link.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Frame;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What waits for a lane goes out in order, but for what would keep it waiting. */
class OutboxTest {
    private static final int FRAME_BYTES = 100;

    private final Outbox outbox = new Outbox();
    private final Exit exit = new Exit();

    /** Its lane before took longer frames than this one; each long message under way would wait for this request, and it for one of them. */
    @Test
    void whatLongMessagesLiveByGoesPastARequestThatWaitsForOneOfThemToEnd() {
        outbox.letGo(List.of(frame(FrameKind.RSR, FRAME_BYTES + 1), frame(FrameKind.PULL, 56), frame(FrameKind.RSR, 10), frame(FrameKind.FRAGMENT, 90), frame(FrameKind.DONE, 0), frame(FrameKind.OFFER, 56)));
        assertEquals(3, outbox.drain(exit));
        assertEquals(List.of(FrameKind.PULL, FrameKind.FRAGMENT, FrameKind.DONE), exit.sent);
        assertEquals(0, outbox.drain(exit));
        assertFalse(outbox.isEmpty());
        exit.slots = 1;
        assertEquals(3, outbox.drain(exit));
        assertEquals(List.of(FrameKind.OFFER, FrameKind.RSR, FrameKind.OFFER), exit.sent.subList(3, 6));
        assertTrue(outbox.isEmpty());
    }

    @Test
    void aPieceThatIsTooLongGoesPastInPieces() {
        outbox.letGo(List.of(frame(FrameKind.RSR, FRAME_BYTES + 1), frame(FrameKind.FRAGMENT, 2 * FRAME_BYTES)));
        assertEquals(2, outbox.drain(exit));
        assertEquals(List.of(FrameKind.FRAGMENT, FrameKind.FRAGMENT), exit.sent);
        assertFalse(outbox.hasPieces());
    }

    @Test
    void laterPiecesWaitForThoseThatWaitAndForNothingElse() {
        outbox.letGo(List.of(frame(FrameKind.RSR, 10), frame(FrameKind.FRAGMENT, 10)));
        assertTrue(outbox.hasPieces());
        exit.isFull = true;
        assertEquals(0, outbox.drain(exit));
        assertTrue(outbox.hasPieces());
        exit.isFull = false;
        assertEquals(2, outbox.drain(exit));
        assertFalse(outbox.hasPieces());
        outbox.letGo(List.of(frame(FrameKind.RSR, 10)));
        assertFalse(outbox.hasPieces());
        outbox.letGo(List.of(frame(FrameKind.DONE, 0))); // in place of one whose memory cannot be read any more
        assertTrue(outbox.hasPieces());
        assertEquals(2, outbox.drop());
        assertFalse(outbox.hasPieces());
    }

    private static Frame frame(int kind, int length) {
        return new Frame(kind, 0, 0, 0, 0, 0, 0, 0, new byte[length], 0, length);
    }

    /** A lane that takes short frames, and as many offers as there are slots for. */
    private static final class Exit implements Outbox.Exit {
        private final List<Integer> sent = new ArrayList<>();
        private boolean isFull;
        private int slots;

        @Override
        public int offer(Frame frame) {
            if (isFull || frame.length() > FRAME_BYTES) {
                return isFull ? Lane.FULL : Lane.TOO_LONG;
            }
            sent.add(frame.kind());
            return Lane.TAKEN;
        }

        @Override
        public byte @Nullable [] hold(Frame request) {
            return slots-- > 0 ? new byte[56] : null;
        }

        @Override
        public int frameBytes() {
            return FRAME_BYTES;
        }
    }
}
