package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** How a job ends that does not succeed, and what is said of it. Real processes. */
@Timeout(120)
class FailedJobTest {
    private static final String ACTOR = Actor.class.getName();
    private static final String HANGS = "at org.braid.cli.run.Actor.hang";

    @TempDir Path directory = Path.of("");

    private TestJob.Result run(String... words) throws IOException, InterruptedException {
        return TestJob.run(directory, "", words);
    }

    @Test
    @Execution(CONCURRENT)
    void anExceptionBeforeInsideOrAfterMpiFailsTheJobWithItsStack() throws Exception {
        for (String when : List.of("throw-before", "throw-inside", "throw-after", "throw-lines")) {
            TestJob.Result result = run("-n", "2", ACTOR, when);
            assertCode(1, result);
            assertEquals(1, TestJob.count(result.err(), "IllegalStateException: lost at sea"), result.err());
            assertTrue(result.err().contains("\n\tat org.braid.cli.run.Actor.main"), result.err());
            assertFalse(result.err().contains("jdk.internal.reflect"), result.err());
            assertTrue(result.err().lines().anyMatch(line -> line.matches("job [0-9a-f]{4} failed after [0-9.]+ s: rank 1 \\(pid \\d+\\) threw .*lost at sea.* at org\\.braid\\.cli\\.run\\.Actor\\..*")), result.err());
            assertTrue(result.err().endsWith("  exit code    1\n"), result.err());
        }
    }

    @Test
    @Execution(CONCURRENT)
    void theExitCodeIsThatOfTheRankThatFailed() throws Exception {
        TestJob.Result result = run("-n", "3", ACTOR, "exit", "7");
        assertCode(7, result);
        assertTrue(result.err().contains("rank 1") && result.err().contains("ended with code 7"), result.err());
    }

    /** By its number alone such an end cannot be told from one by a signal, where there is a signal of that number that ends processes. */
    @Test
    @Execution(CONCURRENT)
    void anExitCodeThatASignalWouldHaveIsToldAsBoth() throws Exception {
        TestJob.Result result = run("-n", "2", ACTOR, "exit", "137");
        assertCode(137, result);
        assertTrue(result.err().contains("was killed by signal 9 (SIGKILL), unless it exited with code 137 itself"), result.err());
        result = run("-n", "2", ACTOR, "exit", "145");
        assertCode(145, result);
        assertTrue(result.err().contains("ended with code 145"), result.err());
    }

    @Test
    @Execution(CONCURRENT)
    void aRankThatLeavesWithoutFinalizeFailsTheJob() throws Exception {
        TestJob.Result result = run("-n", "2", ACTOR, "leave");
        assertCode(1, result);
        assertTrue(result.err().contains("rank 1") && result.err().contains("without MPI.Finalize"), result.err());
    }

