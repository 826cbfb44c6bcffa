package org.braid.launch.supervise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.braid.launch.signal.Signals;
import org.braid.launch.supervise.Supervision.Action;
import org.junit.jupiter.api.Test;

class SupervisionTest {
    private final Supervision job = new Supervision(3, 0, 0);

    @Test
    void aJobWhoseRanksAllEndWithZeroSucceeds() {
        for (int rank = 0; rank < 3; rank++) {
            job.exited(rank, 0, rank);
        }
        assertTrue(job.isOver());
        assertEquals(0, job.verdict().exitCode());
        assertEquals(Action.NOTHING, job.next());
    }

    @Test
    void theFirstFailureInTimeIsTheVerdictAndEndsTheOthers() {
        job.exited(2, 7, 100);
        assertEquals(Action.TERMINATE, job.next());
        assertEquals(Action.NOTHING, job.next(), "once");
        job.exited(0, 143, 101);
        job.exited(1, 1, 102);
        assertEquals(new Verdict.RankDied(2, 7), job.verdict());
        assertEquals(7, job.verdict().exitCode());
    }

    /** A job over several hosts learns only then for how long it was held. */
    @Test
    void whatEndsAHeldJobGivesItNoLongerToEnd() {
        Supervision timed = new Supervision(1, 0, 1_000_000_000L);
        timed.signalled(2, 100);
        assertEquals(Action.FORWARD_SIGNAL, timed.next());
        long untilNs = timed.deadlineNs();
        timed.held(3_600_000_000_000L);
        assertEquals(untilNs, timed.deadlineNs());
        timed.tick(untilNs);
        assertEquals(Action.KILL, timed.next(), "not an hour later");
    }

    @Test
    void whoDoesNotEndWithinTheGraceIsKilled() {
        job.exited(2, 7, 100);
        job.next();
        assertEquals(100 + Supervision.FAILURE_GRACE_NS, job.deadlineNs());
        job.tick(99 + Supervision.FAILURE_GRACE_NS);
        assertEquals(Action.NOTHING, job.next());
        job.tick(100 + Supervision.FAILURE_GRACE_NS);
        assertEquals(Action.KILL, job.next());
        assertTrue(Supervision.FAILURE_GRACE_NS < 1_000_000_000L, "a dead rank ends the job within a second");
    }

    /** On a crowded machine the launcher may see a death when the grace that began with it is over. */
    @Test
    void aLauncherThatComesLateAsksRanksToEndBeforeItKillsThem() {
        long lateNs = 100 + 3 * Supervision.FAILURE_GRACE_NS;
        job.exited(2, 7, 100);
        job.tick(lateNs);
        assertEquals(Action.TERMINATE, job.next());
        job.asked(lateNs, 1000);
        job.tick(lateNs + Supervision.FAILURE_GRACE_NS);
        assertEquals(Action.NOTHING, job.next());
        job.tick(lateNs + Supervision.FAILURE_GRACE_NS + 1000);
        assertEquals(Action.KILL, job.next());
        job.asked(lateNs, 1000);
        assertEquals(Long.MAX_VALUE, job.deadlineNs());
    }

    @Test
    void aSignalIsForwardedOnceAndASecondOneKills() {
        job.signalled(2, 5);
        assertEquals(Action.FORWARD_SIGNAL, job.next());
        assertEquals(2, job.signal());
        assertEquals(5 + Supervision.SIGNAL_GRACE_NS, job.deadlineNs());
        job.signalled(2, 6);
        assertEquals(Action.KILL, job.next());
        for (int rank = 0; rank < 3; rank++) {
            job.exited(rank, 130, 7);
        }
        assertEquals(130, job.verdict().exitCode());
    }

    @Test
    void anOutputThatNobodyReadsEndsTheJobAsAFailureDoes() {
        job.signalled(Signals.PIPE, 5);
        assertEquals(Action.TERMINATE, job.next());
        assertEquals(5 + Supervision.FAILURE_GRACE_NS, job.deadlineNs());
        job.signalled(Signals.PIPE, 6);
        assertEquals(Action.KILL, job.next());
        for (int rank = 0; rank < 3; rank++) {
            job.exited(rank, 143, 7);
        }
        assertEquals(141, job.verdict().exitCode());
    }

