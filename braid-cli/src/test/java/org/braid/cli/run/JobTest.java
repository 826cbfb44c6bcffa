package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs: how they begin, what they show, how they end. Real processes. */
@Timeout(120)
class JobTest {
    private static final String ACTOR = Actor.class.getName();

    @TempDir Path directory = Path.of("");

    private TestJob.Result run(String... words) throws IOException, InterruptedException {
        return TestJob.run(directory, "", words);
    }

    private static void assertCode(int code, TestJob.Result result) {
        assertEquals(code, result.code(), result.err() + result.out());
    }

    @Test
    void ranksRunAndTheirArgumentsAreTheirs() throws Exception {
        TestJob.Result result = run("-n", "3", ACTOR, "plain", "-n", "--tag-output");
        assertCode(0, result);
        assertEquals(3, result.out().lines().count());
        assertTrue(result.out().contains("rank 2 of 3 got plain -n --tag-output"));
        assertEquals("", result.err());
    }

    @Test
    void ranksMeetThroughTheRankServerAndLeaveNoFile() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "4", ACTOR, "meet")) {
            TestJob.Result result = job.end();
            assertCode(0, result);
            assertEquals("met\n".repeat(4), result.out());
            assertEquals(List.of(), job.leftFiles());
        }
    }

    @Test
    void aSourceFileIsCompiledWithItsNeighbourAndRun() throws Exception {
        Path main = Files.writeString(directory.resolve("Main.java"), "class Main { void main() { IO.println(new Near().say()); } }");
        Files.writeString(directory.resolve("Near.java"), "class Near { String say() { return \"near\"; } }");
        for (int i = 0; i < 2; i++) {
            TestJob.Result result = run("-n", "2", main.toString());
            assertCode(0, result);
            assertEquals("near\nnear\n", result.out());
        }
    }

    @Test
    void errorsOfTheCompilerAreShownAsJavacShowsThem() throws Exception {
        Path main = Files.writeString(directory.resolve("Wrong.java"), "class Wrong { int x = \"y\"; }\n");
        TestJob.Result result = run(main.toString());
        assertCode(1, result);
        Process javac = new ProcessBuilder(System.getProperty("java.home") + "/bin/javac", "-proc:none", "-d", directory.toString(), main.toString()).start();
        assertEquals(new String(javac.getErrorStream().readAllBytes(), StandardCharsets.UTF_8), result.err());
    }

    @Test
    void aJarRunsByItsManifest() throws Exception {
        Path main = Files.writeString(directory.resolve("InJar.java"), "public class InJar { public static void main(String[] a) { System.out.println(\"in a jar\"); } }");
        tool("javac", "-d", directory.toString(), main.toString());
        tool("jar", "--create", "--file", directory.resolve("a.jar").toString(), "--main-class", "InJar", "-C", directory.toString(), "InJar.class");
        TestJob.Result result = run("-n", "2", directory.resolve("a.jar").toString());
        assertCode(0, result);
        assertEquals("in a jar\nin a jar\n", result.out());
        assertCode(0, run("-cp", directory.toString(), "InJar"));
    }

    private static void tool(String name, String... words) {
        assertEquals(0, ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, words));
    }

    @Test
    void linesAreWholeAndTagged() throws Exception {
        TestJob.Result result = run("-n", "3", "--tag-output", ACTOR, "lines");
        assertCode(0, result);
        assertEquals(900, result.out().lines().filter(line -> line.matches("\\[([0-2])]<stdout>: o\\1x{150}")).count());
        assertEquals(900, result.err().lines().filter(line -> line.matches("\\[([0-2])]<stderr>: e\\1y{150}")).count());
    }

    @Test
    void whoReadsTheOutputSlowlyGetsAllOfIt() throws Exception {
        try (TestJob job = TestJob.start(directory, "-n", "2", ACTOR, "flood")) {
            TimeUnit.SECONDS.sleep(1); // the reader takes its time: that is the case
            TestJob.Result result = job.end();
            assertCode(0, result);
            assertEquals(9_000, result.out().lines().count());
        }
    }

    @Test
    void environmentDirectoryAndJvmArgumentsReachTheRanks() throws Exception {
        TestJob.Result result = run("-x", "SHIP=Vasa", "--wdir", "/", "--jvm-args", "-Dgiven=true", ACTOR, "environment", "SHIP");
        assertEquals("Vasa / true\n", result.out(), result.err());
    }

    @Test
    void anExceptionBeforeInsideOrAfterMpiFailsTheJobWithItsStack() throws Exception {
        for (String when : List.of("throw-before", "throw-inside", "throw-after", "throw-lines")) {
            TestJob.Result result = run("-n", "2", ACTOR, when);
            assertCode(1, result);
            assertTrue(result.err().contains("Exception in thread \"main\" java.lang.IllegalStateException: lost at sea\n\tat org.braid.cli.run.Actor."), result.err());
            assertFalse(result.err().contains("jdk.internal.reflect"), result.err());
            assertTrue(result.err().lines().anyMatch(line -> line.matches("job [0-9a-f]{4} failed after [0-9.]+ s: rank 1 \\(pid \\d+\\) threw .*lost at sea.* at org\\.braid\\.cli\\.run\\.Actor\\..*")), result.err());
            assertTrue(result.err().endsWith("  exit code    1\n"), result.err());
        }
    }

    @Test
    void theExitCodeIsThatOfTheRankThatFailed() throws Exception {
        TestJob.Result result = run("-n", "3", ACTOR, "exit", "7");
        assertCode(7, result);
        assertTrue(result.err().contains("rank 1") && result.err().contains("ended with code 7"), result.err());
    }

    @Test
    void aRankThatLeavesWithoutFinalizeFailsTheJob() throws Exception {
        TestJob.Result result = run("-n", "2", ACTOR, "leave");
        assertCode(1, result);
        assertTrue(result.err().contains("rank 1") && result.err().contains("without MPI.Finalize"), result.err());
    }

    /** Rank 2 talks to nobody and leaves at once; ranks 0 and 1 wait for all, so that what rank 0 does not wait for arrives. */
    @Test
    void whoHasMetNobodyLeavesAtOnceAndTheOthersWaitForEachOther() throws Exception {
        Path main = Files.writeString(directory.resolve("Leave.java"), """
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int rank = MPI.COMM_WORLD.Rank();
                    byte[] long1 = new byte[3_000_000];
                    if (rank == 0) MPI.COMM_WORLD.Isend(long1, 0, long1.length, MPI.BYTE, 1, 0);
                    if (rank == 1) {
                        java.util.concurrent.locks.LockSupport.parkNanos(1_500_000_000L);
                        MPI.COMM_WORLD.Recv(long1, 0, long1.length, MPI.BYTE, 0, 0);
                    }
                    MPI.Finalize();
                    System.out.println(rank + " left");
                }
                """);
        TestJob.Result result = run("-n", "3", "--tag-output", main.toString());
        assertCode(0, result);
        assertTrue(result.out().startsWith("[2]<stdout>: 2 left\n"), result.out());
        assertEquals(3, result.out().lines().count());
    }

    @Test
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
    void theReportOfLinksHasALineForEachPairThatTalked() throws Exception {
        Path main = Files.writeString(directory.resolve("Hop.java"), """
                import mpi.*;
                void main(String[] args) {
                    MPI.Init(args);
                    if (MPI.COMM_WORLD.Rank() == 0) MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 0);
                    if (MPI.COMM_WORLD.Rank() == 1) MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 0);
                    MPI.Finalize();
                }
                """);
        TestJob.Result automatic = run("-n", "2", "--report", "links", main.toString());
        assertCode(0, automatic);
        assertTrue(automatic.err().contains("braid: link 0 -> 1: shm (fastest that works); not local: another process\n"), automatic.err());
        TestJob.Result byHand = run("-n", "2", "--method", "tcp", "--report", "links", main.toString());
        assertCode(0, byHand);
        assertTrue(byHand.err().contains("braid: link 0 -> 1: tcp (prescribed by the policy)\n"), byHand.err());
    }

    @Test
    void aRankThatNeverCallsInitWhileOthersDidFailsTheJob() throws Exception {
        TestJob.Result result = run("-n", "2", ACTOR, "no-init");
        assertCode(1, result);
        assertTrue(result.err().contains("rank 1") && result.err().contains("without MPI.Init"), result.err());
    }

    @Test
    void anAbortEndsTheJobWithItsCodeAndReason() throws Exception {
        TestJob.Result result = run("-n", "3", ACTOR, "abort");
        assertCode(9, result);
        assertTrue(result.err().contains("rank 1") && result.err().contains("the sea is too rough"), result.err());
    }

    @Test
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

    @Test
    void aTimeoutShowsTheStacksOfAllRanksAndEndsWith124() throws Exception {
        TestJob.Result result = run("-n", "2", "--timeout", "3s", ACTOR, "hang");
        assertCode(124, result);
        assertTrue(result.err().contains("stacks of rank 0") && result.err().contains("stacks of rank 1"), result.err());
        assertTrue(result.err().contains("at org.braid.cli.run.Actor.hang"), result.err());
    }

    @Test
    void whatCannotBeRunIsSaidOnceWithItsCode() throws Exception {
        assertRefused(2, "BRD-1602", "-n", "0", ACTOR);
        assertRefused(2, "BRD-1601", "--tag-outptu", ACTOR);
        assertRefused(2, "BRD-1604", "-n", "2");
        assertRefused(127, "BRD-1605", "Missing.java");
        assertRefused(127, "BRD-1605", "no.such.Program");
        assertRefused(126, "BRD-1611", Files.createDirectories(directory.resolve("D.java")).toString());
        assertRefused(126, "BRD-1611", Files.writeString(directory.resolve("no.jar"), "not a jar").toString());
        assertRefused(2, "BRD-1602", "--wdir", "/no/such/place", ACTOR, "plain");
        assertRefused(2, "BRD-1304", "--method", "warp", ACTOR, "plain");
        assertRefused(2, "BRD-1304", "--method", "lz4+tcp", ACTOR, "plain");
        assertRefused(2, "BRD-1306", "--method", "tcp(sndbfu=4KiB)", ACTOR, "plain");
        assertCode(0, run("--method", "host=shm, *=lz4+tls", ACTOR, "plain")); // what it says of other hosts is not for today
    }

    private void assertRefused(int code, String id, String... words) throws IOException, InterruptedException {
        TestJob.Result result = run(words);
        assertCode(code, result);
        assertEquals(1, result.err().lines().filter(line -> line.endsWith(id)).count(), result.err());
        assertEquals("", result.out());
    }

    @Test
    void aClassWithoutMainIsNamedOnce() throws Exception {
        TestJob.Result result = run("-n", "3", Verdict.class.getName());
        assertCode(126, result);
        assertEquals(1, result.err().lines().filter(line -> line.startsWith("braid: ") && line.contains("no main method")).count(), result.err());
        assertTrue(result.err().contains("BRD-1606"), result.err());
    }

    @Test
    void theStartupReportHasEveryPhase() throws Exception {
        TestJob.Result result = run("-n", "2", "--report", "startup", ACTOR, "meet");
        assertCode(0, result);
        for (String phase : List.of("launcher's main", "program found", "rank spawned", "rank's main", "MPI.Init", "MPI.Finalize", "rank gone")) {
            assertTrue(result.err().lines().anyMatch(line -> line.contains(phase) && line.matches(".* \\d+\\.\\d")), phase + result.err());
        }
    }
}
