package org.braid.link.ring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** Long records of a ring that has carried much go past the caches: the same bytes arrive, between the same neighbours. */
class StreamedRecordTest implements FrameSink {
    private static final int CAPACITY = 1 << 18;
    private static final long MUCH_BYTES = 8 << 20;
    private static final int AROUND = 4 << 10;

    private final MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(CAPACITY), RingLayout.CONSUMER_BLOCK_BYTES);
    private final RingProducer producer = new RingProducer(memory, 0, CAPACITY);
    private final RingConsumer consumer = new RingConsumer(memory, 0, CAPACITY, this);
    private byte[] came = new byte[0];
    private int frames;

    @Override
    public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        came = segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
        assertEquals(frames++, a1);
    }

    @Override
    public void ended(Throwable cause) {
        throw new AssertionError(cause);
    }

    private void assertArrives(Object from, long offset, byte[] expected) {
        assertEquals(Lane.TAKEN, producer.offer(FrameKind.FRAGMENT, 0, 0, 0, 0, frames, 0, 0, from, offset, expected.length));
        assertTrue(consumer.poll(8) > 0);
        assertArrayEquals(expected, came);
    }

    @Test
    void everyLengthAroundTheShortestThatIsStreamedAndUpToTheLongestArrives() {
        byte[] bytes = new byte[RingLayout.maxPayloadBytes(CAPACITY)];
        new SplittableRandom(1).nextBytes(bytes);
        for (long sent = 0; sent < MUCH_BYTES; sent += bytes.length) {
            assertArrives(bytes, 0, bytes);
        }
        double[] doubles = new double[bytes.length / 8];
        MemorySegment.copy(bytes, 0, MemorySegment.ofArray(doubles), ValueLayout.JAVA_BYTE, 0, doubles.length * 8);
        for (int length = AROUND - 2 * RingLayout.ALIGNMENT_BYTES; length < AROUND + 2 * RingLayout.ALIGNMENT_BYTES; length++) {
            byte[] part = Arrays.copyOfRange(bytes, length, 2 * length);
            assertArrives(bytes, length, part);
            assertArrives(doubles, length, part);
            assertArrives(bytes, 0, Arrays.copyOf(bytes, length % 70)); // a short one right behind
        }
        for (int length = AROUND; length <= bytes.length; length += 1009) {
            assertArrives(doubles, 0, Arrays.copyOf(bytes, length));
        }
    }
}
