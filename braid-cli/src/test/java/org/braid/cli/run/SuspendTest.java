package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.base.os.Machine;
import org.braid.launch.signal.Suspension;
import org.braid.launch.supervise.Supervision;
import org.braid.launch.supervise.Suspicion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Ctrl-Z stops a job, and {@code fg} resumes it. Real processes. */
@Isolated("it stops and resumes whole groups of processes in a moment")
@Timeout(120)
class SuspendTest {
    private static final String PROGRAM = MpiActor.class.getName();

    @TempDir Path directory = Path.of("");

    private static void await(boolean stopped, List<Long> pids) throws InterruptedException {
        for (long pid : pids) {
            for (long naps = TestJob.BOUND_S * 50; Machine.isStopped(pid) != stopped; naps--) {
                assertTrue(naps > 0, "process " + pid + (stopped ? " runs on" : " is still stopped"));
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
    }

    private static List<Long> suspend(TestJob job, List<Long> ranks) throws Exception {
        TestJob.signal("TSTP", job.launcher().pid());
        List<Long> all = new ArrayList<>(ranks);
        all.add(job.launcher().pid());
        await(true, all);
        return all;
    }

    @Test
    void itsRanksStopWithItAndGoOnWithIt() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", PROGRAM, "1000")) {
            List<Long> ranks = job.awaitReady(2);
            for (int times = 0; times < 2; times++) {
                List<Long> all = suspend(job, ranks);
                TestJob.signal("CONT", job.launcher().pid());
                await(false, all);
                long resumedNs = System.nanoTime();
                while (System.nanoTime() - resumedNs < Suspension.TOGETHER_NS) {
                    assertTrue(job.nextLine().startsWith("alive "));
                }
            }
            TestJob.signal("TERM", job.launcher().pid());
            assertEquals(143, job.end().code());
        }
    }

    @Test
    void nobodyIsSuspectForHavingBeenStoppedWithIt() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", PROGRAM, "1000")) {
            List<Long> all = suspend(job, job.awaitReady(2));
            TimeUnit.NANOSECONDS.sleep(Suspicion.SUSPECT_NS + Suspicion.LOOK_NS); // the case is that it takes long
            TestJob.signal("CONT", job.launcher().pid());
            await(false, all);
            for (int lines = 0; lines < 4; lines++) {
                assertTrue(job.nextLine().startsWith("alive "));
            }
            TestJob.signal("TERM", job.launcher().pid());
            TestJob.Result result = job.end();
            assertEquals(143, result.code());
            assertFalse(result.err().contains("stopped") || result.err().contains("suspect"), result.err());
        }
    }

    @Test
    void theTimeForWhichItIsStoppedDoesNotCount() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", "--timeout", "1h", PROGRAM, "1000")) {
            List<Long> all = suspend(job, job.awaitReady(2));
            TestJob.signal("CONT", job.launcher().pid());
            await(false, all);
            assertTrue(job.nextLine().startsWith("alive "));
        }
        Supervision job = new Supervision(1, 0, 1_000);
        job.held(700);
        job.tick(1_699);
        assertEquals(Supervision.Action.NOTHING, job.next());
        job.tick(1_700);
        assertEquals(Supervision.Action.DUMP_STACKS, job.next());
    }

    @Test
    void oneThatIsResumedAtOnceIsNotStoppedForGood() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", PROGRAM, "1000")) {
            List<Long> all = new ArrayList<>(job.awaitReady(2));
            all.add(job.launcher().pid());
            for (int times = 0; times < 5; times++) {
                TestJob.signal("TSTP", job.launcher().pid());
                TestJob.signal("CONT", job.launcher().pid());
                await(false, all);
            }
            String before = job.nextLine();
            while (job.nextLine().equals(before)) {
                // What had been printed before.
            }
            TestJob.signal("TERM", job.launcher().pid());
            assertEquals(143, job.end().code());
        }
    }

    @Test
    void aLauncherThatIsKilledWhileItsJobIsStoppedLeavesNothing() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", PROGRAM, "1000")) {
            List<Long> ranks = job.awaitReady(2);
            suspend(job, ranks);
            job.launcher().destroyForcibly().waitFor();
            for (long rank : ranks) {
                assertTrue(TestJob.ends(rank, 10_000), "rank " + rank + " is left");
            }
        }
    }

    @Test
    void aJobThatIsStoppedCanBeEnded() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", PROGRAM, "1000")) {
            List<Long> ranks = job.awaitReady(2);
            suspend(job, ranks);
            TestJob.signal("TERM", job.launcher().pid());
            TestJob.signal("CONT", job.launcher().pid()); // as a shell does that kills a stopped job
            assertEquals(143, job.end().code());
            for (long rank : ranks) {
                assertTrue(TestJob.ends(rank, 10_000), "rank " + rank + " is left");
            }
        }
    }
}
