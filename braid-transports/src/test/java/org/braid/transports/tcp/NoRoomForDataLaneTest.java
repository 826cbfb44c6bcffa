package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;
import org.braid.link.select.Directory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Short messages by tcp, long data by shm, and shared memory is full when the first long message comes: tcp carries it, and a notice says so. */
@Timeout(30)
class NoRoomForDataLaneTest {
    private static final int MAILBOX = 5;

    private final AddressSpace full = new AddressSpace(4 << 20);
    private final AddressSpace other = new AddressSpace(4 << 20);
    private final List<Context> both = new ArrayList<>();
    private final List<Long> arrived = new ArrayList<>();

    private Context open(int rank, AddressSpace space) {
        Directory directory = id -> both.get((int) id.number()).table();
        Context context = Context.open(ContextConfig.alone().withServes(false).withSpace(space).withDirectory(directory).withSecret(Node.SECRET).withId(Node.id(rank)));
        both.add(context);
        return context;
    }

    @AfterEach
    void close() {
        both.forEach(context -> context.close(0));
        full.close();
        other.close();
    }

    @Test
    void longDataGoesByTheLinksOwnLaneIfNoOtherCanBeOpened() {
        Context a = open(0, full);
        Context b = open(1, other);
        b.newEndpoint(MAILBOX, null);
        int handler = a.register("full.receive", (to, a0, a1, a2, a3, payload) -> {});
        b.register("full.receive", (to, a0, a1, a2, a3, payload) -> arrived.add(payload.length()));
        List<Object> used = fill();
        Startpoint link = a.startpointTo(b.id(), MAILBOX).by(MethodExpression.parse("tcp(max=1KiB)"), MethodExpression.parse("shm"));
        for (int bytes : new int[] {1000, 200_000, 1024, 2000}) {
            Completion free = new Completion();
            if (link.start(handler, 0, 0, 0, 0, new byte[bytes], 0, bytes, free)) {
                free.complete();
            }
            int before = arrived.size();
            long deadlineNs = System.nanoTime() + 20_000_000_000L;
            while (arrived.size() == before || !free.isDone()) {
                both.forEach(NoRoomForDataLaneTest::turn);
                assertTrue(System.nanoTime() - deadlineNs < 0, () -> bytes + " bytes; " + a.notices());
            }
        }
        assertEquals(List.of(1000L, 200_000L, 1024L, 2000L), arrived);
        assertEquals(1, a.notices().stream().filter(line -> line.startsWith("Data from 1025 bytes on goes to ") && line.contains(" by tcp: ")).count(), a.notices()::toString);
        assertTrue(!used.isEmpty());
    }

    private List<Object> fill() {
        List<Object> used = new ArrayList<>();
        for (int bytes = 1 << 20; bytes >= 1024; bytes /= 2) {
            try {
                while (true) {
                    used.add(full.arena().newByteBuffer(bytes));
                }
            } catch (BraidException noRoom) {
                // then less
            }
        }
        return used;
    }

    private static void turn(Context each) {
        each.progress().enter();
        each.progress().poll();
        each.progress().exit();
    }
}
