package org.braid.pipe.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Frame;
import org.braid.link.spi.Lane;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.NoPipe;
import org.braid.pipe.fake.Fabric;
import org.braid.pipe.log.LogBudget;
import org.junit.jupiter.api.Test;

/** What a lane hands back is what its peer has not accepted, in order and whole, however far each frame had got. All small cases, against a list. */
class HandBackTest {
    private static final int MOST = 4;
    private static final int IN_PLACE_BYTES = LoggedFrames.IN_PLACE_FROM_BYTES;

    private final LogBudget budget = new LogBudget(1 << 20);
    private final ByteBuffer user = ByteBuffer.allocateDirect(MOST * IN_PLACE_BYTES);
    private int cases;

    /** Takes so many bytes, and no more. */
    private static final class Narrow implements BytePipe {
        private final NoPipe nothing = new NoPipe("nowhere", "it is narrow");
        private long left;

        Narrow(long bytes) {
            left = bytes;
        }

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public String there() {
            return nothing.there();
        }

        @Override
        public String why() {
            return nothing.why();
        }

        @Override
        public long read(ByteBuffer room, long address) {
            return NOT_NOW;
        }

        @Override
        public long read(ByteBuffer[] rooms) {
            return NOT_NOW;
        }

        @Override
        public long write(ByteBuffer piece, long address) {
            int taken = (int) Math.min(left, piece.remaining());
            piece.position(piece.position() + taken);
            left -= taken;
            return taken;
        }

        @Override
        public long write(ByteBuffer[] pieces, int first, int count) {
            long taken = 0;
            for (int i = first; i < first + count; i++) {
                taken += write(pieces[i], 0);
            }
            return taken;
        }

        @Override
        public void watch(boolean forRoom) {}

        @Override
        public void close() {}
    }

    /** One sending half that has taken some frames, and the list that it is compared with. */
    private final class Half {
        final LaneCounts counts = new LaneCounts();
        final SendSide side = new SendSide(budget, counts, new Fabric(1));
        final List<Integer> lengths = new ArrayList<>();

        Half(int frames, int pattern) {
            for (int n = 0; n < frames; n++) {
                offer(n, pattern >> n & 1);
            }
        }

        /** Every other frame, or none, or all, stay in user memory. */
        private void offer(int n, int inPlace) {
            int length = inPlace == 1 ? IN_PLACE_BYTES : 10 * n;
            int kind = inPlace == 1 ? FrameKind.FRAGMENT : FrameKind.RSR;
            ByteBuffer from = user.slice(n * IN_PLACE_BYTES, IN_PLACE_BYTES);
            for (int i = 0; i < length; i++) {
                from.put(i, (byte) (n + i));
            }
            assertEquals(Lane.TAKEN, side.offer(kind, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, user, n * IN_PLACE_BYTES, length));
            lengths.add(length);
        }

        /** Bytes of the first frames. */
        long bytes(int frames) {
            long bytes = 0;
            for (int n = 0; n < frames; n++) {
                bytes += PipeFrame.HEADER_BYTES + lengths.get(n);
            }
            return bytes;
        }

        /** A connection carries so many whole frames and a part of the next. */
        void carry(int frames, int from, int more) {
            side.attach(new Narrow(bytes(frames) - bytes(from) + more), 0);
        }

        List<Frame> handedBack(long accepted) {
            List<Frame> back = new ArrayList<>();
            side.handBack(accepted, frame -> back.add(copyOf(frame)));
            return back;
        }

        private Frame copyOf(Frame frame) {
            byte[] copy = new byte[frame.length()];
            if (frame.base() != null) {
                Memory.copy(frame.base(), frame.offset(), copy, 0, copy.length);
            }
            return frame.with(copy, 0, copy.length);
        }

        void check(List<Frame> back, int accepted) {
            assertEquals(lengths.size() - accepted, back.size(), "accepted " + accepted + " of " + lengths.size());
            for (int i = 0; i < back.size(); i++) {
                int n = accepted + i;
                Frame frame = back.get(i);
                assertEquals(lengths.get(n), frame.length());
                assertEquals(List.of(n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6), List.of(frame.endpoint(), frame.route(), frame.handler(), frame.a0(), frame.a1(), frame.a2(), frame.a3()));
                assertEquals(frame.length() == IN_PLACE_BYTES ? FrameKind.FRAGMENT : FrameKind.RSR, frame.kind());
                byte[] copy = (byte[]) Objects.requireNonNull(frame.base());
                for (int b = 0; b < frame.length(); b++) {
                    assertEquals((byte) (n + b), copy[b], "byte " + b + " of frame " + n);
                }
            }
        }
    }

