package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Short collectives over the shared memory of each of two hosts of three ranks, whose leaders send messages: their results, and what the others hear of a rank that dies or calls something else. Real processes. */
@Timeout(180)
@Isolated("between a death and the end of its job lies half a second, in which the others have to be told")
class SharedOnHostsTest {
    private static final int RANKS = 6;
    private static final int BARRIER = 0;
    private static final int ALLTOALLV = 8;
    private static final int ALLGATHERV = 11;
    private static final int REDUCE_SCATTER = 13;
    private static final String TWO_SITES = "a/x 2\nb/y 2\nb/z 2\n";

    @TempDir private Path directory = Path.of("");

    /** Arguments: what a rank does after hundreds of calls of all kinds with every root, which rank, which call the others make then, and as if the host had how many cores; 0 for those that it has. */
    private static final String PROGRAM = """
            import mpi.*;

            int[] in = new int[64], out = new int[64];

            void check(int wanted, int at, String operation) {
                if (out[at] != wanted) throw new AssertionError(operation + ": " + out[at] + " at " + at + " in place of " + wanted);
            }

            void call(Intracomm comm, int turn) {
                int me = comm.getRank(), size = comm.getSize(), root = turn / 16 % size;
                for (int at = 0; at < in.length; at++) {
                    in[at] = 100 * me + at + turn;
                    out[at] = -1;
                }
                int[] counts = new int[size], starts = new int[size]; // rank r has r + 1, or of an alltoall r + s + 1 for rank s
                for (int r = 0; r < size; r++) {
                    counts[r] = r + 1;
                    starts[r] = r * (r + 1) / 2;
                }
                switch (turn % 16) {
                    case 0 -> comm.barrier();
                    case 1 -> {
                        System.arraycopy(in, 0, out, 0, 2);
                        comm.bcast(out, 2, MPI.INT, root);
                        check(100 * root + 1 + turn, 1, "bcast");
                    }
                    case 2 -> {
                        comm.reduce(in, out, 2, MPI.INT, MPI.SUM, root);
                        if (me == root) check(size * (1 + turn) + 50 * size * (size - 1), 1, "reduce");
                    }
                    case 3 -> {
                        comm.allReduce(in, out, 2, MPI.INT, MPI.SUM);
                        check(size * (1 + turn) + 50 * size * (size - 1), 1, "allreduce");
                    }
                    case 4 -> {
                        comm.gather(in, 2, MPI.INT, out, 2, MPI.INT, root);
                        for (int r = 0; r < size && me == root; r++) check(100 * r + 1 + turn, 2 * r + 1, "gather");
                    }
                    case 5 -> {
                        comm.scatter(in, 2, MPI.INT, out, 2, MPI.INT, root);
                        check(100 * root + 2 * me + 1 + turn, 1, "scatter");
                    }
                    case 6 -> {
                        comm.allGather(in, 2, MPI.INT, out, 2, MPI.INT);
                        for (int r = 0; r < size; r++) check(100 * r + 1 + turn, 2 * r + 1, "allgather");
                    }
                    case 7 -> {
                        comm.allToAll(in, 2, MPI.INT, out, 2, MPI.INT);
                        for (int r = 0; r < size; r++) check(100 * r + 2 * me + 1 + turn, 2 * r + 1, "alltoall");
                    }
                    case 8 -> {
                        int[] to = new int[size], at = new int[size];
                        for (int r = 0; r < size; r++) {
                            to[r] = (me + r) % 5;
                            at[r] = 5 * r;
                        }
                        comm.allToAllv(in, to, at, MPI.INT, out, to, at, MPI.INT);
                        for (int r = 0; r < size; r++) {
                            for (int i = 0; i < to[r]; i++) check(100 * r + 5 * me + i + turn, 5 * r + i, "alltoallv");
                            check(-1, 5 * r + to[r], "alltoallv, behind a block");
                        }
                    }
                    case 9 -> {
                        comm.gatherv(in, me + 1, MPI.INT, out, counts, starts, MPI.INT, root);
                        for (int r = 0; r < size && me == root; r++) check(100 * r + r + turn, starts[r] + r, "gatherv");
                    }
                    case 10 -> {
                        comm.scatterv(in, counts, starts, MPI.INT, out, me + 1, MPI.INT, root);
                        check(100 * root + starts[me] + me + turn, me, "scatterv");
                    }
                    case 11 -> {
                        comm.allGatherv(in, me + 1, MPI.INT, out, counts, starts, MPI.INT);
                        for (int r = 0; r < size; r++) check(100 * r + r + turn, starts[r] + r, "allgatherv");
                    }
                    case 12 -> {
                        comm.reduceScatterBlock(in, out, 2, MPI.INT, MPI.SUM);
                        check(size * (2 * me + 1 + turn) + 50 * size * (size - 1), 1, "reduceScatterBlock");
                    }
                    case 13 -> {
                        comm.reduceScatter(in, out, counts, MPI.INT, MPI.SUM);
                        check(size * (starts[me] + me + turn) + 50 * size * (size - 1), me, "reduceScatter");
                    }
                    case 14 -> {
                        comm.scan(in, out, 2, MPI.INT, MPI.SUM);
                        check((me + 1) * (1 + turn) + 50 * me * (me + 1), 1, "scan");
                    }
                    default -> {
                        comm.exScan(in, out, 2, MPI.INT, MPI.SUM);
                        check(me == 0 ? -1 : me * (1 + turn) + 50 * me * (me - 1), 1, "exscan");
                    }
                }
            }

            void main(String[] args) throws Exception {
                if (!args[3].equals("0")) System.setProperty("braid.cores", args[3]);
                MPI.Init(args);
                Intracomm world = MPI.COMM_WORLD;
                for (int turn = 0; turn < 96; turn++) call(world, turn);
                long inScans = 0, before = sent(world); // where ranks share cores, scans go by messages
                for (int turn = 0; turn < 96; turn++) {
                    long earlier = sent(world);
                    call(world, turn);
                    if (turn % 16 >= 14) inScans += sent(world) - earlier;
                }
                System.out.println("messages: " + world.getRank() + " " + (sent(world) - before - inScans) + " " + inScans);
                try {
                    if (world.getRank() == Integer.parseInt(args[1])) {
                        switch (args[0]) {
                            case "goes on" -> { for (int i = 0; i < 10; i++) world.barrier(); }
                            case "dies" -> {
                                new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
                                while (true) java.util.concurrent.locks.LockSupport.park();
                            }
                            case "differs" -> world.allReduce(in, out, 2, MPI.INT, MPI.SUM);
                            default -> throw new IllegalArgumentException(args[0]);
                        }
                    } else {
                        for (int i = 0; i < 10; i++) call(world, Integer.parseInt(args[2]));
                        System.out.println("through: " + world.getRank());
                    }
                } catch (MPIException e) {
                    System.out.println("told: " + world.getRank() + " " + e.getMessage());
                    throw e;
                }
                MPI.Finalize();
            }

            /** Between hosts, whoever waits for a core meanwhile. */
            long sent(Intracomm comm) {
                long[] sent = (long[]) comm.getAttr(MPI.TOPOLOGY_MESSAGES);
                long sum = 0;
                for (int level = 0; level < sent.length - 1; level++) sum += sent[level];
                return sum;
            }
            """;

