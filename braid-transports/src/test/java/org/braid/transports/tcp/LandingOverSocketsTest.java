package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Long payloads of native memory are read from the socket straight to where they belong. */
class LandingOverSocketsTest {
    private static final int DATA_BYTES = 3 << 20;

    private final long seed = Long.getLong("braid.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    /** Puts fragments together, in order, as the link layer does. */
    private static final class Whole implements FrameSink {
        final ByteBuffer data = ByteBuffer.allocateDirect(DATA_BYTES);
        private final ByteBuffer view = data.duplicate();
        int here;
        int landed;
        boolean wrong;

        @Override
        public @Nullable ByteBuffer landing(int kind, int a0, int a1, int a2, int a3, int length) {
            return a0 == here && length <= DATA_BYTES - here ? view.limit(here + length).position(here) : null;
        }

        @Override
        public void landed(int kind, int a0, int a1, int a2, int a3, int length) {
            wrong |= a0 != here;
            here += length;
            landed++;
        }

        @Override
        public void frame(
                int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
            if (kind != FrameKind.FRAGMENT) {
                wrong = true;
                return;
            }
            wrong |= a0 != here;
            MemorySegment.copy(segment, offset, MemorySegment.ofBuffer(data), here, length);
            here += length;
        }

        @Override
        public void ended(Throwable cause) {
            wrong = true;
        }
    }

    @Test
    void nativeMemoryGoesToNativeMemory() {
        Whole sink = new Whole();
        Node b = new Node(1) {
            @Override
            public FrameSink sinkFor(ContextId peer) {
                return sink;
            }
        };
        Node a = new Node(0);
        Lane lane = a.laneTo(b);
        ByteBuffer data = noise();
        for (int at = 0; at < DATA_BYTES; ) {
            int bytes = Math.min(128 << 10, DATA_BYTES - at);
            if (lane.offer(FrameKind.FRAGMENT, 7, 3, 300, at, 0, 0, 0, data, at, bytes) == Lane.TAKEN) {
                at += bytes;
            }
            a.port.poll(64);
            b.port.poll(64);
        }
        assertTrue(lane.leftInPlace() >= 0, "the log holds no copy");
        Node.until("accepted", lane::settled, a, b);
        assertEquals(data, sink.data, () -> "replay with -Dbraid.seed=" + seed);
        assertFalse(sink.wrong, () -> "replay with -Dbraid.seed=" + seed);
        assertTrue(sink.landed > 0);
        assertTrue(lane.acceptedFrames() > lane.leftInPlace());
        a.close();
        b.close();
    }

    private ByteBuffer noise() {
        ByteBuffer data = ByteBuffer.allocateDirect(DATA_BYTES);
        for (int i = 0; i < DATA_BYTES; i += 8) {
            data.putLong(i, random.nextLong());
        }
        return data;
    }
}
