package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gatherv, scatterv, allgatherv, alltoallv and alltoallw of unmodified programs go level by level, or by algorithms that know lengths but no levels: what arrives, and how many messages cross which channel. Real processes. */
@Timeout(120)
class BlocksThroughLeadersTest {
    /** Two hosts of three ranks at one site, one at the other; root 4 is none of the lowest ranks. */
    private static final String TOPOLOGY = "sdsc/sp 3\nanl/sp 3\nanl/o2k 3\n";

    /** Blocks of none to fifteen bytes, and of none to 15,000, in all operations; what arrives is looked at, and messages are counted. */
    private static final String PROGRAM = """
            static final int P = 9;
            static long[] before;
            static Intracomm all;
            static int length(int from, int to, int scale) { return scale * ((5 * from + 3 * to) % 4); }
            static byte value(int from, int to, int at) { return (byte) (17 * from + 5 * to + at); }
            static byte[] filled(int from, int to, int length) {
                byte[] block = new byte[length];
                for (int at = 0; at < length; at++) block[at] = value(from, to, at);
                return block;
            }
            static void check(byte[] block, int start, int from, int to, int length) {
                for (int at = 0; at < length; at++) if (block[start + at] != value(from, to, at)) throw new AssertionError(from + " to " + to + " at " + at);
            }
            static void count(String what) throws MPIException {
                long[] sent = (long[]) all.getAttr(MPI.TOPOLOGY_MESSAGES);
                long[] since = new long[sent.length];
                for (int i = 0; i < sent.length; i++) since[i] = sent[i] - before[i];
                long[] sum = new long[sent.length];
                MPI.COMM_WORLD.allReduce(since, sum, sent.length, MPI.LONG, MPI.SUM);
                if (MPI.COMM_WORLD.getRank() == 0) System.out.println(what + " " + Arrays.toString(sum));
                before = sent;
            }
            void main(String[] args) throws Exception {
                MPI.Init(args);
                all = MPI.COMM_WORLD.dup();
                int me = all.getRank();
                int root = 4;
                all.barrier();
                before = (long[]) all.getAttr(MPI.TOPOLOGY_MESSAGES);
                for (int scale : new int[] {0, 3, 5000}) {
                    int[] counts = new int[P];
                    int[] starts = new int[P];
                    for (int r = P - 1, at = 0; r >= 0; at += counts[r] + 2, r--) { counts[r] = length(r, 0, scale); starts[r] = at; }
                    int whole = starts[0] + counts[0];
                    byte[] out = new byte[whole];
                    all.gatherv(filled(me, 0, counts[me]), counts[me], MPI.BYTE, me == root ? out : null, counts, starts, MPI.BYTE, root);
                    for (int r = 0; r < P && me == root; r++) check(out, starts[r], r, 0, counts[r]);
                    count("gatherv");
                    for (int r = 0; r < P; r++) System.arraycopy(filled(root, r, counts[r]), 0, out, starts[r], counts[r]);
                    byte[] mine = new byte[counts[me]];
                    all.scatterv(me == root ? out : null, counts, starts, MPI.BYTE, mine, counts[me], MPI.BYTE, root);
                    check(mine, 0, root, me, counts[me]);
                    count("scatterv");
                    byte[] gathered = new byte[whole];
                    all.allGatherv(filled(me, 0, counts[me]), counts[me], MPI.BYTE, gathered, counts, starts, MPI.BYTE);
                    for (int r = 0; r < P; r++) check(gathered, starts[r], r, 0, counts[r]);
                    count("allgatherv");
                    int[] sent = new int[P], sentAt = new int[P], come = new int[P], comeAt = new int[P];
                    Datatype[] bytes = new Datatype[P];
                    int toAll = 0, fromAll = 0;
                    for (int r = 0; r < P; r++) {
                        bytes[r] = MPI.BYTE;
                        sent[r] = length(me, r, scale); sentAt[r] = toAll; toAll += sent[r];
                        come[r] = length(r, me, scale); comeAt[r] = fromAll; fromAll += come[r];
                    }
                    byte[] away = new byte[toAll];
                    for (int r = 0; r < P; r++) System.arraycopy(filled(me, r, sent[r]), 0, away, sentAt[r], sent[r]);
                    byte[] here = new byte[fromAll];
                    all.allToAllv(away, sent, sentAt, MPI.BYTE, here, come, comeAt, MPI.BYTE);
                    for (int r = 0; r < P; r++) check(here, comeAt[r], r, me, come[r]);
                    count("alltoallv");
                    byte[] typed = new byte[fromAll];
                    Request started = all.iAllToAllw(ByteBuffer.allocateDirect(toAll).put(away).flip(), sent, sentAt, bytes, ByteBuffer.allocateDirect(Math.max(1, fromAll)), come, comeAt, bytes);
                    started.waitFor();
                    all.allToAllw(away, sent, sentAt, bytes, typed, come, comeAt, bytes);
                    for (int r = 0; r < P; r++) check(typed, comeAt[r], r, me, come[r]);
                    count("alltoallw twice");
                }
                MPI.Finalize();
            }
            """;

