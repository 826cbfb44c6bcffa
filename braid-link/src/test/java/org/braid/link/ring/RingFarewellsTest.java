package org.braid.link.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Doorbell;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.junit.jupiter.api.Test;

/** A peer hears of the end of a ring that it has known for long only after it has read the younger ones. */
class RingFarewellsTest {
    private static final int CAPACITY = 4096;
    private static final int DOORBELL_BYTES = 256;

    private final List<Ring> rings = new ArrayList<>();
    private final RingFarewells farewells = new RingFarewells(rings);

    /** A ring with one message, and who reads it. */
    private static final class Ring implements RingFarewells.Outgoing, FrameSink {
        private final ContextId peer;
        private final RingLane lane;
        private final RingConsumer reader;
        private boolean hasHeardFarewell;

        Ring(int peer) {
            MemorySegment memory = Arena.ofAuto().allocate(RingLayout.memoryBytes(CAPACITY), RingLayout.CONSUMER_BLOCK_BYTES);
            Doorbell nobody = new Doorbell(Arena.ofAuto().allocate(DOORBELL_BYTES, RingLayout.CONSUMER_BLOCK_BYTES), 0);
            this.peer = new ContextId(1, 2, peer);
            this.lane = new RingLane("ring", new RingProducer(memory, 0, CAPACITY), nobody, Reach.NONE, 1024, 1024);
            this.reader = new RingConsumer(memory, 0, CAPACITY, this);
            assertEquals(Lane.TAKEN, lane.offer(FrameKind.RSR, 0, 0, 300, 0, 0, 0, 0, null, 0, 0));
        }

        void read() {
            while (reader.poll(64) > 0) {}
        }

        @Override
        public ContextId peer() {
            return peer;
        }

        @Override
        public RingLane lane() {
            return lane;
        }

        @Override
        public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            hasHeardFarewell |= kind == FrameKind.BYE;
        }

        @Override
        public void ended(Throwable cause) {}
    }

    private Ring ring(int peer) {
        Ring made = new Ring(peer);
        rings.add(made);
        return made;
    }

    @Test
    void theOneThatIsKnownForLongestWaitsUntilTheYoungerOneIsRead() {
        Ring known = ring(1);
        Ring young = ring(1);
        farewells.sayInTurn();
        known.read();
        assertFalse(known.hasHeardFarewell, "the peer would tell its user before it has met the other ring");
        young.read();
        assertTrue(young.hasHeardFarewell);
        farewells.sayInTurn();
        known.read();
        assertTrue(known.hasHeardFarewell);
    }

    @Test
    void peersDoNotWaitForEachOther() {
        Ring one = ring(1);
        Ring other = ring(2);
        farewells.sayInTurn();
        one.read();
        other.read();
        assertTrue(one.hasHeardFarewell && other.hasHeardFarewell);
    }

    @Test
    void whenTimeIsUpAllAreSaid() {
        Ring known = ring(1);
        Ring young = ring(1);
        farewells.sayInTurn();
        farewells.sayAtOnce();
        known.read();
        young.read();
        assertTrue(known.hasHeardFarewell && young.hasHeardFarewell);
    }
}
