package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.ContextId;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Background;
import org.braid.link.progress.Completion;
import org.braid.link.select.Directory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An address space in another time: one thread, no waiting, and the same run each time. */
@Timeout(30)
class VirtualTimeTest {
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final long CLOSE_NS = 50_000_000L;
    private static final int MAILBOX = 3;

    private final Set<Thread> before = backgroundThreads();
    private final List<Context> polled = new ArrayList<>();
    private final VirtualClock clock = new VirtualClock(() -> polled.forEach(each -> ContextPair.inside(each, each.progress()::poll)));
    private final SharedArena arena = new SharedArena(64 << 20);
    private final AddressSpace space = new AddressSpace(arena, clock);
    private final List<Context> all = new ArrayList<>();
    private final Context a = open();
    private final Context b = open();

    private Context open() {
        Directory directory = id -> all.get((int) id.number()).table();
        Context context = Context.open(ContextConfig.alone().withSpace(space).withDirectory(directory).withId(new ContextId(5, 5, all.size())));
        all.add(context);
        return context;
    }

    @AfterEach
    void close() {
        polled.clear();
        all.forEach(each -> each.close(1_000_000));
        space.close();
        arena.close();
    }

    private static Set<Thread> backgroundThreads() {
        return Thread.getAllStackTraces().keySet().stream().filter(Background::isOne).collect(Collectors.toSet());
    }

    @Test
    void anHourOfWaitingIsOverAtOnce() {
        assertFalse(a.progress().await(new Completion(), HOUR_NS));
        assertTrue(clock.nanoTime() >= HOUR_NS && clock.nanoTime() < HOUR_NS + HOUR_NS / 1_000, clock.nanoTime() + " ns have passed");
    }

    @Test
    void whatHappensMeanwhileEndsAWaitOfTheSameThread() {
        polled.add(b);
        b.newEndpoint(MAILBOX, null);
        b.register("test.hello", (to, a0, a1, a2, a3, payload) -> {});
        int id = a.register("test.hello", (to, a0, a1, a2, a3, payload) -> {});
        Startpoint there = a.startpointTo(b.id(), MAILBOX);
        there.send(id, 0, 0, 0, 0, null, 0, 0);
        assertTrue(there.awaitHandled(HOUR_NS));
        assertTrue(clock.nanoTime() < 1_000_000_000L, clock.nanoTime() + " ns have passed");
    }

    @Test
    void nobodyPollsButTheOwner() {
        int[] handled = {0};
        b.newEndpoint(MAILBOX, null);
        b.register("test.count", (to, a0, a1, a2, a3, payload) -> handled[0]++);
        int id = a.register("test.count", (to, a0, a1, a2, a3, payload) -> {});
        a.startpointTo(b.id(), MAILBOX).send(id, 0, 0, 0, 0, null, 0, 0);
        a.progress().leaveBehind();
        Set<Thread> since = backgroundThreads();
        since.removeAll(before);
        assertEquals(Set.of(), since);
        assertEquals(0, handled[0]);
        while (handled[0] == 0) {
            ContextPair.inside(b, b.progress()::poll);
        }
    }

    @Test
    void anOrderlyCloseTakesItsTimeFromTheClock() {
        int id = a.register("test.long", (to, a0, a1, a2, a3, payload) -> {});
        b.newEndpoint(MAILBOX, null);
        a.startpointTo(b.id(), MAILBOX).start(id, 0, 0, 0, 0, new byte[1 << 20], 0, 1 << 20, new Completion());
        assertFalse(a.close(CLOSE_NS), "nobody polls the receiver");
        assertTrue(a.notices().stream().anyMatch(notice -> notice.startsWith("This context's close is incomplete: ")), a.notices()::toString);
        assertTrue(clock.nanoTime() >= CLOSE_NS / 2, clock.nanoTime() + " ns have passed");
    }
}