    /** Algorithms that know no levels, for operations whose blocks have lengths of their own. */
    private static final String OF_ONE_LEVEL = "BRAID_COLL=gatherv=binomial, scatterv=binomial, allgatherv=sparbit, alltoallv=two-phase-bruck, neighborAlltoallv=combining";

    private static final String OF_LENGTHS = "BRAID_COLL=gatherv=tuw(together=8KiB), scatterv=tuw(together=8KiB), allgatherv=all-broadcast(segment=1KiB)";

    @TempDir private Path directory = Path.of("");

    /**
     * The sum over all ranks for each channel: between sites, between clusters, between hosts of a site, and inside hosts. A gatherv to root 4: the leader of the other site sends lengths and blocks, so does that of the other host; inside each of these two, two ranks send both,
     * and beside the root two ranks send a block each. The last lines are of blocks of none to 15,000 bytes: those over 8 KiB (alltoall: 128 bytes) go straight, of the other site that of rank 2, of the other host those of 6 and 7. Ranks of one site exchange alltoall blocks themselves: 18 messages between its hosts.
     */
    @Test
    void aSlowChannelIsCrossedOnceForEachClusterAndOnceForEachLongBlock() throws Exception {
        TestJob.Result result = run("Levels.java", "BRAID_SHARED_COLLECTIVES=false", PROGRAM);
        assertCode(0, result);
        assertEquals("""
                gatherv [2, 0, 2, 10]
                scatterv [2, 0, 2, 6]
                allgatherv [2, 0, 2, 12]
                alltoallv [4, 0, 8, 58]
                alltoallw twice [8, 0, 16, 116]
                gatherv [2, 0, 2, 10]
                scatterv [2, 0, 2, 6]
                allgatherv [2, 0, 2, 12]
                alltoallv [4, 0, 8, 58]
                alltoallw twice [8, 0, 16, 116]
                gatherv [3, 0, 4, 10]
                scatterv [3, 0, 4, 6]
                allgatherv [6, 0, 6, 36]
                alltoallv [32, 0, 22, 58]
                alltoallw twice [64, 0, 44, 116]
                """, result.out());
    }

    /**
     * Likewise, the sums over all channels. Of the binomial tree of nine ranks two hang on the root alone; gatherv: six send lengths and blocks, scatterv: three get both, and three that nobody hangs on blocks alone. Four rounds of lengths and blocks are 72 messages; of 72 blocks between two ranks twelve have no bytes, and do
     * not go straight where others are long.
     */
    @Test
    void byAlgorithmsOfOneLevelAllArrivesToo() throws Exception {
        TestJob.Result result = run("Levels.java", OF_ONE_LEVEL, PROGRAM.replace("Arrays.toString(sum)", "Arrays.stream(sum).sum()"));
        assertCode(0, result);
        assertEquals("""
                gatherv 14
                scatterv 11
                allgatherv 72
                alltoallv 72
                alltoallw twice 144
                gatherv 14
                scatterv 11
                allgatherv 72
                alltoallv 72
                alltoallw twice 144
                gatherv 17
                scatterv 14
                allgatherv 72
                alltoallv 132
                alltoallw twice 264
                """, result.out());
    }

    /**
     * Likewise, along trees that ranks find by the lengths. Of nine ranks with root 4 the halves without it are 5 to 8, who tell each other eight times who leads, 0 to 2, five times, and 3 alone; eight lengths go up or down a binomial tree, and each rank but the root sends its block, or gets it, in one message, however
     * long it is. An allgatherv in segments sends 72 of each, of which blocks of seven KiB on the average have seven.
     */
    @Test
    void alongTreesThatRanksFindByTheLengthsAndInSegmentsAllArrivesToo() throws Exception {
        TestJob.Result result = run("Levels.java", OF_LENGTHS, PROGRAM.replace("Arrays.toString(sum)", "Arrays.stream(sum).sum()"));
        assertCode(0, result);
        assertEquals("""
                gatherv 29
                scatterv 29
                allgatherv 72
                gatherv 29
                scatterv 29
                allgatherv 72
                gatherv 29
                scatterv 29
                allgatherv 504
                """, result.out().replaceAll("alltoall.*\n", ""));
    }

    private TestJob.Result run(String name, String program) throws Exception {
        return run(name, "BRAID_SHARED_COLLECTIVES=true", program);
    }

