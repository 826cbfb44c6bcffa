package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives that have long gone over shared memory, whole or part by part, when something happens: a rank dies, leaves, or calls something else, or all wait for each other. Real processes. */
@Timeout(180)
@Isolated("between a death and the end of its job lies half a second, in which the others have to be told")
class SharedCollectivesTest {
    private static final int RANKS = 5;

    @TempDir private static Path directory = Path.of("");

    private static String classes = "";

    /** Arguments: what the last rank does after five calls of all kinds, and which collective the others call then. */
    private static final String PROGRAM = """
            import mpi.*;

            int[] in = new int[400_000], out = new int[400_000];

            void call(Intracomm comm, String operation, int root) {
                switch (operation) {
                    case "barrier" -> comm.barrier();
                    case "bcast" -> comm.bcast(in, 2, MPI.INT, root);
                    case "reduce" -> comm.reduce(in, out, 2, MPI.INT, MPI.SUM, root);
                    case "allreduce" -> comm.allReduce(in, out, 2, MPI.INT, MPI.SUM);
                    case "gather" -> comm.gather(in, 2, MPI.INT, out, 2, MPI.INT, root);
                    case "scatter" -> comm.scatter(in, 2, MPI.INT, out, 2, MPI.INT, root);
                    case "longBcast" -> comm.bcast(in, 300_000, MPI.INT, root);
                    case "longAllreduce" -> comm.allReduce(in, out, 300_000, MPI.INT, MPI.SUM);
                    case "longAlltoall" -> comm.allToAll(in, 60_000, MPI.INT, out, 60_000, MPI.INT);
                    case "longScan" -> comm.scan(in, out, 300_000, MPI.INT, MPI.SUM);
                    case "longAllgatherv" -> comm.allGatherv(in, 10_000 * comm.getRank(), MPI.INT, out, new int[] {0, 10_000, 20_000, 30_000, 40_000}, new int[] {0, 0, 10_000, 30_000, 60_000}, MPI.INT);
                    case "longReduceScatter" -> comm.reduceScatter(in, out, new int[] {1_000, 100_000, 0, 50_000, 80_000}, MPI.INT, MPI.SUM);
                    case "copy" -> comm.dup().barrier();
                    case "allgather" -> comm.allGather(in, 2, MPI.INT, out, 2, MPI.INT);
                    default -> comm.allToAll(in, 2, MPI.INT, out, 2, MPI.INT);
                }
            }

            void main(String[] args) throws Exception {
                MPI.Init(args);
                Intracomm world = MPI.COMM_WORLD;
                int last = world.getSize() - 1;
                String[] all = {"barrier", "bcast", "reduce", "allreduce", "gather", "scatter", "allgather", "alltoall", "longBcast", "longAllreduce", "longAlltoall", "longScan", "longAllgatherv", "longReduceScatter"};
                for (int i = 0; i < 70; i++) call(world, all[i % all.length], i % world.getSize());
                for (int i = 0; i < 20; i++) world.dup().free();
                String operation = args[1];
                try {
                    if (world.getRank() == last) {
                        switch (args[0]) {
                            case "dies" -> {
                                new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
                                while (true) java.util.concurrent.locks.LockSupport.park();
                            }
                            case "leaves" -> { }
                            case "differs" -> call(world, operation.equals("allreduce") ? "allgather" : "allreduce", 0);
                            case "receives" -> world.recv(in, 1, MPI.INT, 0, 7);
                            default -> throw new IllegalArgumentException(args[0]);
                        }
                    } else {
                        for (int i = 0; i < 10; i++) call(world, operation, last);
                        System.out.println("through: " + world.getRank());
                    }
                } catch (MPIException e) {
                    System.out.println("told: " + world.getRank() + " " + e.getMessage());
                    throw e;
                }
                MPI.Finalize();
            }
            """;

    @BeforeAll
    static void compile() throws Exception {
        classes = CompiledOnce.classes(directory, "Shared", PROGRAM);
    }

    private TestJob.Result run(String... arguments) throws Exception {
        List<String> words = new java.util.ArrayList<>(List.of("-n", Integer.toString(RANKS), "-cp", classes, "Shared"));
        words.addAll(List.of(arguments));
        return TestJob.run(directory, "", words.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"barrier", "copy", "bcast", "allreduce", "scatter", "alltoall", "longBcast", "longAllreduce", "longAlltoall", "longScan", "longAllgatherv", "longReduceScatter"})
    void whoWaitsForARankThatDiesIsTold(String operation) throws Exception {
        Set<String> told = new TreeSet<>();
        for (int tries = 0; told.isEmpty() ? tries < 20 : tries < 5 && told.size() < RANKS - 1; tries++) { // the launcher leaves them half a second to be told
            TestJob.Result result = run("dies", operation);
            assertEquals(137, result.code(), result.err());
            for (String line : result.out().lines().toList()) {
                assertTrue(line.startsWith("told: ") && line.contains("Rank " + (RANKS - 1) + " has died"), line);
                told.add(line.substring(6, 7));
            }
        }
        assertTrue(told.size() >= 1, () -> "told were " + told);
    }

