package org.braid.link.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** However full a ring is, its farewell can be said: a peer that reads nothing is told when it reads again. */
class RoomForFarewellTest {
    private static final int CAPACITY = 4096;
    private static final int LONGEST = 160;

    /** From each line of a lap on, filled to the last byte with records and repeats of each length. */
    @Test
    void theFarewellIsSaidAtOnceIntoAFullRingAndReadBehindAllThatCameBefore() {
        for (int first = 0; first < CAPACITY / RingLayout.ALIGNMENT_BYTES; first++) {
            for (int length = 0; length <= LONGEST; length += first % 7 == 0 ? 1 : 13) {
                fill(first, length, length % 3 == 0 ? length % 5 : length);
            }
        }
    }

    private static void fill(int before, int length, int lastLength) {
        MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(CAPACITY), RingLayout.CONSUMER_BLOCK_BYTES);
        RingProducer producer = new RingProducer(memory, 0, CAPACITY);
        Kinds heard = new Kinds();
        RingConsumer consumer = new RingConsumer(memory, 0, CAPACITY, heard);
        byte[] data = new byte[LONGEST];
        String where = before + " lines, " + length + " and " + lastLength + " bytes";
        for (int i = 0; i < before; i++) {
            assertEquals(Lane.TAKEN, producer.offer(FrameKind.RSR, i, 0, 300, 0, 0, 0, 0, data, 0, 0), where);
            assertEquals(1, consumer.poll(1), where);
        }
        assertEquals(0, consumer.poll(1), where);
        while (producer.offer(FrameKind.RSR, 5, 0, 300, 0, 0, 0, 0, data, 0, length) == Lane.TAKEN) {}
        while (producer.offer(FrameKind.RSR, 5, 0, 300, 0, 0, 0, 0, data, 0, lastLength) == Lane.TAKEN) {}
        assertTrue(producer.farewell(0, FrameHeader.BYE_OF_CONTEXT), where);
        while (consumer.poll(64) > 0) {}
        assertEquals(producer.records(), heard.count, where);
        assertEquals(FrameKind.BYE, heard.last, where);
    }

    private static final class Kinds implements FrameSink {
        private int count;
        private int last;

        @Override
        public void frame(
                int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            count++;
            last = kind;
        }

        @Override
        public void ended(Throwable cause) {}
    }
}
