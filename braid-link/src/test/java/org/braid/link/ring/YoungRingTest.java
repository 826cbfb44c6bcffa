package org.braid.link.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Doorbell;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.junit.jupiter.api.Test;

/** Long messages go by few long pieces until the ends of a ring are compiled, and by shorter ones then. */
class YoungRingTest {
    private static final int CAPACITY = 1 << 20;
    private static final int SMALL_CAPACITY = 64 << 10;
    private static final byte[] DATA = new byte[(128 << 10) + 1];

    private final MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(CAPACITY), RingLayout.CONSUMER_BLOCK_BYTES);
    private final Doorbell bell = new Doorbell(Arena.ofAuto().allocate(64, 64), 0);

    @Test
    void aYoungRingTakesLongPieces() {
        RingLane lane = lane(CAPACITY);
        assertEquals(128 << 10, lane.pieceBytes());
        assertEquals(24 << 10, lane.frameBytes());
        assertEquals(Lane.TAKEN, fragment(lane, 128 << 10));
        assertEquals(Lane.TOO_LONG, fragment(lane, (128 << 10) + 1));
    }

    @Test
    void aPieceHasAQuarterOfASmallRing() {
        RingLane lane = lane(SMALL_CAPACITY);
        assertEquals(SMALL_CAPACITY / 4 - 36, lane.pieceBytes());
        assertEquals(lane.frameBytes(), lane.pieceBytes());
    }

    /** Whatever length they had: what comes to lie behind a long one is not ready. */
    @Test
    void anOldOneTakesShorterOnesAndWhatWasUnderWayArrives() {
        int[] taken = {0};
        RingConsumer consumer = new RingConsumer(memory, 0, CAPACITY, new FrameSink() {
            @Override
            public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
                assertEquals(taken[0]++, a1);
                assertEquals(piece(a1), length);
            }

            @Override
            public void ended(Throwable cause) {}
        });
        RingLane lane = lane(CAPACITY);
        int sent = 0;
        while (lane.pieceBytes() > lane.frameBytes()) {
            assertEquals(Lane.TAKEN, lane.offer(FrameKind.FRAGMENT, 0, 0, 0, 0, sent, 0, 0, DATA, 0, piece(sent)));
            sent++;
            if (sent % 3 == 0) {
                readAll(consumer);
                assertEquals(sent, taken[0]);
            }
        }
        assertEquals(4_096, sent, "each of them reached another block of four lines");
        assertEquals(24 << 10, lane.pieceBytes());
        assertEquals(Lane.TAKEN, lane.offer(FrameKind.FRAGMENT, 0, 0, 0, 0, sent, 0, 0, DATA, 0, piece(sent)));
        readAll(consumer);
        assertEquals(sent + 1, taken[0]);
    }

    private static int piece(int number) {
        return 200 + number * 97 % (100 << 10);
    }

    private static void readAll(RingConsumer consumer) {
        int read = consumer.poll(100);
        while (read > 0) {
            read = consumer.poll(100);
        }
        assertEquals(0, read);
    }

    private static int fragment(RingLane lane, int bytes) {
        return lane.offer(FrameKind.FRAGMENT, 0, 0, 0, 0, 0, 0, 0, DATA, 0, bytes);
    }

    private RingLane lane(int capacity) {
        return new RingLane("ring", new RingProducer(memory, 0, capacity), bell, Reach.NONE, RingLayout.maxPayloadBytes(capacity), 8 << 10, 8 << 10);
    }
}
