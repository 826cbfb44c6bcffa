package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Collectives of neighbours of unmodified programs over several hosts and sites: what arrives, in all forms and topologies, and how many messages cross which channel. Real processes. */
@Timeout(180)
class NeighboursOverHostsTest {
    /** A host of three ranks at one site, two at the other. */
    private static final String TOPOLOGY = "sdsc/sp 3\nanl/sp 3\nanl/o2k 3\n";

    /** Edges lead from each rank to those that are 1, 3, 4 and 6 further: of 36 there are 20 between sites, 10 in each direction, and 10 between the hosts of one, 6 and 4. */
    private static final String PROGRAM = """
            import java.lang.foreign.*;
            import java.util.Arrays;
            import java.util.List;
            import mpi.*;
            import org.braid.mpix.large.LargeNeighbors;

            static final int P = 9;
            static final List<Integer> STEPS = List.of(1, 3, 4, 6);
            static long[] before;
            static int me;

            static int[] far(int sign) {
                return STEPS.stream().mapToInt(step -> Math.floorMod(me + sign * step, P)).toArray();
            }

            /** Which block of its sender's it is that comes from there. */
            static int block(int source) {
                return STEPS.indexOf(Math.floorMod(me - source, P));
            }

            static void count(Intracomm comm, String what) throws MPIException {
                long[] sent = (long[]) comm.getAttr(MPI.TOPOLOGY_MESSAGES);
                long[] since = new long[sent.length];
                for (int i = 0; i < sent.length; i++) since[i] = sent[i] - before[i];
                long[] sum = new long[sent.length];
                MPI.COMM_WORLD.allReduce(since, sum, sent.length, MPI.LONG, MPI.SUM);
                if (me == 0) System.out.println(what + " " + Arrays.toString(sum));
                before = sent;
            }

            static void check(boolean right, String what) {
                if (!right) throw new AssertionError(what + " at rank " + me);
            }

            static int length(int source, int block, int scale) {
                return scale * ((5 * source + 3 * block) % 4);
            }

            static void equal(GraphComm graph, int[] sources, String name) throws Exception {
                int[] all = new int[2 * sources.length];
                int[] mine = {me, -me};
                int[] each = new int[2 * STEPS.size()];
                Arrays.setAll(each, at -> 100 * me + at);
                for (int form = 0; form < 3; form++) {
                    Arrays.fill(all, -99);
                    if (form == 0) {
                        graph.neighborAllGather(mine, 2, MPI.INT, all, 2, MPI.INT);
                    } else if (form == 1) {
                        graph.iNeighborAllGather(mine, 2, MPI.INT, all, 2, MPI.INT).waitFor();
                    } else {
                        persistent(graph.neighborAllGatherInit(mine, 2, MPI.INT, all, 2, MPI.INT, MPI.INFO_NULL));
                    }
                    for (int i = 0; i < sources.length; i++) check(all[2 * i] == sources[i] && all[2 * i + 1] == -sources[i], name + " allgather " + form);
                    if (form < 2) count(graph, name + " allgather");
                    Arrays.fill(all, -99);
                    if (form == 0) {
                        graph.neighborAllToAll(each, 2, MPI.INT, all, 2, MPI.INT);
                    } else if (form == 1) {
                        graph.iNeighborAllToAll(each, 2, MPI.INT, all, 2, MPI.INT).waitFor();
                    } else {
                        persistent(graph.neighborAllToAllInit(each, 2, MPI.INT, all, 2, MPI.INT, MPI.INFO_NULL));
                    }
                    for (int i = 0; i < sources.length; i++) check(all[2 * i] == 100 * sources[i] + 2 * block(sources[i]), name + " alltoall " + form);
                    if (form < 2) count(graph, name + " alltoall");
                }
                before = (long[]) graph.getAttr(MPI.TOPOLOGY_MESSAGES); // persistent calls were started several times, and members agree on a space for each
                int[] longIn = new int[4000];
                Arrays.fill(longIn, me);
                int[] longOut = new int[4000 * sources.length];
                graph.neighborAllGather(longIn, 4000, MPI.INT, longOut, 4000, MPI.INT);
                for (int i = 0; i < sources.length; i++) check(longOut[4000 * i + 3999] == sources[i], name + " long");
                count(graph, name + " long allgather");
            }

            static void persistent(Prequest request) throws Exception {
                for (int turn = 0; turn < 3; turn++) {
                    request.start();
                    request.waitFor();
                }
                request.free();
            }

            static void tabled(GraphComm graph, int[] sources, int scale) throws Exception {
                int[] counts = new int[sources.length], starts = new int[sources.length];
                int whole = 0;
                for (int i = sources.length - 1; i >= 0; i--) {
                    counts[i] = length(sources[i], 0, scale);
                    starts[i] = whole;
                    whole += counts[i] + 1;
                }
                byte[] mine = new byte[length(me, 0, scale)];
                Arrays.fill(mine, (byte) me);
                byte[] all = new byte[whole];
                graph.neighborAllGatherv(mine, mine.length, MPI.BYTE, all, counts, starts, MPI.BYTE);
                for (int i = 0; i < sources.length; i++) for (int at = 0; at < counts[i]; at++) check(all[starts[i] + at] == sources[i], "allgatherv");
                count(graph, "allgatherv " + scale);
                int[] sends = new int[STEPS.size()], sendStarts = new int[STEPS.size()];
                int away = 0;
                for (int j = 0; j < sends.length; j++) {
                    sends[j] = length(me, j, scale);
                    sendStarts[j] = away;
                    away += sends[j];
                }
                byte[] each = new byte[away];
                for (int j = 0; j < sends.length; j++) Arrays.fill(each, sendStarts[j], sendStarts[j] + sends[j], (byte) (10 * me + j));
                whole = 0;
                for (int i = 0; i < sources.length; i++) {
                    counts[i] = length(sources[i], block(sources[i]), scale);
                    starts[i] = whole;
                    whole += counts[i];
                }
                Datatype[] bytes = new Datatype[STEPS.size()];
                Arrays.fill(bytes, MPI.BYTE);
                for (int form = 0; form < 3; form++) {
                    all = new byte[Math.max(1, whole)];
                    if (form == 0) {
                        graph.neighborAllToAllv(each, sends, sendStarts, MPI.BYTE, all, counts, starts, MPI.BYTE);
                    } else if (form == 1) {
                        graph.iNeighborAllToAllv(each, sends, sendStarts, MPI.BYTE, all, counts, starts, MPI.BYTE).waitFor();
                    } else {
                        MemorySegment in = Arena.global().allocate(Math.max(1, away)), out = Arena.global().allocate(all.length);
                        MemorySegment.copy(each, 0, in, ValueLayout.JAVA_BYTE, 0, away);
                        LargeNeighbors.allToAllw(graph, in, longs(sends), longs(sendStarts), bytes, out, longs(counts), longs(starts), bytes);
                        MemorySegment.copy(out, ValueLayout.JAVA_BYTE, 0, all, 0, all.length);
                    }
                    for (int i = 0; i < sources.length; i++) for (int at = 0; at < counts[i]; at++) check(all[starts[i] + at] == (byte) (10 * sources[i] + block(sources[i])), "alltoallv " + form);
                    count(graph, (form == 2 ? "alltoallw " : "alltoallv ") + scale);
                }
            }

            static long[] longs(int[] ints) {
                return Arrays.stream(ints).asLongStream().toArray();
            }

            static int[] sources(GraphComm graph) throws MPIException {
                DistGraphNeighbors own = graph.getDistGraphNeighbors();
                int[] sources = new int[own.getInDegree()];
                for (int i = 0; i < sources.length; i++) sources[i] = own.getSource(i);
                return sources;
            }

            void main(String[] args) throws Exception {
                MPI.Init(args);
                Intracomm world = MPI.COMM_WORLD;
                me = world.getRank();
                GraphComm graph = world.createDistGraphAdjacent(far(-1), far(1), MPI.INFO_NULL, false);
                graph.barrier();
                before = (long[]) graph.getAttr(MPI.TOPOLOGY_MESSAGES);
                equal(graph, sources(graph), "adjacent");
                tabled(graph, sources(graph), 3);
                tabled(graph, sources(graph), 5000);
                int[] self = {me};
                GraphComm declared = world.createDistGraph(self, new int[] {STEPS.size()}, far(1), MPI.INFO_NULL, false);
                declared.barrier();
                before = (long[]) declared.getAttr(MPI.TOPOLOGY_MESSAGES);
                equal(declared, sources(declared), "declared");
                Info hints = new Info();
                hints.set("braid_coll", "neighborAllgather=linear, neighborAlltoall=linear");
                GraphComm straight = graph.dupWithInfo(hints);
                straight.barrier();
                before = (long[]) straight.getAttr(MPI.TOPOLOGY_MESSAGES);
                equal(straight, sources(straight), "straight");
                CartComm torus = world.createCart(new int[] {3, 3}, new boolean[] {true, true}, false);
                torus.barrier();
                before = (long[]) torus.getAttr(MPI.TOPOLOGY_MESSAGES);
                int[] four = new int[4];
                torus.neighborAllToAll(new int[] {10 * me, 10 * me + 1, 10 * me + 2, 10 * me + 3}, 1, MPI.INT, four, 1, MPI.INT);
                ShiftParms rows = torus.shift(0, 1), columns = torus.shift(1, 1);
                int[] expected = {10 * rows.getRankSource() + 1, 10 * rows.getRankDest(), 10 * columns.getRankSource() + 3, 10 * columns.getRankDest() + 2};
                check(Arrays.equals(expected, four), Arrays.toString(four));
                count(torus, "torus");
                int[] index = new int[P];
                int[] edges = new int[4 * P];
                for (int r = 0; r < P; r++) {
                    index[r] = 4 * (r + 1);
                    for (int i = 0; i < 4; i++) edges[4 * r + i] = Math.floorMod(r + new int[] {1, -1, 3, -3}[i], P);
                }
                GraphComm known = world.createGraph(index, edges, false);
                known.barrier();
                before = (long[]) known.getAttr(MPI.TOPOLOGY_MESSAGES);
                known.neighborAllGather(self, 1, MPI.INT, four, 1, MPI.INT);
                check(Arrays.equals(four, Arrays.copyOfRange(edges, 4 * me, 4 * me + 4)), "graph");
                count(known, "graph");
                MPI.Finalize();
            }
            """;

