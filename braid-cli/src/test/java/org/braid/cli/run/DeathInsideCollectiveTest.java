package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rank of six, often a leader, that is killed between two steps of a collective: all others are told that it died, whichever algorithm; through memory and over tcp in turn. Real processes. */
@Timeout(300)
class DeathInsideCollectiveTest {
    private static final int RANKS = 6;

    @TempDir private static Path directory = Path.of("");

    private static String classes = "";

    /** Arguments: operation, who dies, behind how many calls of the operator or messages, elements. Nothing of the victim goes on before the signal comes: its only thread that could is in here. */
    private static final String DYING = """
            import java.io.IOException;
            import java.io.UncheckedIOException;
            import java.nio.ByteBuffer;
            import java.util.concurrent.locks.LockSupport;
            import mpi.*;

            int calls = 0;

            void die() {
                try {
                    new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                while (true) LockSupport.park();
            }

            long sent(Intracomm comm) {
                long sum = 0;
                for (long each : (long[]) comm.getAttr(MPI.TOPOLOGY_MESSAGES)) sum += each;
                return sum;
            }

            void awaitEnd(Thread main) {
                try {
                    main.join(1000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            void main(String[] args) {
                Thread main = Thread.currentThread();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> awaitEnd(main)));
                MPI.Init(args);
                Intracomm world = MPI.COMM_WORLD;
                int victim = Integer.parseInt(args[1]), after = Integer.parseInt(args[2]), count = Integer.parseInt(args[3]);
                boolean dies = world.getRank() == victim;
                int[] in = new int[count * world.getSize()], out = new int[count * world.getSize()];
                Op sum = new Op(new UserFunction() {
                    @Override
                    public void call(ByteBuffer left, ByteBuffer right, int n, Datatype type) {
                        if (dies && ++calls > after) die();
                        for (int i = 0; i < 4 * n; i += 4) right.putInt(i, left.getInt(i) + right.getInt(i));
                    }
                }, true);
                Intracomm group = world.split(world.getRank() % 2, world.getRank());
                Intercomm inter = world.createIntercomm(group, 0, 1 - world.getRank() % 2, 1);
                try {
                    world.barrier();
                    long before = sent(world);
                    for (int call = 0; args[0].equals("bcasts"); call++) {
                        if (dies && call == after) die();
                        world.bcast(in, count, MPI.INT, call % world.getSize());
                    }
                    for (int call = 0; args[0].equals("gathers"); call++) {
                        if (dies && call == after) die();
                        world.gather(in, count, MPI.INT, out, count, MPI.INT, 0);
                    }
                    Request request = switch (args[0]) {
                        case "reduce" -> world.iReduce(in, out, count, MPI.INT, sum, 0);
                        case "allreduce" -> world.iAllReduce(in, out, count, MPI.INT, sum);
                        case "scan" -> world.iScan(in, out, count, MPI.INT, sum);
                        case "reduceScatterBlock" -> world.iReduceScatterBlock(in, out, count, MPI.INT, sum);
                        case "bcast" -> world.iBcast(in, count, MPI.INT, 0);
                        case "scatter" -> world.iScatter(in, count, MPI.INT, out, count, MPI.INT, 0);
                        case "allgather" -> world.iAllGather(in, count, MPI.INT, out, count, MPI.INT);
                        case "alltoall" -> world.iAllToAll(in, count, MPI.INT, out, count, MPI.INT);
                        case "neighborReduce" -> inter.iAllReduce(in, out, count, MPI.INT, sum);
                        default -> throw new IllegalArgumentException(args[0]);
                    };
                    if (dies) {
                        while (!request.test()) if (calls == 0 && sent(world) - before > after) die();
                    } else {
                        request.waitFor();
                    }
                    world.barrier(); // who has all that it needed of the dead rank is told here
                    System.out.println("through");
                } catch (MPIException e) {
                    System.out.println("told: " + world.getRank() + " " + e.getMessage());
                }
            }
            """;

    @BeforeAll
    static void compile() throws Exception {
        classes = CompiledOnce.classes(directory, "Dying", DYING);
    }