    @Test
    @Execution(CONCURRENT)
    void aProgramThatEndsWithASessionOpenIsToldWhereThatWasBegunAndOneWhoseOtherThreadClosesItIsNot() throws Exception {
        Path main = Files.writeString(directory.resolve("Open.java"), """
                import mpi.*;
                import org.braid.mpix.Session;
                void main(String[] args) {
                    MPI.Init(args);
                    Session kept = Session.init();
                    MPI.Finalize();
                    if (args[0].equals("closed")) new Thread(kept::close).start();
                }
                """);
        for (String ranks : List.of("1", "2")) {
            assertCode(0, run("-n", "2", "--ranks-per-process", ranks, main.toString(), "closed"));
            TestJob.Result result = run("-n", "2", "--ranks-per-process", ranks, main.toString(), "open");
            assertCode(1, result);
            assertTrue(result.err().contains("the program has ended while a session is open") && result.err().contains("Open.java:5"), result.err());
            assertFalse(result.err().contains("without MPI.Finalize"), result.err());
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aRankThatNeverCallsInitWhileOthersDidFailsTheJob() throws Exception {
        TestJob.Result result = run("-n", "2", ACTOR, "no-init");
        assertCode(1, result);
        assertTrue(result.err().contains("rank 1") && result.err().contains("without MPI.Init"), result.err());
    }

    @Test
    @Execution(CONCURRENT)
    void whoFinalizesWhileOthersCallSomethingElseIsNamed() throws Exception {
        Path main = Files.writeString(directory.resolve("Early.java"), """
                import mpi.*;
                void main(String[] args) {
                    MPI.Init(args);
                    MPI.COMM_WORLD.Barrier();
                    if (MPI.COMM_WORLD.Rank() > 0) MPI.COMM_WORLD.Barrier();
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = run("-n", "3", main.toString());
        assertCode(1, result);
        assertTrue(result.err().contains("rank 0 calls MPI.Finalize") && result.err().contains(" calls barrier"), result.err());
    }

    @Test
    @Execution(CONCURRENT)
    void anAbortEndsTheJobWithItsCodeAndReason() throws Exception {
        TestJob.Result result = run("-n", "3", ACTOR, "abort");
        assertCode(9, result);
        assertTrue(result.err().contains("rank 1") && result.err().contains("the sea is too rough"), result.err());
    }

    @Test
    @Execution(CONCURRENT)
    void whatAProgramDidWrongWithMpiIsSaidOnceAndWhereItDidIt() throws Exception {
        Path main = Files.writeString(directory.resolve("Far.java"), """
                import mpi.*;
                void main(String[] args) {
                    MPI.Init(args);
                    if (MPI.COMM_WORLD.Rank() == 1) MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 99, 0);
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = run("-n", "2", main.toString());
        assertCode(1, result);
        assertTrue(result.err().lines().anyMatch(line -> line.startsWith("job ") && line.contains("rank 99 is out of range") && line.endsWith(" at Far.main(Far.java:4)")), result.err());
        assertFalse(result.err().contains("Caused by"), result.err());
        assertFalse(result.err().contains("mpi.Errors"), result.err());
    }

    /** A program whose ranks have met before they do what is said. */
    private String together(String name, String statement) throws IOException {
        return Files.writeString(directory.resolve(name + ".java"), """
                import mpi.*;
                class %s {
                    public static void main(String[] args) {
                        MPI.Init(args);
                        int rank = MPI.COMM_WORLD.Rank();
                        MPI.COMM_WORLD.Barrier();
                        %s
                        MPI.Finalize();
                    }
                }
                """.formatted(name, statement)).toString();
    }

    @Test
    @Execution(CONCURRENT)
    void whatSeveralRanksSayIsSaidOnceWithOneStack() throws Exception {
        String main = together("Sea", "if (true) throw new IllegalStateException(\"all at sea\");");
        TestJob.Result result = run("-n", "3", main);
        assertCode(1, result);
        assertEquals(1, TestJob.count(result.err(), "all at sea"), result.err());
        assertEquals(1, TestJob.count(result.err(), "\tat Sea.main(Sea.java:7)"), result.err());
        assertFalse(result.err().contains("last words"), result.err());
        TestJob.Result verbose = run("-v", "-n", "3", main);
        assertTrue(TestJob.count(verbose.err(), "\tat Sea.main(Sea.java:7)") >= 1 && verbose.err().contains("last words"), verbose.err());
    }

    @Test
    @Execution(CONCURRENT)
    void whatEachRankSaysOfADisagreementIsSaidOnce() throws Exception {
        TestJob.Result result = run("-n", "2", together("Differ", "MPI.COMM_WORLD.Bcast(new double[8], 0, 4 + rank, MPI.DOUBLE, 0); MPI.COMM_WORLD.Barrier();"));
        assertCode(1, result);
        assertEquals(1, TestJob.count(result.err(), "rank 0 calls bcast with root 0 of 4 MPI.DOUBLE and rank 1 calls bcast with root 0 of 5 MPI.DOUBLE"), result.err());
        assertFalse(result.err().contains("org.braid."), result.err());
    }

    @Test
    @Execution(CONCURRENT)
    void ranksThatFailInDifferentWaysAreAllHeard() throws Exception {
        String main = together("Each", "if (true) throw new IllegalStateException(\"rank \" + rank + \" is lost\", new java.io.IOException(\"no land\" + rank));");
        TestJob.Result result = run("-n", "2", main);
        assertCode(1, result);
        for (int rank = 0; rank < 2; rank++) {
            int times = TestJob.count(result.err(), "rank " + rank + " is lost");
            assertEquals(TestJob.count(result.err(), "Caused by: java.io.IOException: no land" + rank), times, result.err());
            assertTrue(times <= 1, result.err());
        }
        assertTrue(result.err().contains("is lost at Each.main(Each.java:7)\n\tat Each.main(Each.java:7)\nCaused by: java.io.IOException"), result.err());
    }

    @Test
    @Execution(CONCURRENT)
    void aTimeoutShowsTheStacksOfAllRanksAndEndsWith124() throws Exception {
        TestJob.Result result = run("-n", "2", "--timeout", "3s", ACTOR, "hang");
        if (TestJob.count(result.err(), HANGS) < 2) { // a busy machine may take longer than that to start two JVMs
            result = run("-n", "2", "--timeout", "20s", ACTOR, "hang");
        }
        assertCode(124, result);
        assertTrue(result.err().contains("stacks of rank 0") && result.err().contains("stacks of rank 1"), result.err());
        assertEquals(2, TestJob.count(result.err(), HANGS), result.err());
    }
}