    @TempDir private Path directory = Path.of("");

    private TestJob.Result run(String program, String... options) throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), TOPOLOGY);
        Path main = Files.writeString(directory.resolve("Neighbours.java"), program);
        String[] words = new String[options.length + 5];
        System.arraycopy(new String[] {"-n", "9", "--topology", topology.toString()}, 0, words, 0, 4);
        System.arraycopy(options, 0, words, 4, options.length);
        words[words.length - 1] = main.toString();
        return TestJob.run(directory, "", words);
    }

    /**
     * The sum over all ranks for each channel: between sites, between clusters, between hosts of a site, and inside hosts. Twenty edges between sites are a message in each direction, with lengths ahead of it two; so are the ten between hosts, six and four of them, but of
     * blocks of lengths of their own, of which eight would go together. What else goes between hosts is on its way to the one rank that sends to the other site, or from the one that receives. Blocks of 5,000 bytes and more go straight, those of none do not.
     */
    @Test
    void whatCrossesTheSameChannelGoesTogetherInEveryFormAndTopology() throws Exception {
        TestJob.Result result = run(PROGRAM, "--method", "host=shm, site=delay(1ms)+shm, *=delay(3ms)+shm");
        assertCode(0, result);
        assertEquals("""
                adjacent allgather [2, 0, 8, 22]
                adjacent alltoall [2, 0, 8, 22]
                adjacent allgather [2, 0, 8, 22]
                adjacent alltoall [2, 0, 8, 22]
                adjacent long allgather [20, 0, 10, 6]
                allgatherv 3 [4, 0, 22, 22]
                alltoallv 3 [4, 0, 22, 22]
                alltoallv 3 [4, 0, 22, 22]
                alltoallw 3 [4, 0, 22, 22]
                allgatherv 5000 [18, 0, 22, 22]
                alltoallv 5000 [19, 0, 22, 22]
                alltoallv 5000 [19, 0, 22, 22]
                alltoallw 5000 [19, 0, 22, 22]
                declared allgather [2, 0, 8, 22]
                declared alltoall [2, 0, 8, 22]
                declared allgather [2, 0, 8, 22]
                declared alltoall [2, 0, 8, 22]
                declared long allgather [20, 0, 10, 6]
                straight allgather [20, 0, 10, 6]
                straight alltoall [20, 0, 10, 6]
                straight allgather [20, 0, 10, 6]
                straight alltoall [20, 0, 10, 6]
                straight long allgather [20, 0, 10, 6]
                torus [2, 0, 12, 26]
                graph [2, 0, 8, 28]
                """, result.out());
    }

    /** Whoever has other rules than the others is told so, and they are. */
    @Test
    void ranksThatHaveOtherRulesAreToldBothAlgorithms() throws Exception {
        TestJob.Result result = run("""
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int me = MPI.COMM_WORLD.getRank();
                    CartComm line = MPI.COMM_WORLD.createCart(new int[] {9}, new boolean[] {true}, false);
                    Info hints = new Info();
                    hints.set("braid_coll", me == 4 ? "neighborAllgather=linear" : "neighborAllgather=multilevel(edges=1)");
                    CartComm other = line.dupWithInfo(hints);
                    try {
                        other.neighborAllGather(new int[1], 1, MPI.INT, new int[2], 1, MPI.INT);
                        other.barrier();
                    } catch (MPIException told) {
                        System.out.println(told.getMessage().contains("by linear") && told.getMessage().contains("neighborAllgather by multilevel told"));
                    }
                    MPI.Finalize();
                }
                """);
        assertTrue(result.out().lines().count() == 9 && result.out().lines().allMatch("true"::equals), result::toString);
    }
}