    @Test
    void everyOtherRankIsToldWhenALeaderDiesInAReduction() throws Exception {
        assertTold("shm", "allreduce", "multilevel", 2, 0, 200_000);
        assertTold("tcp", "allreduce", "multilevel-pipeline(segment=32KiB)", 2, 5, 200_000);
        assertTold("shm", "allreduce", "multilevel-canonical(segment=32KiB)", 2, 5, 200_000);
        assertTold("tcp", "reduceScatterBlock", "multilevel", 2, 0, 20_000);
        assertTold("shm", "scan", "multilevel", 2, 0, 20_000);
    }

    @Test
    void everyOtherRankIsToldWhenOneDiesInAPipelineOfOneLevel() throws Exception {
        assertTold("tcp", "reduce", "binary", 1, 7, 200_000);
        assertTold("shm", "allreduce", "circulant", 3, 1, 200_000);
        assertTold("tcp", "bcast", "chain(segment=8KiB)", 3, 4, 200_000);
        assertTold("shm", "bcast", "double-tree(segment=8KiB)", 3, 3, 200_000);
    }

    @Test
    void everyOtherRankIsToldWhenALeaderDiesThatPassesOn() throws Exception {
        assertTold("tcp", "bcast", "multilevel(segment=8KiB)", 2, 3, 200_000);
        assertTold("shm", "scatter", "multilevel", 2, 0, 20_000);
        assertTold("tcp", "alltoall", "multilevel", 2, 1, 20_000);
    }

    /** Roots go round, so some are ahead of others, and wait for nothing but that these take what they have sent. */
    @Test
    void everyOtherRankIsToldWhenOneDiesWhileOthersAreInLaterCalls() throws Exception {
        assertTold("shm", "bcasts", "bcast=multilevel", 2, 20, 20_000);
        assertTold("tcp", "bcasts", "bcast=chain(segment=8KiB)", 3, 15, 20_000);
    }

    /** The root waits for the dead rank, and all others for room towards the root, who lives. */
    @Test
    void everyOtherRankIsToldWhenOneDiesWhileOthersWaitForRoom() throws Exception {
        assertTold("shm", "gathers", "gather=linear", 5, 50, 600);
        assertTold("tcp", "gathers", "gather=linear", 5, 50, 600);
        assertTold("shm", "gathers", "gather=linear", 5, 50, 100_000);
    }

    /** The second one leads the even ranks of its site: the odd ones wait for what these have, and its own group to be told. */
    @Test
    void everyOtherRankIsToldWhenALeaderOfOneOfTwoGroupsDies() throws Exception {
        assertTold("tcp", "neighborReduce", "multilevel", 2, 0, 20_000);
        assertTold("shm", "neighborReduce", "multilevel(segment=32KiB)", 2, 2, 200_000);
        assertTold("shm", "neighborReduce", "binomial", 0, 0, 20_000);
    }

    /** Half a second behind the death the launcher ends the others, too. A busy machine may let that pass before all have said what they were told, so each of them has some jobs to do so in. */
    private void assertTold(String method, String operation, String algorithm, int victim, int after, int count) throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), "sdsc/sp 2\nanl/sp 2\nanl/o2k 2\n");
        String chosen = Set.of("bcasts", "gathers").contains(operation) ? algorithm : operation + "=" + algorithm;
        String what = operation + ", " + chosen + " over " + method;
        Set<String> told = new TreeSet<>();
        for (int tries = 0; tries < 5 && told.size() < RANKS - 1; tries++) {
            TestJob.Result result = TestJob.run(
                    directory, "", "-n", Integer.toString(RANKS), "--topology", topology.toString(), "--method", "*=" + method, "-x", "BRAID_COLL=" + chosen, "-cp", classes,
                    "Dying", operation, Integer.toString(victim), Integer.toString(after), Integer.toString(count));
            assertEquals(137, result.code(), () -> what + ": " + result.err());
            for (String line : result.out().lines().toList()) {
                // Who hears first of another one that was told, and has ended for it, is told of the death all the same.
                assertTrue(line.startsWith("told: ") && line.matches(".*Rank " + victim + " has died[:,] it was killed by signal 9 \\(SIGKILL\\).*"), () -> what + ": " + line);
                told.add(line.substring(6, 7));
            }
        }
        assertEquals(RANKS - 1, told.size(), () -> what + ": told were " + told);
    }
}
