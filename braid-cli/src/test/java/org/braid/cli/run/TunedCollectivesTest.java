package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Communicators that are told which algorithms to take, and what they have sent. Real processes. */
@Timeout(120)
class TunedCollectivesTest {
    @TempDir private Path directory = Path.of("");

    @Test
    void aHintMakesMagPIesTreesOfAJobAndItsMessagesAreCountedOnEachLevel() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), "sdsc/sp 2\nanl/sp 2\nanl/o2k 2\n");
        Path main = Files.writeString(directory.resolve("Tuned.java"), """
                import java.util.Arrays;
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    for (String how : new String[] {"bcast=binomial", "bcast=multilevel(site=none)", "bcast=multilevel(host=none)", "bcast=multilevel", "bcast=multilevel(segment=10, rank=chain)"}) {
                        Info hints = new Info();
                        hints.set("braid_coll", how);
                        Intracomm told = MPI.COMM_WORLD.dupWithInfo(hints);
                        for (int root = 0; root < 6; root++) {
                            byte[] message = new byte[20];
                            if (told.getRank() == root) Arrays.fill(message, (byte) (root + 1));
                            told.bcast(message, 20, MPI.BYTE, root);
                            for (byte each : message) if (each != root + 1) throw new AssertionError(how);
                        }
                        long[] sent = (long[]) told.getAttr(MPI.TOPOLOGY_MESSAGES);
                        long[] all = new long[sent.length];
                        MPI.COMM_WORLD.allReduce(sent, all, sent.length, MPI.LONG, MPI.SUM);
                        if (MPI.COMM_WORLD.getRank() == 0) System.out.println(Arrays.toString(all));
                    }
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = TestJob.run(directory, "", "-n", "6", "--topology", topology.toString(), main.toString());
        assertCode(0, result);
        assertEquals("""
                [14, 0, 7, 9]
                [8, 0, 4, 18]
                [6, 0, 10, 14]
                [6, 0, 6, 18]
                [12, 0, 12, 36]
                """, result.out());
    }

    @Test
    void anAlgorithmThatCannotBeMeantIsRefused() throws Exception {
        Path main = Files.writeString(directory.resolve("Wrong.java"), """
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Info hints = new Info();
                    hints.set("braid_coll", "bcast=binomial(site=none)");
                    try {
                        MPI.COMM_WORLD.dupWithInfo(hints).barrier();
                        System.out.println("taken");
                    } catch (MPIException refused) {
                        System.out.println(refused.getMessage().contains("knows no levels"));
                    }
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = TestJob.run(directory, "", "-n", "1", main.toString());
        assertCode(0, result);
        assertTrue(result.out().contains("true"), result::out);
    }

    /** Three ranks are no power of two, and no cluster is there. */
    @Test
    void aChoiceThatIsNotDoneAmongTheseRanksIsSaidOnceWithTheReason() throws Exception {
        Path main = Files.writeString(directory.resolve("Vain.java"), """
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int[] one = {7};
                    MPI.COMM_WORLD.bcast(one, 1, MPI.INT, 0);
                    MPI.COMM_WORLD.allReduce(one, 1, MPI.INT, MPI.SUM);
                    MPI.COMM_WORLD.barrier();
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", "-x", "BRAID_COLL=bcast=scatter-bine, allreduce=multilevel(cluster=none), barrier=central", main.toString());
        assertCode(0, result);
        assertEquals(List.of("braid: BRAID_COLL: allreduce=multilevel(cluster=none) names cluster, which parts none of these ranks, so that this changes nothing", "braid: BRAID_COLL: bcast=scatter-bine serves powers of two of ranks and there are 3, so that another algorithm is taken"), result.err().lines().filter(line -> line.contains("BRAID_COLL")).sorted().toList(), result::err);
    }

    @Test
    void soIsOneOfACommunicatorsHints() throws Exception {
        Path main = Files.writeString(directory.resolve("VainHint.java"), """
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Info hints = new Info();
                    hints.set("braid_coll", "bcast=scatter-bine, barrier=central");
                    Intracomm chosen = MPI.COMM_WORLD.dupWithInfo(hints);
                    int[] one = {7};
                    for (int i = 0; i < 3; i++) {
                        chosen.bcast(one, 1, MPI.INT, 0);
                        chosen.barrier();
                    }
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", main.toString());
        assertCode(0, result);
        assertEquals(List.of("braid: braid_coll of a communicator of 3 ranks: bcast=scatter-bine serves powers of two of ranks and there are 3, so that another algorithm is taken"), result.err().lines().filter(line -> line.contains("braid_coll")).toList(), result::err);
    }

    /** Of an environment nobody sees which variable it was; the ranks are not even started. */
    @Test
    void aChoiceInTheEnvironmentThatCannotBeMeantIsRefusedWithTheVariableAndTheOperation() throws Exception {
        Path main = Files.writeString(directory.resolve("Chosen.java"), """
                import mpi.*;
                void main(String[] args) throws Exception {
                    System.out.println("started");
                    MPI.Init(args);
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", "-x", "BRAID_COLL=bcast=knomial(radix=1)", main.toString());
        assertCode(2, result);
        assertEquals("", result.out());
        assertTrue(result.err().contains("BRAID_COLL, the choice of collective algorithms \"bcast=knomial(radix=1)\": how an algorithm is to work, \"radix=1\": 1 is none"), result::err);
    }

    @Test
    void whatASecondProgramIsToldIsLookedAtToo() throws Exception {
        String main = Files.writeString(directory.resolve("Chosen.java"), """
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    System.out.println("started");
                    MPI.Finalize();
                }
                """).toString();
        TestJob.Result refused = TestJob.run(directory, "", "--like", "mpirun", "-n", "1", "java", main, ":", "-n", "1", "-x", "BRAID_COLL=bcast=nonsense", "java", main);
        assertCode(2, refused);
        assertEquals("", refused.out());
        assertTrue(refused.err().contains("bcast has no algorithm nonsense"), refused::err);
    }

    /** The script names the launcher's own jar alone where the variable is empty, and of algorithms that jar knows nothing. */
    @Test
    void anEmptyChoiceIsNoneAndTheLaunchersOwnJarIsEnough() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-cp", PreparedBraid.home().resolve("launcher.jar").toString(), "org.braid.cli.Braid", "run", "-n", "1", directory.resolve("None.java").toString());
        builder.environment().put("BRAID_COLL", "");
        Process launcher = builder.redirectErrorStream(true).start();
        String said = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(127, launcher.waitFor(), said); // nothing was wrong but that there is no such program
    }
}
