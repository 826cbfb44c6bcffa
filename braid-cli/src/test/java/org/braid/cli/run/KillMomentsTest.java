package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code kill -9} of anything, at any moment of a job's life: it ends within a second, and nothing of it stays. */
@Isolated("nothing may take a second")
@Timeout(180)
class KillMomentsTest {
    private static final int RANKS = 4;
    private static final List<String> MOMENTS = List.of("start", "init", "middle", "collective", "finalize", "finalized");

    @TempDir Path directory = Path.of("");

    private void assertNothingIsLeft(TestJob job, List<Long> pids) throws Exception {
        for (long pid : pids) {
            assertTrue(TestJob.ends(pid, 10_000), "process " + pid + " is left");
        }
        assertEquals(List.of(), job.leftFiles());
        for (long pid : processesOf(job)) { // started between our look and the kill
            assertTrue(TestJob.ends(pid, 10_000), "process " + pid + " is left");
        }
        assertEquals(List.of(), job.leftBy(pids));
    }

    /** Every process that has inherited the environment of this job's launcher. */
    private static List<Long> processesOf(TestJob job) throws IOException {
        List<Long> found = new ArrayList<>();
        try (var all = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
            for (Path process : all) {
                long pid = Long.parseLong(process.getFileName().toString());
                if (environment(process).contains(job.mark()) && TestJob.isRunning(pid)) {
                    found.add(pid);
                }
            }
        }
        return found;
    }

    private static String environment(Path process) {
        try {
            return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException goneOrNotOurs) {
            return "";
        }
    }

    private static long kill(long pid) {
        long nowNs = System.nanoTime();
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        return nowNs;
    }

    private static long waitForAll(List<Long> pids) throws InterruptedException {
        for (long pid : pids) {
            assertTrue(TestJob.ends(pid, 10_000), "process " + pid + " is left");
        }
        return System.nanoTime();
    }

    @Test
    void aRankKilledAtAnyMomentEndsTheJobAndLeavesNothing() throws Exception {
        for (String moment : MOMENTS) {
            try (TestJob job = TestJob.start(directory, "-n", Integer.toString(RANKS), Moments.class.getName(), moment)) {
                List<Long> pids = job.awaitReady(RANKS);
                long victim = pids.get(moment.hashCode() & RANKS - 1);
                kill(victim);
                TestJob.Result result = job.end();
                assertEquals(137, result.code(), moment + result.err());
                assertTrue(result.err().contains("(pid " + victim + ") was killed by signal 9"), moment + result.err());
                assertNothingIsLeft(job, pids);
            }
        }
    }

    @Test
    void aLauncherKilledAtAnyMomentLeavesNothing() throws Exception {
        for (String moment : MOMENTS) {
            try (TestJob job = TestJob.start(directory, "-n", Integer.toString(RANKS), Moments.class.getName(), moment)) {
                List<Long> pids = job.awaitReady(RANKS);
                kill(job.launcher().pid());
                assertNothingIsLeft(job, pids);
            }
        }
    }

    /** Before the program's first line: some ranks are started, some are not, and some have no ticket yet. */
    @Test
    void aLauncherKilledWhileItStartsItsRanksLeavesNothing() throws Exception {
        for (int afterMs = 80; afterMs <= 480; afterMs += 80) {
            try (TestJob job = TestJob.start(directory, "-n", Integer.toString(RANKS), Moments.class.getName(), "collective")) {
                TimeUnit.MILLISECONDS.sleep(afterMs);
                List<Long> pids = new ArrayList<>(job.launcher().descendants().map(ProcessHandle::pid).toList());
                kill(job.launcher().pid());
                pids.add(job.launcher().pid());
                assertNothingIsLeft(job, pids);
            }
        }
    }

    @Test
    void aRankKilledWhileItStartsEndsTheJobAndLeavesNothing() throws Exception {
        for (int afterMs = 0; afterMs <= 160; afterMs += 80) {
            try (TestJob job = TestJob.start(directory, "-n", Integer.toString(RANKS), Moments.class.getName(), "middle")) {
                long victim = firstChild(job);
                TimeUnit.MILLISECONDS.sleep(afterMs);
                kill(victim);
                TestJob.Result result = job.end();
                assertTrue(result.code() == 137 || result.code() == 126, result.code() + result.err());
                assertTrue(result.err().contains("job ") && result.err().contains("exit code"), result.err());
                assertNothingIsLeft(job, List.of(victim));
            }
        }
    }

    private static long firstChild(TestJob job) {
        while (true) {
            var child = job.launcher().children().findFirst();
            if (child.isPresent()) {
                return child.get().pid();
            }
            assertTrue(job.launcher().isAlive());
            Thread.onSpinWait();
        }
    }

    @Test
    void aDeadRankEndsTheJobWithinASecondWhateverTheOthersDo() throws Exception {
        for (String others : List.of("hang", "stubborn", "parent")) {
            Promise.assertKept("a dead rank, others " + others, () -> endOfRank(Actor.class, others));
        }
    }

    @Test
    void aDeadRankInTheMiddleOfMpiEndsTheJobWithinASecond() throws Exception {
        for (String moment : List.of("collective", "finalize")) {
            Promise.assertKept("a dead rank in " + moment, () -> endOfRank(Moments.class, moment));
        }
    }

    private long endOfRank(Class<?> program, String argument) throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", Integer.toString(RANKS), program.getName(), argument)) {
            List<Long> pids = job.awaitReady(RANKS);
            long victim = argument.equals("parent") ? ProcessHandle.of(pids.getFirst()).flatMap(ProcessHandle::parent).orElseThrow().pid() : pids.getFirst();
            long deadNs = kill(victim);
            assertEquals(137, job.end().code());
            return waitForAll(pids) - deadNs;
        }
    }

    @Test
    void aDeadLauncherEndsItsRanksWithinASecond() throws Exception {
        for (String ranks : List.of("hang", "stubborn", "parent")) {
            Promise.assertKept("a dead launcher, ranks " + ranks, () -> endOfLauncher(ranks));
        }
    }

    private long endOfLauncher(String ranks) throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", Integer.toString(RANKS), Actor.class.getName(), ranks)) {
            List<Long> pids = job.awaitReady(RANKS);
            long deadNs = kill(job.launcher().pid());
            return waitForAll(pids) - deadNs;
        }
    }
}
