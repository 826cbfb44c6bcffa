package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.os.SharedArena;
import org.braid.base.wire.ContextId;
import org.braid.link.progress.AddressSpace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** While rings are busy, a port that brings nothing has its turn less and less. For what it is told of meanwhile nobody rings, since all are awake: whoever goes to sleep then has to look there once more. */
@Timeout(30)
class LooksBeforeSleepTest {
    private static final int MAILBOX = 3;
    private static final int MESSAGES = 4_000;
    private static final long OLD_NS = 2_000_000_000L;
    private static final long SLEEP_NS = 500_000;
    private static final int LEFT_OUT = 64;
    private static final int NOT_ASLEEP = -1;

    private final VirtualClock clock = new VirtualClock(this::timePasses);
    private final SharedArena arena = new SharedArena(64 << 20);
    private final AddressSpace space = new AddressSpace(arena, clock);
    private final Context a = open(0);
    private final Context b = open(1);
    private long lastNs;
    private int polls;
    private int pollsBeforeSleep = NOT_ASLEEP;

    private Context open(int rank) {
        return Context.open(ContextConfig.alone().withSpace(space).withDirectory(id -> a().table()).withId(new ContextId(5, 5, rank)));
    }

    private Context a() {
        return a;
    }

    @AfterEach
    void close() {
        a.close(1_000_000);
        b.close(1_000_000);
        space.close();
        arena.close();
    }

    /** Longer than between two turns: a sleep. */
    private void timePasses() {
        if (clock.nanoTime() - lastNs > SLEEP_NS && pollsBeforeSleep == NOT_ASLEEP) {
            pollsBeforeSleep = polls;
        }
        lastNs = clock.nanoTime();
    }

    private final class Quiet extends IdlePort {
        @Override
        public boolean open() {
            return true;
        }

        @Override
        public boolean ringsDoorbell() {
            return true;
        }

        @Override
        public int poll(int limit) {
            polls++;
            return 0;
        }
    }

    @Test
    void theBackgroundThreadHasLookedIntoAPortThatWasLeftOutForLong() {
        a.newEndpoint(MAILBOX, null);
        a.register("test.busy", (to, a0, a1, a2, a3, payload) -> {});
        int id = b.register("test.busy", (to, a0, a1, a2, a3, payload) -> {});
        a.progress().ports().add("quiet", new Quiet());
        clock.park(this, OLD_NS);
        Startpoint there = b.startpointTo(a.id(), MAILBOX);
        for (int i = 0; i < MESSAGES; i++) {
            there.send(id, 0, 0, 0, 0, null, 0, 0);
            ContextPair.inside(a, a.progress()::poll);
        }
        assertTrue(a.progress().skipPoll("quiet") > LEFT_OUT, "it is left out");
        space.background().turn(); // others have polled
        polls = 0;
        pollsBeforeSleep = NOT_ASLEEP;
        while (pollsBeforeSleep == NOT_ASLEEP) {
            space.background().turn();
        }
        assertTrue(pollsBeforeSleep > 0, "it has slept without a look");
    }
}
