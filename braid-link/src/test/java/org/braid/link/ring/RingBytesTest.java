package org.braid.link.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** Records lie in a ring as docs/wire.md draws them. */
class RingBytesTest {
    private static final int CAPACITY = 4096;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final byte[] DATA = Arrays.copyOf(new byte[] {11, 22, 33, 44, 55, 66, 77, 88}, 512);

    private final MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(CAPACITY), RingLayout.CONSUMER_BLOCK_BYTES);
    private final RingProducer producer = new RingProducer(memory, 0, CAPACITY);

    @Test
    void aRecordIsItsHeaderAndItsPayloadAndEndsWithALine() {
        send(7, 8);
        assertEquals(8 << 8 | FrameKind.RSR, at(0));
        int[] header = {5, 3, 300, 1, 7, 2, 4};
        for (int i = 0; i < header.length; i++) {
            assertEquals(header[i], at(4 + 4 * i));
        }
        assertEquals(11 | 22 << 8 | 33 << 16 | 44 << 24, at(36));
        assertEquals(0, at(64), "the next record is not ready");
    }

    @Test
    void everyKindOfFrameHasThisHeaderAndIsReadAsItWasWritten() {
        List<List<Integer>> read = new ArrayList<>();
        RingConsumer consumer = new RingConsumer(memory, 0, CAPACITY, new Deaf() {
            @Override
            public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
                read.add(List.of(kind, endpoint, route, handler, a0, a1, a2, a3, length));
            }
        });
        int place = 0;
        for (int kind : new int[] {FrameKind.RSR, FrameKind.OFFER, FrameKind.PULL, FrameKind.FRAGMENT, FrameKind.DONE, FrameKind.CREDIT, FrameKind.OFFER | FrameKind.CHAINED}) {
            assertEquals(Lane.TAKEN, producer.offer(kind, -5, 3, -300, 1, -7, -2, Integer.MIN_VALUE, DATA, 0, 20));
            assertEquals(20 << 8 | kind, at(place));
            int[] header = {-5, 3, -300, 1, -7, -2, Integer.MIN_VALUE};
            for (int i = 0; i < header.length; i++) {
                assertEquals(header[i], at(place + 4 + 4 * i), "kind " + kind);
            }
            assertEquals(11 | 22 << 8 | 33 << 16 | 44 << 24, at(place + 36));
            assertEquals(1, consumer.poll(1));
            assertEquals(List.of(kind, -5, 3, -300, 1, -7, -2, Integer.MIN_VALUE, 20), read.getLast());
            place += 64;
        }
    }

    @Test
    void whatHasTheHeaderOfTheRequestBeforeItIsSameOrRepeat() {
        send(7, 0);
        send(7, 8);
        send(9, 4);
        assertEquals(0x80 + 8, byteAt(64));
        assertEquals(11 | 22 << 8 | 33 << 16 | 44 << 24, at(65));
        assertEquals(18 | 4 << 8, shortAt(73));
        assertEquals(9, at(75));
        assertEquals(11 | 22 << 8 | 33 << 16 | 44 << 24, at(79));
        assertEquals(0, byteAt(83), "the next record is not ready");
    }

    @Test
    void aRequestThatComesFromDevicesIsRepeatedAsSuchAndABareOneIsAnother() {
        int chained = FrameKind.RSR | FrameKind.CHAINED;
        for (int kind : new int[] {chained, chained, FrameKind.RSR, FrameKind.RSR}) {
            assertEquals(Lane.TAKEN, producer.offer(kind, 5, 3, 300, 1, 7, 2, 4, DATA, 0, 8));
        }
        assertEquals(8 << 8 | chained, at(0));
        assertEquals(0x80 + 8, byteAt(64));
        assertEquals(8 << 8 | FrameKind.RSR, at(128));
        assertEquals(0x80 + 8, byteAt(192));
        List<Integer> kinds = new ArrayList<>();
        RingConsumer consumer = new RingConsumer(memory, 0, CAPACITY, new Deaf() {
            @Override
            public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
                kinds.add(kind);
            }
        });
        consumer.poll(1);
        consumer.retire();
        assertTrue(producer.leave());
        producer.handBack(1, frame -> kinds.add(frame.kind()));
        assertEquals(List.of(chained, chained, FrameKind.RSR, FrameKind.RSR), kinds);
    }

    @Test
    void sevenOfEightBytesShareALineAndItsLastByteIsLeft() {
        send(7, 0);
        for (int i = 0; i < 7; i++) {
            send(7, 8);
            assertEquals(0x80 + 8, byteAt(64 + 9 * i));
        }
        assertEquals(0, byteAt(64 + 63));
        send(7, 8);
        assertEquals(0x80 + 8, byteAt(128));
    }

    @Test
    void whereNoOtherOfItsLengthFitsARepeatTakesTheRestOfItsLine() {
        send(7, 0);
        send(7, 32); // 33 of 64
        assertEquals(0, byteAt(64 + 33));
        send(7, 0);
        assertEquals(0x80, byteAt(128));
    }

    @Test
    void aPadInsideALineGoesToItsEnd() {
        send(7, 0);
        send(7, 8);
        assertEquals(Lane.TAKEN, producer.offer(FrameKind.RSR, 6, 0, 300, 0, 0, 0, 0, null, 0, 0));
        assertEquals(FrameKind.PAD, byteAt(73));
        assertEquals(FrameKind.RSR, at(128));
    }

    @Test
    void aPadAtTheStartOfALineSaysHowManyBytesAreSkippedWithItsOwn() {
        RingConsumer consumer = new RingConsumer(memory, 0, CAPACITY, new Deaf());
        send(1, 0); // one line
        for (int i = 0; i < 7; i++) {
            send(1, 450); // eight lines, and seven are left of the lap at the end
            assertEquals(i == 0 ? 2 : 1, consumer.poll(8));
        }
        assertEquals(0, consumer.poll(8), "idle: everything is given back");
        send(1, 450);
        assertEquals(448 << 8 | FrameKind.PAD, at(CAPACITY - 448));
        assertEquals(450 << 8 | FrameKind.RSR, at(0));
    }

    @Test
    void whatWasReadIsSaidBehindTheRecords() {
        send(7, 0);
        RingConsumer consumer = new RingConsumer(memory, 0, CAPACITY, new Deaf());
        assertEquals(1, consumer.poll(8));
        assertEquals(0, consumer.poll(8), "idle");
        assertEquals(64, at(CAPACITY));
    }

    @Test
    void theFarewellSaysHowManyRecordsCameBefore() {
        send(7, 0);
        send(7, 8);
        producer.farewell(0, FrameHeader.BYE_OF_CONTEXT);
        assertEquals(FrameKind.BYE, at(128));
        assertEquals(2, at(128 + FrameHeader.A0));
    }

    @Test
    void whoFindsAnotherInsideIsToldSo() {
        assertFalse(producer.isOccupied());
        producer.farewell(0, FrameHeader.BYE_OF_CONTEXT); // who says it never leaves
        assertTrue(producer.isOccupied());
        assertEquals(Lane.CONTENDED, producer.offer(FrameKind.RSR, 5, 3, 300, 0, 0, 0, 0, null, 0, 0));
    }

    private void send(int a1, int length) {
        assertEquals(Lane.TAKEN, producer.offer(FrameKind.RSR, 5, 3, 300, 1, a1, 2, 4, DATA, 0, length));
    }

    private int byteAt(int offset) {
        return memory.get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
    }

    private int shortAt(int offset) {
        return byteAt(offset) | byteAt(offset + 1) << 8;
    }

    private int at(int offset) {
        return memory.get(INT, offset);
    }

    private static class Deaf implements FrameSink {
        @Override
        public void frame(
                int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {}

        @Override
        public void ended(Throwable cause) {}
    }
}
