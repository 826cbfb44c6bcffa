package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** Sending, polling and acknowledging allocate nothing per message, compiled or not. */
class AllocationTest {
    /** A lane leaves longer fragments where they are. */
    private static final int IN_PLACE_FROM_BYTES = 8 << 10;
    private static final int MESSAGES = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ByteBuffer data = ByteBuffer.allocateDirect(64 << 10);

    private static final class Counter extends Node {
        long frames;

        Counter(int rank) {
            super(rank);
        }

        @Override
        public FrameSink sinkFor(ContextId peer) {
            return new FrameSink() {
                @Override
                public void frame(
                        int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
                    frames++;
                }

                @Override
                public void ended(Throwable cause) {}
            };
        }
    }

    private final Counter a = new Counter(0);
    private final Counter b = new Counter(1);

    @Test
    void aRoundTripAllocatesNothing() {
        long allocated = leastOfRounds(8);
        assertTrue(allocated < 2L * MESSAGES, () -> allocated + " bytes for " + MESSAGES + " messages"); // the smallest object for each would be 16; what is paid by the clock is more where messages take longer
    }

    /** The JDK notes two objects for each buffer of a gathering write that is backed by a segment; nothing of it is ours, and it is paid once for 8 KiB to 256 KiB. */
    @Test
    void aFragmentLeftInPlaceCostsNoMoreThanTheGatheringWriteOfTheJdk() {
        long allocated = leastOfRounds(32 << 10);
        assertTrue(allocated < 160L * MESSAGES, () -> allocated + " bytes for " + MESSAGES + " fragments");
    }

    private void pingPong(int bytes) {
        Lane ab = a.laneTo(b);
        Lane ba = b.laneTo(a);
        int kind = bytes < IN_PLACE_FROM_BYTES ? FrameKind.RSR : FrameKind.FRAGMENT;
        for (int i = 0; i < MESSAGES / 2; i++) {
            turn(ab, b, kind, bytes);
            turn(ba, a, kind, bytes);
        }
    }

    private void turn(Lane lane, Counter to, int kind, int bytes) {
        long before = to.frames;
        assertEquals(Lane.TAKEN, lane.offer(kind, 1, 0, 300, 1, 2, 3, 4, data, 0, bytes));
        while (to.frames == before) {
            a.port.poll(64);
            b.port.poll(64);
        }
    }

    /** On a busy machine the first rounds still run code that is not compiled, and a lane may meet something rare in any: the least is what a message costs. */
    private long leastOfRounds(int bytes) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 8; round++) {
            least = Math.min(least, allocatedBy(() -> pingPong(bytes)));
        }
        return least;
    }

    private long allocatedBy(Runnable work) {
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
