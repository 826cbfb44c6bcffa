package org.braid.mpi.liveness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.braid.mpi.liveness.deadlock.Blocked;
import org.braid.mpi.liveness.deadlock.KnotDetection;
import org.braid.mpi.liveness.deadlock.Wait;
import org.junit.jupiter.api.Test;

/** Rank 0 waits for a lock that rank 1 holds, which says that it waits for rank 0. */
class UnprovenAnswersTest {
    private static final int LOCK_WAIT = 1;
    private static final int HOLDERS_WAIT = 5;

    private final List<List<Blocked>> told = new ArrayList<>();
    private final UnprovenAnswers answers = new UnprovenAnswers();
    private final KnotDetection core = new KnotDetection(0, new KnotDetection.Actions() {
        @Override
        public boolean ask(long rank, int wait) {
            return true;
        }

        @Override
        public boolean answer(long rank, int askersWait, int wait, List<Blocked> news) {
            return true;
        }

        @Override
        public void tell(List<Blocked> knot) {
            told.add(knot);
        }
    });

    private void holderAnswers() {
        Blocked holder = new Blocked(new Wait(1, HOLDERS_WAIT), List.of(new Wait(0, LOCK_WAIT)), 2_000, "recv");
        answers.add(1, LOCK_WAIT, HOLDERS_WAIT, List.of(holder));
    }

    private void begin() {
        core.blocked(LOCK_WAIT, List.of(1L), "lock", 0, 0);
    }

    @Test
    void whatTheHolderHasSaidBeforeALookBeginsIsHeededBehindIt() {
        begin();
        holderAnswers();
        answers.lookBegins();
        answers.heed(core, 0);
        assertEquals(1, told.size());
        assertEquals(2, told.getFirst().size());
        answers.heed(core, 0); // once
        assertEquals(1, told.size());
    }

    @Test
    void whatItSaysDuringALookWaitsForTheNextOne() {
        begin();
        answers.lookBegins();
        holderAnswers();
        answers.heed(core, 0);
        assertEquals(List.of(), told);
        answers.lookBegins();
        answers.heed(core, 0);
        assertEquals(1, told.size());
    }

    @Test
    void nothingIsProvedIfTheLookFindsOthers() {
        begin();
        holderAnswers();
        answers.lookBegins();
        answers.drop();
        answers.heed(core, 0);
        assertEquals(List.of(), told);
    }

    @Test
    void moreThanItKeepsIsDroppedAndNotTold() {
        begin();
        for (int i = 0; i < 1 << 10; i++) {
            answers.add(2, LOCK_WAIT, i, List.of());
        }
        holderAnswers();
        answers.lookBegins();
        answers.heed(core, 0);
        assertEquals(List.of(), told);
    }
}