    private TestJob.Result run(String placement, String does) throws Exception {
        return run(placement, "a 3\nb 3\n", does);
    }

    private TestJob.Result run(String placement, String hosts, String does) throws Exception {
        return run(placement, hosts, does, 4, BARRIER, 0);
    }

    private TestJob.Result run(String placement, String hosts, String does, int who, int call, int cores, String... options) throws Exception {
        Path program = directory.resolve("OnHosts.java");
        if (Files.notExists(program)) {
            Files.writeString(program, PROGRAM);
        }
        Path topology = Files.writeString(directory.resolve("two.topo"), "placement " + placement + "\n" + hosts);
        List<String> words = new ArrayList<>(List.of("-n", Integer.toString(RANKS), "--topology", topology.toString()));
        words.addAll(List.of(options));
        words.addAll(List.of(program.toString(), does, Integer.toString(who), Integer.toString(call), Integer.toString(cores)));
        return TestJob.run(directory, "", words.toArray(String[]::new));
    }

    @Test
    void inBlocksAndInTurnResultsAreRightAndOnlyLeadersSendMessagesToOtherHosts() throws Exception {
        assertRightAndFew(run("blocks", "goes on"), 2);
        assertRightAndFew(run("cyclic", "goes on"), 6);
    }

    @Test
    void onHostsOfUnequalNumbersOfRanksThisIsSoInBlocksAndInAnyOrder() throws Exception {
        assertRightAndFew(run("blocks", "a 4\nb 2\n", "goes on"), 2);
        assertRightAndFew(run("blocks", "a ranks 0,3-5\nb ranks 1,2\n", "goes on"), 3);
    }

    /**
     * Of two leaders: exchanges have two messages, others one, and twice as many where lengths go ahead.
     *
     * @param runs into how many runs of consecutive ranks the hosts fall: a reduce-scatter has a message for each
     */
    private static void assertRightAndFew(TestJob.Result result, int runs) {
        assertEquals(0, result.code(), result.err());
        int[] ofEach = {2, 1, 1, 2, 1, 1, 2, 2, 4, 2, 2, 2, runs, runs};
        assertEquals(6L * Arrays.stream(ofEach).sum(), messages(result, 2), result.out());
    }

    private static long messages(TestJob.Result result, int word) {
        return result.out().lines().filter(line -> line.startsWith("messages: ")).mapToLong(line -> Long.parseLong(line.split(" ")[word])).sum();
    }

