package org.braid.link.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.RequestRun;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A producer that writes nonsense into its ring: the reader stays inside the ring, ends every turn, and either goes on or says CORRUPT. */
class ScribbledRingTest {
    private static final int CAPACITY = 4096;
    private static final int TURN = 64;

    /** Remembers whether every payload lay inside the ring. */
    private static final class InsideTheRing implements FrameSink {
        private final MemorySegment ring;

        InsideTheRing(MemorySegment ring) {
            this.ring = ring;
        }

        @Override
        public void frame(
                int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            long at = segment.address() + offset - ring.address();
            assertTrue(length >= 0 && at >= 0 && at + length <= CAPACITY, () -> length + " bytes at " + at);
        }

        @Override
        public void requests(
                int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length, RequestRun run) {
            frame(kind, endpoint, route, handler, a0, a1, a2, a3, segment, offset, length);
            while (run.next()) {
                frame(kind, endpoint, route, handler, a0, run.a1(), a2, a3, segment, run.offset(), run.length());
            }
        }

        @Override
        public @Nullable ByteBuffer landing(int kind, int a0, int a1, int a2, int a3, int length) {
            return null;
        }

        @Override
        public void landed(int kind, int a0, int a1, int a2, int a3, int length) {}

        @Override
        public void ended(Throwable cause) {}
    }

    @Test
    void noContentOfARingTakesItsReaderOutOfItOrHoldsItForEver() {
        int[] outcomes = new int[2]; // cut, went on
        for (long seed = 1; seed <= 4000; seed++) {
            try {
                outcomes[scribbleAndRead(new SplittableRandom(seed)) == RingConsumer.CORRUPT ? 0 : 1]++;
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": scribbleAndRead(new SplittableRandom(" + seed + "))", e);
            }
        }
        assertTrue(outcomes[0] > 500 && outcomes[1] > 50, "cut " + outcomes[0] + ", went on " + outcomes[1]);
    }

    private static int scribbleAndRead(SplittableRandom random) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(RingLayout.memoryBytes(CAPACITY), 128);
            RingConsumer consumer = consumer(memory);
            send(memory, random.nextInt(8));
            scribble(memory, random);
            int last = 0;
            for (int turn = 0; turn < 20 && last != RingConsumer.CORRUPT; turn++) {
                last = consumer.poll(TURN);
                assertTrue(last <= TURN);
            }
            return last;
        }
    }

    private static RingConsumer consumer(MemorySegment memory) {
        return new RingConsumer(memory, 0, CAPACITY, new InsideTheRing(memory));
    }

    private static void send(MemorySegment memory, int frames) {
        RingProducer producer = new RingProducer(memory, 0, CAPACITY);
        for (int i = 0; i < frames; i++) {
            assertEquals(Lane.TAKEN, producer.offer(FrameKind.RSR, 1, 0, 300, 0, i, 0, 0, null, 0, 0));
        }
    }

    /** Words that look like the beginnings of records where lines begin, bytes that do behind these. */
    private static void scribble(MemorySegment memory, SplittableRandom random) {
        int[] kinds = {FrameKind.RSR, RingLayout.PAD, RingLayout.REPEAT, RingLayout.SAME, FrameKind.FRAGMENT, 0xFF, RingLayout.EMPTY};
        int[] lengths = {0, 1, 16, 28, 48, 56, 57, 58, 59, 64, 128, CAPACITY - 64, CAPACITY - 36, CAPACITY, 1 << 23, 0xFFFFFF};
        int only = random.nextInt(3) == 0 ? random.nextInt(4) : -1; // some rings are full of one thing
        for (int at = 0; at < CAPACITY; at++) {
            int kind = kinds[only >= 0 ? only : random.nextInt(kinds.length)];
            int length = only >= 0 ? 4 : lengths[random.nextInt(lengths.length)];
            if (at % RingLayout.ALIGNMENT_BYTES == 0) {
                memory.set(ValueLayout.JAVA_INT, at, length << 8 | kind);
                at += 3;
            } else if (random.nextInt(4) != 0) {
                memory.set(ValueLayout.JAVA_BYTE, at, (byte) (kind == RingLayout.SAME ? kind + Math.min(length, 63) : kind));
            }
        }
        if (random.nextBoolean()) {
            memory.set(ValueLayout.JAVA_LONG, CAPACITY, random.nextLong()); // the reader's own word
        }
    }

    @Test
    void aRingFullOfPadsEndsEveryTurn() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(RingLayout.memoryBytes(CAPACITY), 128);
            memory.set(ValueLayout.JAVA_INT, 0, CAPACITY << 8 | RingLayout.PAD);
            for (int turn = 0; turn < 100; turn++) {
                assertTrue(consumer(memory).poll(TURN) <= TURN);
            }
        }
    }

    @Test
    void aReaderThatLiesAboutWhatItHasReadHarmsOnlyItself() {
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(RingLayout.memoryBytes(CAPACITY) + 128, 128);
                RingProducer producer = new RingProducer(memory, 0, CAPACITY);
                for (int i = 0; i < 300; i++) {
                    memory.set(ValueLayout.JAVA_LONG, CAPACITY, random.nextBoolean() ? random.nextLong() : random.nextInt(2 * CAPACITY));
                    int said = producer.offer(FrameKind.RSR, 1, 0, 300, i, 0, 0, 0, memory, 0, random.nextInt(RingLayout.maxPayloadBytes(CAPACITY)));
                    assertTrue(said == Lane.TAKEN || said == Lane.FULL, "seed " + seed);
                }
                for (long at = RingLayout.memoryBytes(CAPACITY); at < memory.byteSize(); at++) {
                    assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, at), "seed " + seed + ": written behind the ring");
                }
            }
        }
    }
}
