package org.braid.transports.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Policy;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** What goes through a ring in one piece: more of an array than of memory that its receiver can read where it lies (docs/decisions/eager-arrays.md). */
class EagerArraysTest {
    private static final int DATA_BYTES = 1 << 20;

    private final byte[] data = new byte[DATA_BYTES];
    private final List<byte[]> came = new ArrayList<>();

    EagerArraysTest() {
        new Random(1).nextBytes(data);
    }

    /** What a send of so many bytes answers; what was taken has come before the next. */
    private int sent(Context here, Context there, Startpoint link, int handler, Object base, int bytes) {
        int before = came.size();
        int answer = link.trySend(handler, 0, 0, 0, 0, base, 0, bytes);
        while (answer == Lane.TAKEN && came.size() == before) {
            here.progress().poll();
            there.progress().poll();
        }
        return answer;
    }

    @Test
    void arraysAreOfferedFromALaterSizeOnThanOtherMemory() {
        ContextConfig config = ContextConfig.alone().withPolicy(Policy.parse("shm"));
        try (Context there = Context.open(config.withId(new ContextId(1, 2, 0)));
                Context here = Context.open(config.withId(new ContextId(1, 2, 1)).withDirectory(id -> there.table()));
                Arena arena = Arena.ofConfined()) {
            there.register("keep", (to, a0, a1, a2, a3, payload) -> {
                byte[] kept = new byte[(int) payload.length()];
                payload.copyTo(kept, 0, kept.length);
                came.add(kept);
            });
            int handler = here.register("keep", (to, a0, a1, a2, a3, payload) -> {});
            Startpoint link = here.startpointTo(there, there.newEndpoint(null));
            Lane lane = link.lane();
            MemorySegment outside = arena.allocate(DATA_BYTES).copyFrom(MemorySegment.ofArray(data));
            ByteBuffer direct = ByteBuffer.allocateDirect(DATA_BYTES).put(0, data);

            int eager = lane.eagerBytes();
            int arrays = lane.eagerArrayBytes();
            assertEquals(16 << 10, eager);
            assertEquals(64 << 10, arrays);
            for (Object each : new Object[] {data, MemorySegment.ofArray(data), ByteBuffer.wrap(data), outside, direct}) {
                boolean isArray = each == data || each instanceof MemorySegment segment && !segment.isNative() || each instanceof ByteBuffer buffer && buffer.hasArray();
                assertEquals(Lane.TAKEN, sent(here, there, link, handler, each, eager));
                assertEquals(isArray ? Lane.TAKEN : Lane.TOO_LONG, sent(here, there, link, handler, each, eager + 1));
                assertEquals(isArray ? Lane.TAKEN : Lane.TOO_LONG, sent(here, there, link, handler, each, arrays));
                assertEquals(Lane.TOO_LONG, sent(here, there, link, handler, each, arrays + 1));
            }
            for (byte[] each : came) {
                assertArrayEquals(Arrays.copyOf(data, each.length), each);
            }
            here.close(1_000_000L);
        }
    }
}
