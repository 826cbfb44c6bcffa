package org.braid.link.ring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.braid.base.memory.Memory;
import org.braid.base.memory.spi.Scattered;
import org.braid.base.memory.stores.ChosenStores;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long records of a ring that has carried much are written by stores that are chosen, past the caches where cores are far: the same bytes arrive, between the same neighbours. */
class StreamedRecordTest implements FrameSink {
    private static final int CAPACITY = 1 << 18;
    private static final long MUCH_BYTES = 129 << 20;
    private static final int AROUND = 4 << 10;

    private final MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(CAPACITY), RingLayout.CONSUMER_BLOCK_BYTES);
    private final FarAndNear stores = new FarAndNear();
    private final RingProducer producer = new RingProducer(memory, 0, CAPACITY, stores);
    private final RingConsumer consumer = new RingConsumer(memory, 0, CAPACITY, this);
    private byte[] came = new byte[0];
    private int frames;

    /** Copies take as long as between far cores, or as between near ones. */
    private static final class FarAndNear extends ChosenStores {
        private boolean isFar = true;
        private int looks;
        private long nowNs;

        FarAndNear() {
            super(0);
        }

        @Override
        protected long nanoTime() {
            looks++;
            nowNs += isFar ? 1_000_000 : 0;
            return nowNs;
        }
    }

    /** Every second byte of an array. */
    private static final class Halves extends Scattered {
        private final byte[] array;

        Halves(byte[] array) {
            this.array = array;
        }

        @Override
        public long bytes() {
            return array.length / 2;
        }

        @Override
        public void gather(long position, MemorySegment to, long at, int bytes) {
            for (int i = 0; i < bytes; i++) {
                to.set(ValueLayout.JAVA_BYTE, at + i, array[2 * ((int) position + i)]);
            }
        }

        @Override
        public void scatter(MemorySegment from, long at, long position, int bytes) {
            throw new AssertionError("it is only sent");
        }
    }

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

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyLengthAroundTheShortestThatIsChosenAndUpToTheLongestArrives(boolean isFar) {
        stores.isFar = isFar;
        byte[] bytes = new byte[RingLayout.maxPayloadBytes(CAPACITY)];
        new SplittableRandom(1).nextBytes(bytes);
        for (long sent = 0; sent < MUCH_BYTES; sent += bytes.length) {
            assertArrives(bytes, 0, bytes);
        }
        double[] doubles = new double[bytes.length / 8];
        MemorySegment.copy(bytes, 0, MemorySegment.ofArray(doubles), ValueLayout.JAVA_BYTE, 0, doubles.length * 8);
        var halves = new Halves(bytes);
        for (int length = AROUND - 2 * RingLayout.ALIGNMENT_BYTES; length < AROUND + 2 * RingLayout.ALIGNMENT_BYTES; length++) {
            byte[] part = Arrays.copyOfRange(bytes, length, 2 * length);
            assertArrives(bytes, length, part);
            assertArrives(doubles, length, part);
            assertArrives(halves, length, half(bytes, length, length));
            assertArrives(bytes, 0, Arrays.copyOf(bytes, length % 70)); // a short one right behind
        }
        for (int length = AROUND; length <= bytes.length; length += 1009) {
            assertArrives(doubles, 0, Arrays.copyOf(bytes, length));
            assertArrives(halves, 7, half(bytes, 7, length / 2 - 7));
        }
        assertTrue(Memory.canStream() ? isFar == stores.looks <= 10 : stores.looks == 0, () -> stores.looks + " looks at the clock"); // five far copies are enough to time none of the next thousand
    }

    private static byte[] half(byte[] of, int from, int length) {
        byte[] half = new byte[length];
        for (int i = 0; i < length; i++) {
            half[i] = of[2 * (from + i)];
        }
        return half;
    }
}