    /** As if there were one for each: the lower host tells the other one, and in turn that one tells it something first. */
    @Test
    void whereEachRankHasACoreScansGoOverTheBoardsToo() throws Exception {
        TestJob.Result blocks = run("blocks", "a 3\nb 3\n", "goes on", 4, BARRIER, RANKS);
        assertRightAndFew(blocks, 2);
        assertEquals(6L * (1 + 1), messages(blocks, 3), blocks.out());
        TestJob.Result cyclic = run("cyclic", "a 3\nb 3\n", "goes on", 4, BARRIER, RANKS);
        assertRightAndFew(cyclic, 6);
        assertEquals(6L * (2 + 2), messages(cyclic, 3), cyclic.out());
    }

    /** Partial results of a host's nodes of the canonical tree go up together, but for vectors of blocks of lengths of their own, of which each node has a message; down come the blocks, in as many messages as a host has runs. */
    @ParameterizedTest
    @CsvSource({"blocks, 2, 1, 1", "cyclic, 3, 3, 2"})
    void reductionsThatKeepTheirBitsGoOverTheBoardsToo(String placement, int nodes, int runs, int ofScan) throws Exception {
        TestJob.Result result = run(placement, "a 3\nb 3\n", "goes on", 4, BARRIER, RANKS, "--reproducible");
        assertEquals(0, result.code(), result.err());
        int[] ofEach = {2, 1, 1, 2, 1, 1, 2, 2, 4, 2, 2, 2, 1 + runs, nodes + runs};
        assertEquals(6L * Arrays.stream(ofEach).sum(), messages(result, 2), result.out());
        assertEquals(6L * 2 * ofScan, messages(result, 3), result.out());
    }

    @Test
    void whoWaitsForARankThatDiesIsToldOnItsHostAndOnOthers() throws Exception {
        Set<String> told = new TreeSet<>();
        for (int tries = 0; tries < 5 && told.size() < RANKS - 1; tries++) {
            TestJob.Result result = run("blocks", "dies");
            assertEquals(137, result.code(), result.err());
            for (String line : result.out().lines().filter(each -> !each.startsWith("messages: ")).toList()) {
                assertTrue(line.startsWith("told: ") && line.contains("Rank 4 has died"), line);
                told.add(line.substring(6, 7));
            }
        }
        assertTrue(told.contains("3"), () -> "told were " + told);
        assertTrue(told.size() >= 2, () -> "told were " + told);
    }

    /** Rank 3 speaks for its host, rank 4 does not: of the other host everybody hears of it through the message that does not come. */
    @ParameterizedTest
    @CsvSource({"3, " + ALLTOALLV, "4, " + ALLGATHERV, "3, " + REDUCE_SCATTER})
    void inOtherOperationsWhoWaitsForARankThatDiesIsToldToo(int who, int call) throws Exception {
        Set<String> told = new TreeSet<>();
        for (int tries = 0; tries < 5 && (told.size() < 3 || !told.contains("0")); tries++) {
            TestJob.Result result = run("blocks", "a 3\nb 3\n", "dies", who, call, 0);
            assertEquals(137, result.code(), result.err());
            for (String line : result.out().lines().filter(each -> !each.startsWith("messages: ")).toList()) {
                assertTrue(line.startsWith("told: ") && line.contains("Rank " + who + " has died"), line);
                told.add(line.substring(6, 7));
            }
        }
        assertTrue(told.size() >= 2, () -> "told were " + told);
    }

    /** Where some hosts are nearer to each other than others alltoalls go level by level. */
    @ParameterizedTest
    @CsvSource({"blocks", "cyclic"})
    void ofThreeHostsAtTwoSitesResultsAreRight(String placement) throws Exception {
        TestJob.Result result = run(placement, TWO_SITES, "goes on");
        assertEquals(0, result.code(), result.err());
        assertTrue(messages(result, 2) > 0, result.out());
    }

    /** Rank 2 speaks for its host and for its site, rank 4 for its host, and rank 5 for nobody. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 5})
    void atTwoSitesWhoWaitsForARankThatDiesIsTold(int who) throws Exception {
        Set<String> told = new TreeSet<>();
        for (int tries = 0; tries < 5 && (told.size() < 3 || !told.contains("0")); tries++) {
            TestJob.Result result = run("blocks", TWO_SITES, "dies", who, ALLTOALLV, 0);
            assertEquals(137, result.code(), result.err());
            for (String line : result.out().lines().filter(each -> !each.startsWith("messages: ")).toList()) {
                assertTrue(line.startsWith("told: ") && line.contains("Rank " + who + " has died"), line);
                told.add(line.substring(6, 7));
            }
        }
        assertTrue(told.size() >= 2, () -> "told were " + told);
    }

    @Test
    void ranksThatCallDifferentThingsAreToldBothByNameOnAllHosts() throws Exception {
        TestJob.Result result = run("blocks", "differs");
        assertTrue(result.code() != 0, result.err());
        assertTrue(result.out().contains("barrier") && result.out().contains("allreduce"), result.out() + result.err());
    }
}
