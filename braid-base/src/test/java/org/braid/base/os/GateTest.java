package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final int ENTRIES = 200_000;

    /** So many that a gate whose favourites share one word is found open in most runs, on two cores. */
    private static final int CROWDED_ENTRIES = 4_000_000;

    private final Gate gate = new Gate();
    private volatile int inside;
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
        List<Thread> threads = new ArrayList<>();
        AtomicInteger together = new AtomicInteger();
        for (int i = 0; i < 4; i++) {
            int self = i;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int entered = 0; entered < CROWDED_ENTRIES; ) {
                    if (gate.tryEnter()) {
                        inside = self;
                        Thread.onSpinWait();
                        if (inside != self) {
                            together.incrementAndGet();
                        }
                        gate.exit();
                        entered++;
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(0, together.get());
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
