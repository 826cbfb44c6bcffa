package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs that succeed: how they begin, what they show. Real processes. */
@Timeout(120)
class JobTest {
    private static final String ACTOR = Actor.class.getName();

    @TempDir Path directory = Path.of("");

    private TestJob.Result run(String... words) throws IOException, InterruptedException {
        return TestJob.run(directory, "", words);
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

    /** Rank 2 talks to nobody and leaves at once; ranks 0 and 1 wait for each other, so that what rank 0 does not wait for arrives. */
    @Test
    void whoHasMetNobodyLeavesAtOnceAndTheOthersWaitForEachOther() throws Exception {
        Path main = Files.writeString(directory.resolve("Leave.java"), """
                import java.io.File;
                import java.util.concurrent.locks.LockSupport;
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int rank = MPI.COMM_WORLD.Rank();
                    byte[] long1 = new byte[3_000_000];
                    if (rank == 0) MPI.COMM_WORLD.Isend(long1, 0, long1.length, MPI.BYTE, 1, 0);
                    File hasLeft = new File(args[0]);
                    if (rank == 1) {
                        for (int i = 0; i < 3_000 && !hasLeft.exists(); i++) LockSupport.parkNanos(10_000_000L);
                        System.out.println(hasLeft.exists() ? "2 has left" : "2 waits for others");
                        MPI.COMM_WORLD.Recv(long1, 0, long1.length, MPI.BYTE, 0, 0);
                    }
                    MPI.Finalize();
                    if (rank == 2) hasLeft.createNewFile();
                }
                """);
        TestJob.Result result = run("-n", "3", main.toString(), directory.resolve("left").toString());
        assertCode(0, result);
        assertEquals("2 has left\n", result.out());
    }

    @Test
    void environmentDirectoryAndJvmArgumentsReachTheRanks() throws Exception {
        TestJob.Result result = run("-x", "SHIP=Vasa", "--wdir", "/", "--jvm-args", "-Dgiven=true", ACTOR, "environment", "SHIP");
        assertEquals("Vasa / true\n", result.out(), result.err());
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
    void longMessagesGoByTheMethodThatThePolicyLeavesThemAndTheReportSaysFromWhichSizeOn() throws Exception {
        String shm = "braid: link 0 -> 1: shm (prescribed by the policy, up to 64KiB)\n";
        String unix = "braid: link 0 -> 1: unix (fastest that works, from 65537B); not shm: it carries up to 64KiB, local: another process\n";
        for (int bytes : new int[] {64 << 10, (64 << 10) + 1, 1 << 20}) {
            TestJob.Result result = run("-n", "2", "--method", "host=shm(max=64KiB)", "--report", "links", MpiActor.class.getName(), Integer.toString(bytes), "20");
            assertCode(0, result);
            assertEquals("done\ndone\n", result.out());
            assertTrue(result.err().contains(shm), result.err());
            assertEquals(bytes > 64 << 10, result.err().contains(unix), result.err());
        }
    }

    @Test
    void aStartpointThatIsDividedBySizeIsSoInTheThirdProcessItReaches() throws Exception {
        TestJob.Result result = run("-n", "3", Traveller.class.getName());
        assertCode(0, result);
        assertTrue(result.out().contains("rank 0 hears 100 bytes\n") && result.out().contains("rank 0 hears 1048576 bytes\n"), result.out());
        assertTrue(result.out().matches("(?s).*short by shm, which sent [2-6] frames; long by tcp, which sent ([5-9]|1\\d)\n.*"), result.out());
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