    private TestJob.Result run(String name, String variable, String program) throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), TOPOLOGY);
        Path main = Files.writeString(directory.resolve(name), "import java.nio.ByteBuffer;\nimport java.util.Arrays;\nimport mpi.*;\n" + program);
        return TestJob.run(directory, "", "-n", "9", "--topology", topology.toString(), "-x", variable, main.toString());
    }

    /** Whose lengths do not fit is told so by the rank that expects them, although others have passed them on and the sum is right. */
    @Test
    void twoRanksWhoseCountsAreSwappedAreNoticedAtTheRoot() throws Exception {
        TestJob.Result result = run("Swapped.java", """
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Intracomm all = MPI.COMM_WORLD.dup();
                    int me = all.getRank();
                    int[] counts = {1, 1, 1, 1, 1, 1, 2, 3, 1};
                    int[] starts = {0, 1, 2, 3, 4, 5, 6, 8, 11};
                    int mine = me == 6 ? 3 : me == 7 ? 2 : 1;
                    try {
                        all.gatherv(new byte[mine], mine, MPI.BYTE, new byte[12], counts, starts, MPI.BYTE, 0);
                        if (me == 0) System.out.println("taken");
                    } catch (MPIException told) {
                        System.out.println(me + " " + (told.getErrorClass() == MPI.ERR_TRUNCATE) + " " + told.getMessage().contains("the block of rank 6 is 3 bytes, and this rank expects 2"));
                    }
                    MPI.Finalize();
                }
                """);
        assertEquals("0 true true\n", result.out(), result::toString);
    }

    /** The root compares what has been said of a block before it waits for the block. Nobody watches over who waits for whom in a program of several threads. */
    @ParameterizedTest
    @ValueSource(strings = {"gatherv", "alltoallv", "neighborAlltoallv"})
    void aShortBlockWhereALongOneIsExpectedIsNamedInAProgramOfSeveralThreads(String operation) throws Exception {
        assertAShortBlockIsNamed("BRAID_SHARED_COLLECTIVES=true", operation, 7);
    }

    /** Of a rank that sends the root others' blocks, too, which are not taken for the long one. */
    @ParameterizedTest
    @CsvSource({"gatherv, 4", "alltoallv, 7", "neighborAlltoallv, 6"})
    void itIsNamedByAlgorithmsOfOneLevelToo(String operation, int rank) throws Exception {
        assertAShortBlockIsNamed(OF_ONE_LEVEL, operation, rank);
    }

    @Test
    void itIsNamedWhereRanksFindWhomTheySendTo() throws Exception {
        assertAShortBlockIsNamed(OF_LENGTHS, "gatherv", 7);
    }

    private void assertAShortBlockIsNamed(String variable, String operation, int rank) throws Exception {
        TestJob.Result result = run("Short.java", variable, """
                static final int WHO = @WHO;
                static void call(Intracomm all, int me, int[] counts, int[] starts) {
                    int[] sent = {1, 1, 1, 1, 1, 1, 1, 1, 1};
                    if (me == WHO) sent[0] = 10;
                    int[] come = me == 0 ? counts : new int[] {1, 1, 1, 1, 1, 1, 1, 1, 1};
                    int[] from = {0, 10, 11, 12, 13, 14, 15, 16, 17};
                    switch ("@OPERATION") {
                        case "gatherv" -> all.gatherv(new int[sent[0]], sent[0], MPI.INT, new int[6000], counts, starts, MPI.INT, 0);
                        case "alltoallv" -> all.allToAllv(new int[100], sent, from, MPI.INT, new int[6000], come, starts, MPI.INT);
                        default -> {
                            int[] everybody = {0, 1, 2, 3, 4, 5, 6, 7, 8};
                            int[] weights = {1, 1, 1, 1, 1, 1, 1, 1, 1};
                            all.createDistGraphAdjacent(everybody, weights, everybody, weights, new Info(), false).neighborAllToAllv(new int[100], sent, from, MPI.INT, new int[6000], come, starts, MPI.INT);
                        }
                    }
                }
                void main(String[] args) throws Exception {
                    MPI.InitThread(args, MPI.THREAD_MULTIPLE);
                    Thread.ofPlatform().daemon().start(() -> { while (true) java.util.concurrent.locks.LockSupport.park(); });
                    Intracomm all = MPI.COMM_WORLD.createCart(new int[] {3, 3}, new boolean[2], false); // of which a graph is on a grid
                    int me = all.getRank();
                    int[] counts = {1, 1, 1, 1, 1, 1, 1, 1, 1};
                    counts[WHO] = 5000;
                    int[] starts = new int[9];
                    for (int r = 1; r < 9; r++) starts[r] = starts[r - 1] + counts[r - 1];
                    try {
                        call(all, me, counts, starts);
                        if (me == 0) System.out.println("taken");
                    } catch (MPIException told) {
                        if (me == 0) System.out.println((told.getErrorClass() == MPI.ERR_COUNT) + " " + told.getMessage().contains("the block of rank " + WHO + " is 40 bytes, and this rank expects 20000"));
                        else if (!told.getMessage().contains("calls it off after an error of its own")) throw told; // of an alltoallv, who hangs on rank 0
                    }
                    MPI.Finalize();
                }
                """.replace("@OPERATION", operation).replace("@WHO", Integer.toString(rank)));
        assertCode(0, result);
        assertEquals("true true\n", result.out(), result::toString);
    }
}