    @Test
    void everyFrameButTheAcceptedOnesComesBackWhateverWasWrittenAndAcknowledged() {
        for (int taken = 0; taken <= MOST; taken++) {
            for (int pattern : new int[] {0, 0b0101, 0b1010, 0b1111}) {
                for (int written = 0; written <= taken; written++) {
                    for (int more : written < taken ? new int[] {0, 1, PipeFrame.HEADER_BYTES - 1, PipeFrame.HEADER_BYTES + 3} : new int[] {0}) {
                        for (int acked = 0; acked <= written; acked++) {
                            afterOneConnection(taken, pattern, written, more, acked);
                        }
                    }
                }
            }
        }
        assertTrue(cases > 1_000, cases + " cases");
    }

    private void afterOneConnection(int taken, int pattern, int written, int more, int acked) {
        for (int accepted = -1; accepted <= taken + 1; accepted++) {
            Half half = new Half(taken, pattern);
            half.carry(written, 0, more);
            half.counts.acknowledged(acked);
            int whole = written + (more > 0 && half.bytes(written) + more >= half.bytes(Math.min(taken, written + 1)) ? 1 : 0);
            leaves(half, accepted, acked, whole);
        }
    }

    @Test
    void aSecondConnectionThatHasCarriedLessForgetsNotWhatTheFirstHas() {
        for (int taken = 1; taken <= MOST; taken++) {
            for (int first = 0; first <= taken; first++) {
                for (int resumed = 0; resumed <= first; resumed++) {
                    for (int second = resumed; second <= taken; second++) {
                        for (int accepted = 0; accepted <= taken; accepted++) {
                            Half half = new Half(taken, 0b0110);
                            half.carry(first, 0, 0);
                            half.side.detach();
                            assertTrue(half.side.resumeAt(resumed, resumed));
                            half.carry(second, resumed, 0);
                            leaves(half, accepted, resumed, Math.max(first, second));
                        }
                    }
                }
            }
        }
    }

    /** Gives up, and hands back if the peer can have accepted that many. */
    private void leaves(Half half, int accepted, int least, int most) {
        cases++;
        assertTrue(half.side.giveUp());
        assertEquals(Lane.CLOSED, half.side.offer(FrameKind.RSR, 0, 0, 0, 0, 0, 0, 0, null, 0, 0));
        if (accepted < least || accepted > most) {
            BraidException refused = assertThrows(BraidException.class, () -> half.handedBack(accepted), () -> accepted + " of " + least + " to " + most);
            assertEquals(ErrorCode.STREAM_VIOLATED, refused.code());
            assertFalse(half.side.isReturned());
            half.check(half.handedBack(most), most); // nothing had changed
        } else {
            half.check(half.handedBack(accepted), accepted);
        }
        assertTrue(half.side.isReturned());
        assertEquals(List.of(), half.handedBack(Math.max(accepted, least)), "once");
        assertEquals(0, budget.usedBytes());
    }

    @Test
    void aLaneThatStillTakesMoreHandsNothingBack() {
        Half half = new Half(2, 0);
        assertThrows(BraidException.class, () -> half.handedBack(0));
        assertTrue(half.side.giveUp());
        half.check(half.handedBack(0), 0);
    }

    @Test
    void aThreadThatIsInsideIsWaitedForByAskingAgain() {
        Half half = new Half(1, 0);
        half.side.lock.enter();
        assertFalse(half.side.giveUp());
        half.side.lock.exit();
        assertTrue(half.side.giveUp());
    }

    @Test
    void whatWasHandedBackIsNeverWrittenAgain() {
        Half half = new Half(3, 0b010);
        half.carry(1, 0, 7);
        assertTrue(half.side.giveUp());
        assertFalse(half.side.handBack(1, frame -> {}), "the connection is in the middle of a frame: nothing else can be said on it");
        half.side.detach();
        assertTrue(half.side.resumeAt(1, 1));
        Narrow fresh = new Narrow(1_000_000);
        half.side.attach(fresh, 0);
        half.side.flush();
        assertEquals(1_000_000, fresh.left);
        half.side.bye(FrameHeader.BYE_OF_LANE, 0);
        assertEquals(1_000_000 - PipeFrame.HEADER_BYTES, fresh.left, "but farewell is said");
    }

    @Test
    void aTakerThatThrowsIsToldNothingTwice() {
        Half half = new Half(3, 0);
        assertTrue(half.side.giveUp());
        List<MemorySegment> seen = new ArrayList<>();
        assertThrows(IllegalArgumentException.class, () -> half.side.handBack(0, frame -> {
            seen.add(MemorySegment.NULL);
            throw new IllegalArgumentException("no room");
        }));
        assertEquals(1, seen.size());
        assertEquals(List.of(), half.handedBack(0));
        assertEquals(0, budget.usedBytes());
    }
}
