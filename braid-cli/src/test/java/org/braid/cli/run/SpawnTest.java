package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** Programs that start more processes: these have what they were asked for, whoever waits for one that died is told, and nothing is left. Real processes. */
@Timeout(120)
@Execution(CONCURRENT)
class SpawnTest {
    private static final String PROGRAM = Spawner.class.getName();

    @TempDir Path directory = Path.of("");

    @Test
    void severalCommandsShareAWorldAndEachHasItsNumberItsHintsAndItsTag() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", "--tag-output", PROGRAM, "several");
        TestJob.assertCode(0, result);
        for (String line : List.of(
                "[1:0]<stdout>: application 0 rank 0 of 3 in / told yes", "[1:1]<stdout>: application 0 rank 1 of 3 in / told yes", "[1:2]<stdout>: application 1 rank 2 of 3 in " + Path.of("").toAbsolutePath() + " told by-java",
                "[0]<stdout>: codes [0, 0, 0]", "[1]<stdout>: codes [0, 0, 0]", "[0]<stdout>: met 3 of 5", "[1:2]<stdout>: met 1 of 5")) {
            assertTrue(result.out().contains(line + "\n"), line + " is not in " + result.out());
        }
        assertEquals("", result.err());
    }

    @Test
    void spawnedProcessesMaySpawn() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "1", PROGRAM, "grandchildren");
        TestJob.assertCode(0, result);
        assertEquals(4, TestJob.count(result.out(), "met 0 of 2\n"), result.out());
    }

    @Test
    void spawnedProcessesTalkBySocketsWhereTheirJobsAreToldTo() throws Exception {
        for (String method : List.of("tcp", "unix", "tls")) {
            TestJob.Result result = TestJob.run(directory, "", "-n", "1", "--method", method, PROGRAM, "grandchildren");
            TestJob.assertCode(0, result);
            assertEquals(4, TestJob.count(result.out(), "met 0 of 2\n"), method + ": " + result.out());
            assertEquals("", result.err(), method);
        }
    }

    @Test
    void whatCannotBeStartedIsToldAtEveryRankWhichGoOn() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", PROGRAM, "refused");
        TestJob.assertCode(0, result);
        assertEquals(14, TestJob.count(result.out(), "told 50 "), result.out());
        assertFalse(result.out().contains("not told"), result.out());
    }

    @Test
    void processesThatEndBeforeInitAreNoSpawnAndTheRunSaysHowTheyEnded() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", PROGRAM, "without-init");
        TestJob.assertCode(3, result);
        assertEquals(2, TestJob.count(result.out(), "told 50 "), result.out());
        assertTrue(result.err().contains("ended with code 3"), result.err());
    }

    /** Whether or not the other one has called the root by then. */
    @Test
    void oneOfThemThatEndsBeforeInitIsNoSpawnEitherAndTheRootSaysHowItEnded() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", PROGRAM, "one-without-init");
        TestJob.assertCode(3, result);
        assertEquals(2, TestJob.count(result.out(), "told 50 "), result.out());
        assertEquals(2, TestJob.count(result.out(), "has failed with exit code 3"), result.out());
    }

    @Test
    void whoeverWaitsForASpawnedProcessThatIsKilledIsToldAndItsJobIsOver() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", "--tag-output", PROGRAM, "kill")) {
            List<Long> pids = awaitAll(job, "[1:1]");
            TestJob.signal("KILL", pids.getLast());
            TestJob.Result result = job.end();
            TestJob.assertCode(137, result);
            assertEquals(2, TestJob.count(result.out(), "told 75 Rank 1 of another job has died"), result.out());
            assertGone(job, pids);
        }
    }

    @Test
    void theEndOfTheAskingJobIsThatOfTheProcessesItHasAskedFor() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", "--tag-output", PROGRAM, "kill")) {
            List<Long> pids = awaitAll(job, "[1]");
            TestJob.signal("KILL", pids.getLast());
            TestJob.Result result = job.end();
            TestJob.assertCode(137, result);
            assertGone(job, pids);
        }
    }

    @Test
    void aSignalToTheLauncherEndsAll() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", "--tag-output", PROGRAM, "kill")) {
            List<Long> pids = awaitAll(job, "[1]");
            TestJob.signal("TERM", job.launcher().pid());
            TestJob.assertCode(143, job.end());
            assertGone(job, pids);
        }
    }

    @Test
    void nothingOutlivesALauncherThatIsKilled() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", "--tag-output", PROGRAM, "kill")) {
            List<Long> pids = awaitAll(job, "[1]");
            TestJob.signal("KILL", job.launcher().pid());
            assertGone(job, pids);
        }
    }

    /** The processes of two ranks and of those that they have spawned, in any order, but the last one's lines have this tag. Each spawned one says it twice. */
    private static List<Long> awaitAll(TestJob job, String last) throws Exception {
        Map<String, Long> pids = new TreeMap<>();
        for (int lines = 0; lines < 6; lines++) {
            String line = job.nextLine();
            assertTrue(line.contains("ready "), line);
            pids.put(line.substring(0, line.indexOf('<')), Long.parseLong(line.substring(line.indexOf("ready ") + 6)));
        }
        assertEquals(4, pids.size());
        List<Long> ordered = new ArrayList<>(pids.values());
        Long chosen = pids.get(last);
        ordered.remove(chosen);
        ordered.add(chosen);
        return ordered;
    }

    private static void assertGone(TestJob job, List<Long> pids) throws Exception {
        for (long pid : pids) {
            assertTrue(TestJob.ends(pid, 5_000), "process " + pid);
        }
        assertEquals(List.of(), job.leftFiles().stream().filter(file -> file.toString().contains("names")).toList());
    }
}