    @Test
    void whoWaitsForARankThatHasLeftIsTold() throws Exception {
        TestJob.Result result = run("leaves", "allgather");
        assertTrue(result.code() != 0, result.err());
        assertTrue((result.out() + result.err()).contains("MPI.Finalize"), result.out() + result.err());
    }

    @ParameterizedTest
    @CsvSource({"barrier, barrier", "longBcast, bcast"})
    void ranksThatCallDifferentThingsAreToldBothByName(String operation, String name) throws Exception {
        TestJob.Result result = run("differs", operation);
        assertTrue(result.code() != 0, result.err());
        assertTrue(result.out().contains(name) && result.out().contains("allreduce"), result.out() + result.err());
    }

    /** One shows in a bcast what the other one does not look at, since it shows in a gather: both go on, and are told at the next look. What was shown may have made room for what came later by then: both know no more than that they have called different things. */
    @ParameterizedTest
    @ValueSource(ints = {2, 20_000})
    void whoCallsDifferentThingsWithoutLookingAtEachOtherIsToldAtTheNextLook(int count) throws Exception {
        Path program = Files.writeString(directory.resolve("Unseen.java"), """
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int count = Integer.parseInt(args[0]);
                    int[] in = new int[count], out = new int[2 * count];
                    Intracomm world = MPI.COMM_WORLD;
                    for (int i = 0; i < 10; i++) world.bcast(in, count, MPI.INT, 0);
                    try {
                        if (world.getRank() == 0) world.bcast(in, count, MPI.INT, 0);
                        else world.gather(in, count, MPI.INT, out, count, MPI.INT, 0);
                        for (int i = 0; i < 40; i++) world.bcast(in, count, MPI.INT, 0);
                        System.out.println("passed: " + world.getRank());
                    } catch (MPIException e) {
                        System.out.println("told: " + world.getRank() + " " + e.getMessage());
                        throw e;
                    }
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", program.toString(), Integer.toString(count));
        assertTrue(result.code() != 0, result.out() + result.err());
        assertTrue(result.out().contains("told: 1 ") && result.out().contains("rank 0 calls bcast with root 0") && result.out().contains("rank 1 calls gather with root 0")
                || result.out().contains("calls something else some calls ago"), result.out() + result.err());
    }

    /** By messages, the first call of a communicator, and over shared memory, the sixth. Rank 0 is not there to be asked as a rank that waits for something else is. */
    @ParameterizedTest
    @CsvSource({"free, 0", "free, 5", "Finalize, 0", "Finalize, 5"})
    void whoWaitsForARankWhoseOperatorHasThrownIsToldSoThoughThatOneGoesOn(String onward, int before) throws Exception {
        Path program = Files.writeString(directory.resolve("Throwing.java"), """
                import java.nio.ByteBuffer;
                import mpi.*;

                class Throwing extends UserFunction {
                    @Override
                    public void call(ByteBuffer in, ByteBuffer out, int count, Datatype type) {
                        if (MPI.COMM_WORLD.getRank() == 0) throw new IllegalStateException("rank 0's own");
                    }

                    public static void main(String[] args) throws Exception {
                        MPI.Init(args);
                        Intracomm world = MPI.COMM_WORLD, copy = world.dup();
                        int[] in = new int[100_001], out = new int[100_001];
                        int rank = world.getRank();
                        try {
                            for (int i = 0; i < Integer.parseInt(args[1]); i++) copy.allReduce(in, out, in.length, MPI.INT, MPI.SUM);
                            copy.allReduce(in, out, in.length, MPI.INT, new Op(new Throwing(), true));
                            System.out.println("not told: " + rank);
                        } catch (MPIException e) {
                            System.out.println(e.getCause() instanceof IllegalStateException ? "own: " + rank : "told: " + rank + " " + e.getMessage());
                        }
                        if (args[0].equals("free")) {
                            copy.free();
                            world.barrier();
                        }
                        MPI.Finalize();
                        System.out.println("through: " + rank);
                    }
                }
                """);
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", program.toString(), onward, Integer.toString(before));
        assertEquals(0, result.code(), result.out() + result.err());
        assertEquals(2, result.out().lines().filter(line -> line.startsWith("told: ") && line.contains("rank 0 calls it off after an error of its own")).count(), result.out() + result.err());
        assertTrue(result.out().contains("own: 0"), result.out());
        assertEquals(3, result.out().lines().filter(line -> line.startsWith("through: ")).count(), result.out() + result.err());
    }

    @Test
    void ranksThatWaitForEachOtherAreToldWhoWaitsForWhom() throws Exception {
        TestJob.Result result = run("receives", "allreduce");
        assertTrue(result.code() != 0, result.err());
        assertTrue(result.out().contains("allReduce") && result.out().contains("rank 4"), result.out() + result.err());
    }
}
