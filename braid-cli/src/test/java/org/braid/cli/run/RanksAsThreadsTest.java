package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --ranks-per-process}: ranks that are threads of one process have what they would have in processes of their own, and are told what they would be told there. Real processes. */
@Timeout(120)
class RanksAsThreadsTest {
    private static final String SEATED = Seated.class.getName();

    @TempDir Path directory = Path.of("");

    private TestJob.Result run(int ranks, int perProcess, String... words) throws IOException, InterruptedException {
        return runWith("", ranks, perProcess, words);
    }

    private TestJob.Result runWith(String input, int ranks, int perProcess, String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("-n", Integer.toString(ranks), "--ranks-per-process", Integer.toString(perProcess)));
        all.addAll(List.of(words));
        return TestJob.run(Files.createTempDirectory(directory, "job"), input, all.toArray(String[]::new));
    }

    @Test
    @Execution(CONCURRENT)
    void eachHasStaticsOutputAndHooksOfItsOwn() throws Exception {
        TestJob.Result result = run(4, 4, "--tag-output", SEATED, "own");
        TestJob.assertCode(0, result);
        for (int rank = 0; rank < 4; rank++) {
            String out = "[" + rank + "]<stdout>: ";
            String err = "[" + rank + "]<stderr>: ";
            assertTrue(result.out().contains(out + "rank " + rank + " started 1\n"), result.out());
            assertTrue(result.out().contains(out + "thread of " + rank + " in "), result.out());
            assertTrue(result.out().contains(out + "lent to " + rank + "\n"), result.out());
            assertTrue(result.out().contains(out + "hook of " + rank + "\n"), result.out());
            assertTrue(result.err().contains(err + "rank " + rank + " complains\n"), result.err());
            assertTrue(result.err().contains(err + "java.lang.Throwable: trace of " + rank + "\n"), result.err());
        }
        assertEquals(1, processes(result, 4));
    }

    @Test
    @Execution(CONCURRENT)
    void moreRanksThanOneProcessHoldsAreInSeveralThatReachEachOther() throws Exception {
        TestJob.Result result = run(5, 2, "--tag-output", SEATED, "own");
        TestJob.assertCode(0, result);
        assertEquals(3, processes(result, 5));
        TestJob.Result links = run(4, 2, "--report", "links", Throng.class.getName());
        TestJob.assertCode(0, links);
        assertTrue(links.err().contains("link 0 -> 1: local") && links.err().contains("link 1 -> 2: shm"), links.err());
        assertEquals("sum 6, token 3\n", links.out());
    }

    private static int processes(TestJob.Result result, int ranks) {
        List<String> lines = result.out().lines().filter(line -> line.contains("thread of ")).toList();
        assertEquals(ranks, lines.size(), result.out());
        return new HashSet<>(lines.stream().map(line -> line.substring(line.lastIndexOf(' '))).collect(Collectors.toSet())).size();
    }

    private static final String WAITS = """
            import mpi.*;

            void main(String[] args) throws Exception {
                MPI.Init(args);
                int me = MPI.COMM_WORLD.getRank();
                if (me == 2) {
                    MPI.COMM_WORLD.barrier();
                    System.exit(3);
                }
                try {
                    MPI.COMM_WORLD.barrier(); // which rank 2 may have left, and ended behind, while others are in it
                    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 2, 0);
                } catch (MPIException e) {
                    System.out.println("told: " + me + " " + e.getMessage());
                }
                Thread.currentThread().join(); // until this process is ended
            }
            """;

    /** The process of such ranks lives on, so they hear of it from their launcher alone, which ends that process with the next word. */
    @ParameterizedTest
    @ValueSource(ints = {4, 2})
    void whoWaitsForARankThatEndsBadlyIsToldBeforeItsProcessIsEnded(int perProcess) throws Exception {
        String program = Files.writeString(directory.resolve("Waits.java"), WAITS).toString();
        TestJob.Result result = run(4, perProcess, program);
        assertEquals(3, result.code(), result.err());
        for (int rank : new int[] {0, 1, 3}) {
            assertTrue(result.out().lines().anyMatch(line -> line.startsWith("told: " + rank + " ") && line.contains("Rank 2 has died")), result.out() + result.err());
        }
    }

    @Test
    @Execution(CONCURRENT)
    void whoExitsEndsItselfAlone() throws Exception {
        TestJob.Result result = run(3, 3, SEATED, "exits", directory.resolve("exited").toString());
        TestJob.assertCode(0, result);
        assertTrue(result.out().contains("rank 1 goes on\n") && result.out().contains("rank 2 goes on\n"), result.out());
        assertFalse(result.out().contains("never"), result.out());
    }

    @Test
    @Execution(CONCURRENT)
    void rankZeroAloneHasTheUsersInput() throws Exception {
        TestJob.Result result = runWith("a line\n", 3, 3, SEATED, "input");
        TestJob.assertCode(0, result);
        assertEquals(List.of("rank 0 reads a line", "rank 1 reads nothing", "rank 2 reads nothing"), result.out().lines().sorted().toList());
    }

    /** Two processes are what two threads are compared with. */
    @Test
    @Execution(CONCURRENT)
    void whatAProgramDoesWithItsStreamsIsTheSameAsInAProcess() throws Exception {
        TestJob.Result processes = runWith("abc", 2, 1, "--tag-output", Redirected.class.getName());
        TestJob.Result threads = runWith("abc", 2, 2, "--tag-output", Redirected.class.getName());
        TestJob.assertCode(0, processes);
        TestJob.assertCode(0, threads);
        List<String> lines = threads.out().lines().sorted().toList();
        assertEquals(processes.out().lines().sorted().toList(), lines);
        assertEquals(processes.err(), threads.err());
        for (String said : List.of("captures 'in it', and reads what it has set: true", "log 'rank 1: tee|rank 1: tee of the JDK's'", "outer 'o' inner 'i'", "bytes [0, -23]", "[prefix] by a subclass", "null is null",
                "command " + Redirected.class.getName() + ", argv ''")) {
            assertTrue(lines.contains("[1]<stdout>: rank 1: " + said), said + " is not in " + lines);
        }
        assertTrue(lines.contains("[0]<stdout>: rank 0: reads 97, then 98") && lines.contains("[0]<stdout>: rank 0: reads 99"), lines::toString);
    }

    @Test
    @Execution(CONCURRENT)
    void aStreamThatThrowsKeepsNoRankFromItsEnd() throws Exception {
        TestJob.assertCode(0, run(2, 2, Redirected.class.getName(), "a stream that throws"));
        TestJob.Result failed = run(2, 2, Redirected.class.getName(), "a failure and an error stream that throws");
        TestJob.assertCode(1, failed);
        assertTrue(failed.err().contains("threw java.lang.IllegalStateException: no more"), failed.err());
    }

    @Test
    @Execution(CONCURRENT)
    void whoThrowsLeavesOrAbortsEndsTheJobAsAProcessWould() throws Exception {
        TestJob.Result thrown = run(3, 3, SEATED, "throws");
        TestJob.assertCode(1, thrown);
        assertTrue(thrown.err().contains("rank 2 (a thread of pid ") && thrown.err().contains(" threw java.lang.IllegalStateException: no more at org.braid.cli.run.Seated.inMpi(Seated.java:"), thrown.err());
        assertEquals(1, TestJob.count(thrown.err(), "threw"), "that a rank has failed is said once: " + thrown.err());
        TestJob.Result left = run(3, 3, SEATED, "leaves");
        assertTrue(left.code() != 0 && left.err().contains("rank 2 (a thread of pid ") && left.err().contains("MPI.Finalize"), left.code() + left.err());
        TestJob.Result aborted = run(3, 3, SEATED, "aborts");
        TestJob.assertCode(7, aborted);
        assertTrue(aborted.err().contains("rank 2 (a thread of pid "), aborted.err());
    }

    @Test
    @Execution(CONCURRENT)
    void aProcessThatIsKilledTakesAllItsRanksWithIt() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "4", "--ranks-per-process", "2", SEATED, "waits")) {
            List<Long> pids = job.awaitReady(4);
            long victim = pids.getFirst();
            assertEquals(2, new HashSet<>(pids).size());
            TestJob.signal("KILL", victim);
            TestJob.Result result = job.end();
            TestJob.assertCode(137, result);
            assertTrue(result.err().contains("(a thread of pid " + victim + ") was killed by signal 9"), result.err());
            for (long pid : pids) {
                assertTrue(TestJob.ends(pid, 5_000));
            }
        }
    }

    @Test
    @Execution(CONCURRENT)
    void ranksThatWaitForEachOtherAreToldSo() throws Exception {
        TestJob.Result two = run(2, 2, Stuck.class.getName(), "barriers", "probes");
        TestJob.assertCode(3, two);
        assertEquals(4, TestJob.count(two.out(), "Ranks wait for each other"), two.out() + two.err());
        TestJob.Result mixed = run(4, 2, Stuck.class.getName(), "receives");
        TestJob.assertCode(3, mixed);
        assertEquals(4, TestJob.count(mixed.out(), "Ranks wait for each other"), mixed.out() + mixed.err());
    }

    @Test
    @Execution(CONCURRENT)
    void ranksThatDisagreeOrNeedOneThatHasLeftAreToldSo() throws Exception {
        TestJob.Result result = run(3, 3, Differing.class.getName(), "onlySends");
        TestJob.assertCode(3, result);
        assertTrue(result.out().contains("there rank 0 calls bcast with root 0 and rank 2 calls gather with root 0"), result.out() + result.err());
        TestJob.Result left = run(2, 2, Leaver.class.getName(), "met", "stays", "recv", "sSend");
        TestJob.assertCode(3, left);
        assertTrue(left.out().contains("recv: ") && left.out().contains("sSend: ") && !left.out().contains("nothing"), left.out() + left.err());
    }

    /** They would be stuck for want of carriers if one that waits kept its own: there are two for a hundred threads. */
    @Test
    @Execution(CONCURRENT)
    void virtualThreadsThatWaitInMpiLeaveTheirCarriersToOthers() throws Exception {
        TestJob.Result result = run(2, 2, "--jvm-args", "-Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=2", SEATED, "virtual");
        TestJob.assertCode(0, result);
        assertEquals(List.of("rank 0 is done", "rank 1 is done"), result.out().lines().sorted().toList());
    }

    @Test
    @Execution(CONCURRENT)
    void aThreadThatTheJdkLendsToAllRanksCallsForTheOneWhoseCodeItRuns() throws Exception {
        TestJob.Result result = run(3, 3, SEATED, "lent");
        TestJob.assertCode(0, result);
        assertEquals(List.of("rank 0 has heard well", "rank 1 has heard well", "rank 2 has heard well"), result.out().lines().sorted().toList());
    }

    @Test
    @Execution(CONCURRENT)
    void whatARankSaysOfPredefinedTypesIsItsOwn() throws Exception {
        TestJob.Result result = run(3, 3, SEATED, "labels");
        TestJob.assertCode(0, result);
        assertEquals(List.of("MPI_INT, INT of 0, key 32 has 0", "MPI_INT, INT of 1, key 32 has 1", "MPI_INT, INT of 2, key 32 has 2"), result.out().lines().sorted().toList());
    }

    @Test
    void aThrongRunsBarrierSumAndRing() throws Exception {
        TestJob.Result result = run(200, 200, Throng.class.getName());
        TestJob.assertCode(0, result);
        assertEquals("sum 19900, token 199\n", result.out());
    }

    @Test
    @Execution(CONCURRENT)
    void aProgramThatIsNotThereIsSaidOnce() throws Exception {
        TestJob.Result result = run(4, 4, "org.braid.cli.run.Nowhere");
        assertEquals(127, result.code(), result.err());
        assertEquals(1, TestJob.count(result.err(), "Nowhere could not be loaded"), result.err());
    }

    @Test
    @Execution(CONCURRENT)
    void numbersThatMakeNoSenseAreRefused() throws Exception {
        assertRefused("0", "a process of 0 ranks makes no sense");
        assertRefused("all", "'all' is not a number of ranks");
    }

    private void assertRefused(String value, String why) throws Exception {
        TestJob.Result result = TestJob.run(Files.createTempDirectory(directory, "job"), "", "-n", "2", "--ranks-per-process", value, SEATED, "own");
        assertEquals(2, result.code(), result.err());
        assertTrue(result.err().contains(why) && result.err().contains("--ranks-per-process"), result.err());
    }
}
