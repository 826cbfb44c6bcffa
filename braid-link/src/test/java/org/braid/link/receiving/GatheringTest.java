package org.braid.link.receiving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.flow.StripeLimits;
import org.braid.link.flow.StripeTrailer;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatheringTest {
    private static final ContextId PEER = new ContextId(1, 2, 3);
    private static final int LANE = 7;

    private final List<Integer> handedUp = new ArrayList<>();
    private final List<Long> told = new ArrayList<>();
    private int refusesFrom = Integer.MAX_VALUE;
    private int answer = Lane.TAKEN;
    private int held; // in a device above
    private int throwsAt = -1;
    private int entersAt = -1;
    private boolean wantsPoll;
    private final Gathering gathering = new Gathering(new Told(), LANE, new Top());

    private final class Told implements Answers {
        @Override
        public int offer(int kind, int a0, int a1, int a2, int a3, byte @Nullable [] payload) {
            assertEquals(FrameKind.GATHERED, kind);
            assertEquals(LANE, a0);
            if (answer == Lane.TAKEN) {
                told.add(FrameHeader.joined(a2, a3));
            }
            return answer;
        }

        @Override
        public void wantPoll() {
            wantsPoll = true;
        }
    }

    private final class Top implements FrameSink {
        @Override
        public long accepted() {
            return handedUp.size() - held;
        }

        @Override
        public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            assertEquals(FrameKind.RSR, kind);
            assertTrue(segment.isNative());
            for (int i = 0; i < length; i++) {
                assertEquals((byte) (a0 + i), segment.get(ValueLayout.JAVA_BYTE, offset + i));
            }
            if (!refuses()) {
                handedUp.add(a0);
            }
            if (a0 == throwsAt) {
                throw new IllegalStateException("no memory");
            }
            if (a0 == entersAt) {
                come(a0 + 1, 1);
            }
        }

        @Override
        public boolean refuses() {
            return handedUp.size() >= refusesFrom;
        }

        @Override
        public void ended(Throwable cause) {}
    }

    private void come(long number, int bytes) {
        byte[] data = new byte[bytes + StripeTrailer.BYTES];
        for (int i = 0; i < bytes; i++) {
            data[i] = (byte) (number + i);
        }
        StripeTrailer.put(data, bytes, number, FrameKind.RSR);
        come(data, (int) number);
    }

    private void come(byte[] data, int a0) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(data.length + 3);
            MemorySegment.copy(data, 0, segment, ValueLayout.JAVA_BYTE, 3, data.length);
            gathering.came(PEER, 0, 0, 0, a0, 0, 0, 0, segment, 3, data.length);
        }
    }

    private void assertViolated(String what, Runnable frame) {
        int before = handedUp.size();
        BraidException violated = assertThrows(BraidException.class, frame::run);
        assertEquals(ErrorCode.STREAM_VIOLATED, violated.code());
        assertTrue(violated.why().contains(what), violated.why());
        assertEquals(before, handedUp.size(), "nothing was handed up");
    }

    @Test
    void whatWaitsBehindAFrameWhoseReceiverThrowsIsHandedUpOnTheNextTurn() {
        come(1, 10);
        throwsAt = 0;
        assertThrows(IllegalStateException.class, () -> come(0, 10));
        assertTrue(wantsPoll && gathering.waits());
        gathering.settle();
        assertEquals(List.of(0, 1), handedUp);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whateverOverTakesWhatItIsHandedUpInOrder(int seed) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, StripeLimits.MOST_FRAMES).boxed().toList());
        Random random = new Random(seed);
        Collections.shuffle(order, random);
        for (int each : order) {
            come(each, random.nextInt(300));
        }
        assertEquals(IntStream.range(0, StripeLimits.MOST_FRAMES).boxed().toList(), handedUp);
        assertEquals(StripeLimits.MOST_FRAMES, told.getLast(), "the last one fills a quarter");
    }

    @Test
    void theSenderIsToldAfterEachQuarterOfTheWindow() {
        for (int i = 0; i < StripeLimits.MOST_FRAMES; i++) {
            come(i, 0);
        }
        int quarter = StripeLimits.MOST_FRAMES / 4;
        assertEquals(List.of((long) quarter, 2L * quarter, 3L * quarter, 4L * quarter), told);
    }

    @Test
    void whatWaitsInADeviceAboveIsNotGathered() {
        int quarter = StripeLimits.MOST_FRAMES / 4;
        held = 10;
        for (int i = 0; i < quarter + 9; i++) {
            come(i, 0);
        }
        assertEquals(List.of(), told);
        come(quarter + 9, 0);
        assertEquals(List.of((long) quarter), told);
        for (int i = quarter + 10; i < 2 * quarter; i++) {
            come(i, 0);
        }
        assertEquals(1, told.size());
        held = 0;
        int ignored = gathering.settle(); // the device has handed up what it held
        assertEquals(List.of((long) quarter, 2L * quarter), told);
    }

    @Test
    void bytesCountFromWhereTheyHaveLeftTheDeviceAbove() {
        int frames = StripeLimits.MOST_BYTES / 4 / StripeLimits.FRAME_BYTES;
        held = 1;
        for (int i = 0; i < frames; i++) {
            come(i, StripeLimits.FRAME_BYTES);
        }
        assertEquals(List.of(), told);
        come(frames, 1);
        assertEquals(List.of((long) frames), told);
    }

    @Test
    void noFrameMayComeBeforeItsSenderHasRoomForIt() {
        held = StripeLimits.MOST_FRAMES;
        for (int i = 0; i < StripeLimits.MOST_FRAMES; i++) {
            come(i, 0);
        }
        assertViolated("before it knows", () -> come(StripeLimits.MOST_FRAMES, 0));
    }

    @Test
    void newsWithoutRoomWaitAndAreToldOnce() {
        answer = Lane.FULL;
        for (int i = 0; i < StripeLimits.MOST_FRAMES / 4; i++) {
            come(i, 0);
        }
        assertTrue(wantsPoll && gathering.waits());
        answer = Lane.TAKEN;
        assertEquals(1, gathering.settle());
        assertEquals(List.of((long) StripeLimits.MOST_FRAMES / 4), told);
        assertFalse(gathering.waits());
        assertEquals(0, gathering.settle());
    }

    @Test
    void whereNobodyCanBeToldWhatComesIsHandedUpStill() {
        answer = Lane.CLOSED;
        come(1, 3);
        gathering.drop();
        come(0, 3);
        come(2, 3);
        assertEquals(List.of(0, 1, 2), handedUp);
        assertFalse(gathering.waits());
    }

    @Test
    void whatIsRefusedIsNotGatheredNorIsWhatFollows() {
        refusesFrom = 3;
        for (int i = 0; i < StripeLimits.MOST_FRAMES; i++) {
            come(i, 1);
        }
        assertEquals(List.of(0, 1, 2), handedUp);
        assertEquals(List.of(), told);
    }

    @Test
    void framesThatNoHonestSenderSendsAreRefused() {
        come(0, 5);
        assertViolated("frame 0 twice", () -> come(0, 5));
        come(2, 5);
        assertViolated("frame 2 twice", () -> come(2, 5));
        assertViolated("before it knows of frame 0", () -> come(StripeLimits.MOST_FRAMES, 5));
        assertViolated("before it knows of frame 0", () -> come((1L << 56) - 1, 5));
        assertViolated("without a number", () -> come(new byte[StripeTrailer.BYTES - 1], 0));
        come(1, 5);
        assertEquals(List.of(0, 1, 2), handedUp, "what is right goes on");
    }

    @Test
    void whatThrowsAtTheTopHasComeAllTheSame() {
        throwsAt = 1;
        come(2, 1);
        come(0, 1);
        assertThrows(IllegalStateException.class, () -> come(1, 1));
        come(3, 1);
        assertEquals(List.of(0, 1, 2, 3), handedUp);
    }

    @Test
    void aStripeInsideOfItselfIsRefused() {
        entersAt = 0;
        BraidException violated = assertThrows(BraidException.class, () -> come(0, 1));
        assertEquals(ErrorCode.STREAM_VIOLATED, violated.code());
        assertEquals(List.of(0), handedUp);
    }

    @Test
    void noMoreWaitsThanTheRulesAllow() {
        int frames = StripeLimits.MOST_BYTES / StripeLimits.FRAME_BYTES;
        for (int i = 1; i <= frames; i++) {
            come(i, StripeLimits.FRAME_BYTES);
        }
        assertViolated("bytes ahead of their turn", () -> come(frames + 1, 1));
    }
}
