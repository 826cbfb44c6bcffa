package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** A rank that is killed in the middle of MPI ends the job, and whoever needs it is told. Real processes. */
@Timeout(300)
class KilledRankTest {
    private static final String PROGRAM = MpiActor.class.getName();

    @TempDir Path directory = Path.of("");

    @Test
    void aRankKilledInTheMiddleOfALargeMessageEndsTheJobWithinASecondWhateverTheTransport() throws Exception {
        for (String method : List.of("shm", "tcp", "shm(max=64KiB)", "tcp(max=64KiB)")) {
            for (int i = 0; i < 2; i++) {
                int victim = i;
                Promise.assertKept("process " + victim + " dead in a large message over " + method, () -> endInLargeMessage(method, victim));
            }
        }
    }

    private long endInLargeMessage(String method, int victim) throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", "--method", method, PROGRAM, Integer.toString(64 << 20))) {
            List<Long> pids = job.awaitReady(2);
            assertTrue(job.nextLine().startsWith("alive "), "large messages flow");
            long killedNs = System.nanoTime();
            ProcessHandle.of(pids.get(victim)).orElseThrow().destroyForcibly();
            TestJob.Result result = job.end();
            long tookNs = System.nanoTime() - killedNs;
            assertEquals(137, result.code(), result.err());
            assertTrue(result.err().contains("(pid " + pids.get(victim) + ") was killed by signal 9"), result.err());
            assertFalse(result.err().contains("Exception"), "that a rank has died is said once, by the launcher: " + result.err());
            assertTrue(TestJob.ends(pids.get(1 - victim), 5_000));
            assertEquals(List.of(), job.leftFiles());
            return tookNs;
        }
    }

    /** The job is over soon after, so only who keeps its process for a moment can tell. */
    @Test
    @Execution(CONCURRENT)
    void whoNeedsADeadRankInWhateverCallIsToldThatItDiedAndHow() throws Exception {
        for (String call : List.of("recv", "any", "probe", "send", "wait", "barrier", "started", "dup")) {
            for (String method : List.of("shm", "tcp")) {
                assertToldOfDeath(2, call + " over " + method, () -> outputOfSurvivors(call, method));
            }
        }
    }

    private String outputOfSurvivors(String call, String method) throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "3", "--method", method, Survivor.class.getName(), call)) {
            TestJob.signal("KILL", job.awaitReady(1).getFirst());
            TestJob.Result result = job.end();
            assertEquals(137, result.code(), result.err());
            return result.out();
        }
    }

    /** By whatever algorithm: the dead rank is a leaf, an inner node and a partner in these. */
    @Test
    @Execution(CONCURRENT)
    void whoNeedsADeadRankInACollectiveOfWhateverAlgorithmIsToldToo() throws Exception {
        for (String algorithm : List.of("double-tree", "swing", "linear-parts", "reduce-bcast")) {
            for (String method : List.of("shm", "tcp")) {
                assertToldOfDeath(2, algorithm + " over " + method, () -> {
                    try (TestJob job = TestJob.start(directory, "-n", "3", "--method", method, "-x", "BRAID_COLL=allreduce=" + algorithm, Survivor.class.getName(), "allreduce")) {
                        TestJob.signal("KILL", job.awaitReady(1).getFirst());
                        TestJob.Result result = job.end();
                        assertEquals(137, result.code(), result.err());
                        return result.out();
                    }
                });
            }
        }
    }

    /** Its memory and its sockets are gone before the launcher knows, and that no method leads to it is not what its peers should be told. */
    @Test
    @Execution(CONCURRENT)
    void whoTurnsForTheFirstTimeToARankThatHasJustDiedIsToldOfItsDeath() throws Exception {
        for (String method : List.of("auto", "shm", "tcp")) {
            for (String before : List.of("lookedUp", "unknown")) {
                assertToldOfDeath(1, method + ", " + before, () -> {
                    TestJob.Result result = TestJob.run(directory, "", "-n", "3", "--method", method, Stranger.class.getName(), before);
                    assertEquals(137, result.code(), result.err());
                    return result.out();
                });
            }
        }
    }

    /** Half a second later the launcher kills the survivors too. A busy machine may let that pass before all have said what they were told, so each of them has six jobs to do so in. */
    private static void assertToldOfDeath(int survivors, String what, Callable<String> run) throws Exception {
        Set<String> told = new TreeSet<>();
        for (int tries = 0; tries < 6 && told.size() < survivors; tries++) {
            for (String line : run.call().lines().filter(each -> each.startsWith("told: ")).toList()) {
                assertTrue(line.matches("told: [01] Rank 2 has died: it was killed by signal 9 \\(SIGKILL\\).*\\[BRD-1514\\].*"), () -> what + ": " + line);
                told.add(line.substring(0, "told: 0".length()));
            }
        }
        assertEquals(survivors, told.size(), what);
    }

    @Test
    void launcherAndRankKilledTogetherLeaveNothing() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "3", Actor.class.getName(), "hang")) {
            List<Long> pids = job.awaitReady(3);
            TestJob.signal("KILL", pids.get(0));
            TestJob.signal("KILL", job.launcher().pid());
            TestJob.signal("KILL", pids.get(2));
            for (long pid : pids) {
                assertTrue(TestJob.ends(pid, 5_000), "process " + pid + " is left");
            }
            assertEquals(List.of(), job.leftFiles());
        }
    }
}
