package org.braid.transports.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.braid.base.os.Machine;
import org.braid.base.wire.ContextId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The inbox of a home: nothing is lost, and nobody blocks it, whatever becomes of those who write to it. */
@Timeout(60)
class HomeTest {
    private final MemorySegment memory = Arena.ofAuto().allocate(Home.BYTES, 64);
    private final Home owner = new Home(memory, 0);
    private final Home guest = new Home(memory, 0);

    private static Home.Introduction from(int number) {
        return new Home.Introduction(new ContextId(1, 2, number), Machine.pid(), 3, 4, 5, 6, 7, 4096);
    }

    private List<Long> takeAll() {
        List<Long> numbers = new ArrayList<>();
        while (owner.hasNews()) {
            int slot = owner.nextFilled();
            if (slot >= 0) {
                numbers.add(Objects.requireNonNull(owner.take(slot)).from().number());
            }
        }
        return numbers;
    }

    @Test
    void whatIsIntroducedComesOutWholeAndOnce() {
        assertFalse(owner.hasNews());
        assertTrue(guest.introduce(from(9)));
        assertTrue(owner.hasNews());
        assertEquals(from(9), owner.take(owner.nextFilled()));
        assertEquals(List.of(), takeAll());
    }

    @Test
    void aFullInboxSaysSoAndHasRoomAgainWhenItsOwnerHasLooked() {
        for (int i = 0; i < Home.SLOTS; i++) {
            assertTrue(guest.introduce(from(i)));
        }
        assertFalse(guest.introduce(from(99)));
        assertEquals(Home.SLOTS, takeAll().size());
        assertTrue(guest.introduce(from(99)));
        assertEquals(List.of(99L), takeAll());
    }

    @Test
    void whoStopsHalfWayCostsOneSlotAndDelaysNobody() {
        guest.claim(Machine.pid());
        for (int i = 0; i < 3 * Home.SLOTS; i++) {
            assertTrue(guest.introduce(from(i)));
            assertEquals(List.of((long) i), takeAll());
        }
    }

    @Test
    void slotsOfAProcessThatWasKilledHalfWayAreUsedAgain() throws IOException, InterruptedException {
        Process victim = new ProcessBuilder("sleep", "1000").start();
        try {
            for (int i = 0; i < Home.SLOTS; i++) {
                assertEquals(i, guest.claim(victim.pid()));
            }
            assertFalse(guest.introduce(from(0)), "it lives, and may yet fill them");
        } finally {
            victim.destroyForcibly().waitFor();
        }
        for (int i = 0; i < Home.SLOTS; i++) {
            assertTrue(guest.introduce(from(i)));
        }
        assertEquals(Home.SLOTS, takeAll().size());
    }

    @Test
    void manyThreadsLoseNothing() throws InterruptedException {
        int threads = 4;
        int each = 5_000;
        List<Thread> guests = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int first = t * each;
            guests.add(Thread.ofPlatform().start(() -> introduceAll(new Home(memory, 0), first, each)));
        }
        Set<Long> all = new HashSet<>();
        int count = 0;
        while (count < threads * each) {
            List<Long> some = takeAll();
            count += some.size();
            all.addAll(some);
        }
        for (Thread guest : guests) {
            guest.join();
        }
        assertEquals(threads * each, all.size(), "each came once");
        assertEquals(List.of(), takeAll());
    }

    private static void introduceAll(Home home, int first, int count) {
        for (int i = first; i < first + count; i++) {
            while (!home.introduce(from(i))) {
                Thread.yield();
            }
        }
    }
}
