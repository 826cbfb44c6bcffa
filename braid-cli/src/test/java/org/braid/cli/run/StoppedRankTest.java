package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.nio.file.Path;
import java.util.List;
import org.braid.boot.Mute;
import org.braid.launch.supervise.Suspicion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** A rank that is stopped or does not react is waited for, and named. Real processes. */
@Timeout(120)
class StoppedRankTest {
    private static final String PROGRAM = MpiActor.class.getName();

    @TempDir Path directory = Path.of("");

    @Test
    void aStoppedRankIsWaitedForAndGoesOnWhenItIsResumed() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", PROGRAM, "1000")) {
            List<Long> pids = job.awaitReady(2);
            String before = job.nextLine();
            long stoppedNs = System.nanoTime();
            TestJob.signal("STOP", pids.get(1));
            assertFalse(TestJob.ends(pids.get(0), 1_500), "the other rank gave up");
            assertTrue(job.launcher().isAlive());
            TestJob.signal("CONT", pids.get(1));
            boolean brief = System.nanoTime() - stoppedNs < Suspicion.SUSPECT_NS; // unless this test was held itself
            while (job.nextLine().equals(before)) {
                // What had been printed before the stop.
            }
            assertTrue(job.nextLine().startsWith("alive "));
            TestJob.signal("TERM", job.launcher().pid());
            TestJob.Result result = job.end();
            assertEquals(143, result.code());
            assertFalse(brief && result.err().contains("stopped"), "a stop of less than three seconds is nobody's business");
        }
    }

    @Test
    void aStoppedLauncherHoldsNothingUpForGoodAndAccusesNobodyWhenItIsResumed() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", PROGRAM, "1000")) {
            List<Long> pids = job.awaitReady(2);
            String before = job.nextLine();
            TestJob.signal("STOP", job.launcher().pid());
            assertFalse(TestJob.ends(pids.get(0), 4_000), "a rank gave up");
            assertTrue(TestJob.isRunning(pids.get(1)));
            TestJob.signal("CONT", job.launcher().pid());
            while (job.nextLine().equals(before)) {
                // What had been printed before the stop.
            }
            assertTrue(job.nextLine().startsWith("alive "));
            TestJob.signal("TERM", job.launcher().pid());
            TestJob.Result result = job.end();
            assertEquals(143, result.code());
            assertFalse(result.err().contains("suspect") || result.err().contains("has been stopped"), result.err());
        }
    }

    @Test
    void aRankThatIsAskedForItsStacksPrintsThemAndGoesOn() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", PROGRAM, "1000")) {
            long asked = job.awaitReady(2).getFirst();
            TestJob.signal("QUIT", asked);
            while (!job.nextLine().startsWith("Full thread dump")) {
                // Another line.
            }
            while (!job.nextLine().startsWith("alive ")) {
                // The rest of the stacks.
            }
            TestJob.signal("TERM", job.launcher().pid());
            assertEquals(143, job.end().code());
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aRankThatStaysStoppedIsNamedOnceAndOnceMoreWhenItRunsAgain() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", PROGRAM, "1000")) {
            List<Long> pids = job.awaitReady(2);
            long victim = pids.get(1);
            TestJob.signal("STOP", victim);
            job.awaitErrors("(pid " + victim + ") has been stopped for ");
            TestJob.signal("CONT", victim);
            job.awaitErrors("(pid " + victim + ") runs again");
            TestJob.signal("STOP", victim);
            job.awaitErrors(2, "(pid " + victim + ") has been stopped for ");
            TestJob.signal("TERM", job.launcher().pid());
            TestJob.signal("TERM", job.launcher().pid());
            TestJob.Result result = job.end();
            assertEquals(143, result.code(), result.err());
            assertEquals(1, TestJob.count(result.err(), "runs again"), result.err());
            assertEquals(2, TestJob.count(result.err(), "kill -CONT " + victim), result.err());
            assertEquals(1, TestJob.count(result.err(), "  suspect      rank "), result.err());
            assertTrue(TestJob.ends(victim, 5_000), "a stopped rank is ended with its job");
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aRankThatIsWaitedForAndDoesNotReactIsNamedThoughTheKernelCallsItRunning() throws Exception {
        TestJob.Result result = TestJob.startInPieces(directory, "-n", "2", Mute.class.getName()).endAfter("");
        assertEquals(0, result.code(), result.err());
        assertEquals(1, TestJob.count(result.err(), ") has not reacted for "), result.err());
        assertEquals(1, TestJob.count(result.err(), "runs again"), result.err());
        assertTrue(result.err().contains("rank 1 (pid"), result.err());
    }
}
