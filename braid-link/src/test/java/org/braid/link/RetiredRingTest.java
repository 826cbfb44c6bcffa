package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.ring.RingConsumer;
import org.braid.link.ring.RingLayout;
import org.braid.link.ring.RingProducer;
import org.braid.link.spi.FrameSink;
import org.braid.link.stream.Peer;
import org.junit.jupiter.api.Test;

/** A ring whose writer has taken leave is the writer's memory again: whatever its stream does later, its reader touches it no more. */
class RetiredRingTest {
    private static final int CAPACITY = 4_096;
    private static final int STREAM = 1 << 10;

    @Test
    void memoryThatServesForAnotherRingIsLeftAlone() {
        try (Context reader = Context.open(ContextConfig.alone()); Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(RingLayout.memoryBytes(CAPACITY), RingLayout.ALIGNMENT_BYTES);
            Peer peer = reader.peer(new ContextId(7, 7, 7));
            FrameSink arrival = reader.arrivals().from(peer, "test");
            RingProducer first = new RingProducer(memory, 0, CAPACITY);
            reader.progress().enter();
            try {
                reader.progress().rings().add(new RingConsumer(memory, 0, CAPACITY, arrival));
                assertEquals(0, first.offer(FrameKind.LANE, 0, 0, 0, STREAM, 0, -1, 0, null, 0, 0));
                assertTrue(first.farewell(0, FrameHeader.BYE_OF_LANE));
                reader.progress().poll();
                reader.progress().poll();
                assertTrue(first.isGivenBack());

                memory.fill((byte) 0);
                RingProducer second = new RingProducer(memory, 0, CAPACITY);
                reader.arrivals().from(peer, "test").frame(FrameKind.LANE, 0, 0, 0, STREAM, 1, -1, 0, memory, 0, 0);
                reader.progress().poll();
                assertTrue(second.farewell(0, FrameHeader.BYE_OF_LANE));
                assertFalse(second.isGivenBack(), "nobody reads it yet");
            } finally {
                reader.progress().exit();
            }
        }
    }
}
