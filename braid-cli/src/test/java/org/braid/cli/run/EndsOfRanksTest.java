package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** Ranks end in the same way whether each has a process or they are threads of one. Real processes. */
@Timeout(180)
@Execution(CONCURRENT)
class EndsOfRanksTest {
    @TempDir Path directory = Path.of("");

    private TestJob.Result run(int ranks, int perProcess, String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("-n", Integer.toString(ranks), "--ranks-per-process", Integer.toString(perProcess), "--jvm-args", "-Djava.util.concurrent.ForkJoinPool.common.parallelism=1", Ending.class.getName()));
        all.addAll(List.of(words));
        return TestJob.run(Files.createTempDirectory(directory, "job"), "", all.toArray(String[]::new));
    }

    @Test
    void aRankThatHaltsInAHookEnds() throws Exception {
        TestJob.Result result = run(2, 2, "halts in a hook");
        TestJob.assertCode(0, result);
        assertEquals(List.of("hook of 0", "hook of 1"), result.out().lines().sorted().toList());
    }

    @Test
    void aRankOfWhichAHookHangsEndsWhenItHalts() throws Exception {
        TestJob.assertCode(0, run(2, 2, "halts since a hook hangs"));
    }

    @Test
    void whoExitsInTheCommonPoolLeavesItToTheOtherRanks() throws Exception {
        TestJob.Result result = run(2, 2, "exits in the common pool", directory.resolve("exited").toString());
        TestJob.assertCode(0, result);
        assertEquals("the pool says yes\n", result.out());
    }

    @Test
    void whatIsNoHookIsRefusedAsInAProcess() throws Exception {
        for (int perProcess : new int[] {1, 2}) {
            TestJob.Result result = run(2, perProcess, "refuses hooks");
            TestJob.assertCode(0, result);
            assertEquals("IllegalArgumentException: Hook already running,IllegalArgumentException: Hook already running,IllegalArgumentException: Hook previously registered,IllegalArgumentException: Hook previously registered,NullPointerException,NullPointerException",
                    String.join(",", result.out().lines().sorted().toList()));
        }
    }

    @Test
    void anMpiExceptionThatNobodyCatchesEndsTheJobWhicheverThreadHasThrownIt() throws Exception {
        for (int perProcess : new int[] {1, 2}) {
            for (String where : List.of("fails in a thread", "fails in a virtual thread")) {
                TestJob.Result result = run(2, perProcess, where);
                TestJob.assertCode(1, result);
                assertTrue(result.err().contains(" threw ") && result.err().contains("rank 99 is out of range") && result.err().contains("at org.braid.cli.run.Ending"), result.err());
            }
        }
    }

    @Test
    void aProgramThatHandlesWhatNobodyCatchesGoesOn() throws Exception {
        for (int perProcess : new int[] {1, 2}) {
            for (String where : List.of("fails in a thread", "fails in a virtual thread")) {
                TestJob.Result result = run(2, perProcess, where, "handles");
                TestJob.assertCode(0, result);
                assertEquals("handled MPIException\nhandled IllegalStateException\n", result.out());
            }
        }
    }
}
