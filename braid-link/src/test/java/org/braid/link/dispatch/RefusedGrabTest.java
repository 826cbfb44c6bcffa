package org.braid.link.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.braid.link.ContextPair;
import org.braid.link.Startpoint;
import org.braid.link.receiving.Grants;
import org.braid.link.ring.RingLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Data that its handler cannot take along for lack of memory gives its sender's credit back when the handler is through. */
@Timeout(30)
class RefusedGrabTest {
    private static final int BYTES = 4096 - 64;

    @Test
    void theCreditOfWhatCouldNotBeGrabbedIsGivenBack() {
        try (ContextPair pair = new ContextPair()) {
            pair.b.newEndpoint(5, null);
            pair.a.newEndpoint(5, null);
            int[] refused = new int[1];
            int id = pair.a.register("grab.grab", (to, a0, a1, a2, a3, payload) -> {});
            pair.b.register("grab.grab", (to, a0, a1, a2, a3, payload) -> {
                try {
                    payload.here(closed(), 0, BYTES).grab();
                } catch (IllegalStateException closed) {
                    refused[0]++;
                }
            });
            Startpoint toB = pair.a.startpointTo(pair.b.id(), 5);
            int messages = (int) (2 * Grants.WINDOW_BYTES / RingLayout.recordBytes(BYTES));
            for (int i = 0; i < messages; i++) {
                assertEquals(0, toB.trySend(id, i, 0, 0, 0, new byte[BYTES], 0, BYTES), "message " + i);
                pair.both().forEach(each -> ContextPair.inside(each, each.progress()::poll));
                pair.both().forEach(each -> ContextPair.inside(each, each.progress()::poll));
            }
            assertEquals(messages, refused[0]);
        }
    }

    private static MemorySegment closed() {
        try (Arena arena = Arena.ofConfined()) {
            return arena.allocate(BYTES);
        }
    }
}