    @Test
    void aTimeoutDumpsStacksThenEndsTheJobWith124() {
        Supervision timed = new Supervision(1, 10, 1000);
        assertEquals(1010, timed.deadlineNs());
        timed.tick(1010);
        assertEquals(Action.DUMP_STACKS, timed.next());
        timed.tick(1010 + Supervision.DUMP_NS);
        assertEquals(Action.TERMINATE, timed.next());
        timed.exited(0, 143, 2000);
        assertEquals(124, timed.verdict().exitCode());
    }

    @Test
    void aRankThatLeavesWithoutFinalizeFailsTheJob() {
        job.joined(0, 1);
        job.exited(0, 0, 2);
        assertEquals(Action.TERMINATE, job.next());
        job.exited(1, 143, 3);
        job.exited(2, 143, 3);
        assertEquals(new Verdict.RankLeft(0, true), job.verdict());
        assertEquals(1, job.verdict().exitCode());
    }

    @Test
    void aRankThatFinishedMayLeave() {
        job.joined(0, 1);
        job.finished(0);
        job.exited(0, 0, 2);
        assertFalse(job.isOver());
        assertEquals(Action.NOTHING, job.next());
    }

    @Test
    void aRankThatEndsWithoutInitFailsTheJobOnceAnotherIsInside() {
        job.exited(1, 0, 1);
        assertEquals(Action.NOTHING, job.next(), "nobody is inside yet");
        job.joined(2, 2);
        assertEquals(Action.TERMINATE, job.next());
        job.exited(0, 143, 3);
        job.exited(2, 143, 3);
        assertEquals(new Verdict.RankLeft(1, false), job.verdict());
    }

    @Test
    void anAbortCarriesItsCode() {
        job.joined(1, 1);
        job.aborted(1, 9, "because", 2);
        assertEquals(Action.TERMINATE, job.next());
        for (int rank = 0; rank < 3; rank++) {
            job.exited(rank, 137, 3);
        }
        assertEquals(9, job.verdict().exitCode());
    }

    @Test
    void aCodeOfWhichTheKernelKeepsNothingIsStillAFailure() {
        assertEquals(44, new Verdict.Aborted(0, 300, "").exitCode(), "what a shell sees");
        assertEquals(1, new Verdict.Aborted(0, 256, "").exitCode());
        assertEquals(255, new Verdict.Aborted(0, -1, "").exitCode());
        assertEquals(0, new Verdict.Aborted(0, 0, "").exitCode(), "as asked for");
    }

    @Test
    void aRankThatCannotBeStartedEndsTheJobAtOnce() {
        job.notStarted(1, "no such file", 1);
        assertEquals(Action.KILL, job.next());
        job.exited(0, 0, 2);
        job.exited(2, 0, 2);
        assertInstanceOf(Verdict.NotStarted.class, job.verdict());
    }

    @Test
    void whateverHappensTheJobEndsWhenItsRanksHave() {
        for (long seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            Supervision any = new Supervision(3, 0, random.nextInt(50));
            long nowNs = 0;
            for (int event = 0; event < 20; event++) {
                nowNs += random.nextInt(10) * 100_000_000L;
                int rank = random.nextInt(3);
                switch (random.nextInt(6)) {
                    case 0 -> any.joined(rank, nowNs);
                    case 1 -> any.finished(rank);
                    case 2 -> any.signalled(15, nowNs);
                    case 3 -> any.aborted(rank, 3, "", nowNs);
                    case 4 -> any.exited(rank, random.nextInt(3), nowNs);
                    default -> any.tick(nowNs);
                }
                any.next();
            }
            for (int rank = 0; rank < 3; rank++) {
                any.exited(rank, 0, nowNs);
            }
            assertTrue(any.isOver(), "seed " + seed);
            assertTrue(any.verdict().exitCode() >= 0, "seed " + seed);
        }
    }
}
