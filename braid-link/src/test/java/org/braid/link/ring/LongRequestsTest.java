package org.braid.link.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** Of requests that lie behind each other a turn hands up many short ones, and one long one: its receiver may ask for the next one before that has to be kept. */
class LongRequestsTest {
    private static final int CAPACITY = 128 << 10;
    private static final int SHORT_BYTES = 16 << 10;
    private static final int LONG_BYTES = (16 << 10) + 1;

    private final MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(CAPACITY), RingLayout.CONSUMER_BLOCK_BYTES);
    private final RingProducer producer = new RingProducer(memory, 0, CAPACITY);
    private final List<Integer> handedUp = new ArrayList<>();
    private final RingConsumer consumer = new RingConsumer(memory, 0, CAPACITY, new FrameSink() {
        @Override
        public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            handedUp.add(length);
        }

        @Override
        public void ended(Throwable cause) {}
    });

    private void send(int kind, int length) {
        assertEquals(Lane.TAKEN, producer.offer(kind, 5, 3, 300, 1, 7, 2, 4, new byte[length], 0, length));
    }

    @Test
    void aTurnEndsBehindALongRequest() {
        for (int length : new int[] {8, SHORT_BYTES, LONG_BYTES, LONG_BYTES, 8}) {
            send(FrameKind.RSR, length);
        }
        assertEquals(3, consumer.poll(8));
        assertEquals(1, consumer.poll(8));
        assertEquals(1, consumer.poll(8));
        assertEquals(0, consumer.poll(8));
        assertEquals(List.of(8, SHORT_BYTES, LONG_BYTES, LONG_BYTES, 8), handedUp);
    }

    @Test
    void piecesOfALongMessageHaveTheirPlaceAndComeTogether() {
        for (int i = 0; i < 3; i++) {
            send(FrameKind.FRAGMENT, LONG_BYTES);
        }
        assertEquals(3, consumer.poll(8));
    }
}
