package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final int ENTRIES = 200_000;

    /** A gate whose favourites share one word is found open in two of three runs of so long, some ten times, on two cores. */
    private static final long CROWDED_NS = 4_000_000_000L;

    private final Gate gate = new Gate();
    private int guarded; // plain: only the gate keeps increments from getting lost

    @Test
    void nobodyEntersTwice() {
        for (int i = 0; i < 10_000; i++) { // first as a visitor, then as the favourite
            assertTrue(gate.tryEnter());
            assertTrue(gate.isMine());
            assertFalse(gate.tryEnter(), "not reentrant");
            gate.exit();
            assertFalse(gate.isMine());
        }
    }

    @Test
    void whoIsInKeepsOthersOut() throws InterruptedException {
        becomeFavourite();
        assertTrue(gate.tryEnter());
        Thread other = Thread.ofPlatform().start(() -> assertFalse(gate.tryEnter()));
        other.join();
        gate.exit();
        boolean[] entered = new boolean[1];
        Thread visitor = Thread.ofPlatform().start(() -> entered[0] = gate.tryEnter()); // and never leaves
        visitor.join();
        assertTrue(entered[0]);
        assertFalse(gate.tryEnter(), "the favourite waits for the visitor too");
    }

    @Test
    void whoEntersOftenIsFavouredAndNobodyElse() throws InterruptedException {
        assertFalse(gate.favoursMe(), "nobody is, at first");
        becomeFavourite();
        assertTrue(gate.favoursMe());
        boolean[] other = {true};
        Thread asking = Thread.ofPlatform().start(() -> other[0] = gate.favoursMe());
        asking.join();
        assertFalse(other[0]);
        assertTrue(gate.favoursMe(), "asking costs no favour");
    }

    @Test
    void noIncrementIsLostBetweenOneWhoEntersOftenAndOneWhoSeldomDoes() throws InterruptedException {
        becomeFavourite();
        guarded = 0;
        Thread seldom = Thread.ofPlatform().start(() -> enter(ENTRIES / 1_000));
        enter(ENTRIES);
        seldom.join();
        assertEquals(ENTRIES + ENTRIES / 1_000, guarded);
    }

    @Test
    void noIncrementIsLostAmongManyWhoAllEnterOften() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofPlatform().start(() -> enter(ENTRIES / 4)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(ENTRIES, guarded);
    }

    /** The favour goes from one to the other while some have no core: who was the favourite, and stands between reading so and saying that it is inside, must not let others in to its successor. */
    @Test
    void whoHasLostTheFavourWithoutKnowingOpensTheGateToNobody() throws InterruptedException {
        long endNs = System.nanoTime() + CROWDED_NS;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int self = i;
            threads.add(Thread.ofPlatform().start(() -> Crowd.run(self, endNs)));
            threads.add(Thread.ofPlatform().start(() -> Crowd.disturb(endNs)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(0, Crowd.TOGETHER.get());
    }

    /** A gate that is a constant to the compiler, as most are that matter: then the moment in question is short, and comes often. */
    private static final class Crowd {
        private static final Gate GATE = new Gate();
        private static final AtomicInteger TOGETHER = new AtomicInteger();
        private static volatile int inside;

        /** Whoever wakes takes some other thread's core, wherever that one stands. */
        private static void disturb(long endNs) {
            while (System.nanoTime() < endNs) {
                LockSupport.parkNanos(20_000);
            }
        }

        private static void run(int self, long endNs) {
            while (System.nanoTime() < endNs) {
                for (int i = 0; i < 200; i++) {
                    if (GATE.tryEnter()) {
                        inside = self;
                        for (int spins = 0; spins < 3; spins++) {
                            Thread.onSpinWait();
                        }
                        if (inside != self) {
                            TOGETHER.incrementAndGet();
                        }
                        GATE.exit();
                    }
                }
            }
        }
    }

    private void becomeFavourite() {
        enter(5_000);
    }

    private void enter(int times) {
        for (int i = 0; i < times; i++) {
            while (!gate.tryEnter()) {
                Thread.yield();
            }
            guarded++;
            gate.exit();
        }
    }
}
