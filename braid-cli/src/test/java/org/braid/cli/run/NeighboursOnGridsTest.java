package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Graphs that a program makes of a grid of ranks: by message combining blocks go along its dimensions together, in all forms. What arrives, and how many messages that takes. Real processes. */
@Timeout(180)
class NeighboursOnGridsTest {
    /** Two rings of three ranks each way: all eight others are neighbours. */
    private static final String PROGRAM = """
            import java.util.Arrays;
            import mpi.*;

            static final int P = 9;
            static long[] before;
            static int me;

            /** The ranks in all directions, in an order in which each is at another place of another one's list. */
            static int[] around(CartComm torus, int rank) throws MPIException {
                int[] coords = torus.getCoords(rank);
                int[] all = new int[8];
                for (int code = 0, at = 0; code < 9; code++) {
                    if (code != 4) all[at++] = torus.getRank(new int[] {coords[0] + code / 3 - 1, coords[1] + code % 3 - 1});
                }
                return all;
            }

            static void count(Comm comm, String what) throws MPIException {
                long[] sent = (long[]) comm.getAttr(MPI.TOPOLOGY_MESSAGES);
                long[] mine = {0};
                for (int i = 0; i < sent.length; i++) mine[0] += sent[i] - before[i];
                long[] sum = new long[1];
                MPI.COMM_WORLD.reduce(mine, sum, 1, MPI.LONG, MPI.SUM, 0);
                if (me == 0) System.out.println(what + " " + sum[0]);
                before = sent;
            }

            static void check(boolean right, String what) {
                if (!right) throw new AssertionError(what + " at rank " + me);
            }

            static void finish(Prequest request) throws MPIException {
                for (int turn = 0; turn < 3; turn++) {
                    request.start();
                    request.waitFor();
                }
                request.free();
            }

            static void exchange(GraphComm graph, CartComm torus, String name) throws Exception {
                int[] sources = around(torus, me);
                int[] blocks = new int[8]; // which block of its sender's each is
                for (int i = 0; i < 8; i++) {
                    int[] theirs = around(torus, sources[i]);
                    while (theirs[blocks[i]] != me) blocks[i]++;
                }
                graph.barrier();
                before = (long[]) graph.getAttr(MPI.TOPOLOGY_MESSAGES);
                int[] each = new int[8], all = new int[8];
                Arrays.setAll(each, block -> 100 * me + block);
                for (int form = 0; form < 3; form++) {
                    Arrays.fill(all, -1);
                    if (form == 0) graph.neighborAllGather(new int[] {me}, 1, MPI.INT, all, 1, MPI.INT);
                    if (form == 1) graph.iNeighborAllGather(new int[] {me}, 1, MPI.INT, all, 1, MPI.INT).waitFor();
                    if (form == 2) finish(graph.neighborAllGatherInit(new int[] {me}, 1, MPI.INT, all, 1, MPI.INT, MPI.INFO_NULL));
                    check(Arrays.equals(sources, all), name + " allgather " + form);
                    if (form < 2) count(graph, name + " allgather");
                    Arrays.fill(all, -1);
                    if (form == 0) graph.neighborAllToAll(each, 1, MPI.INT, all, 1, MPI.INT);
                    if (form == 1) graph.iNeighborAllToAll(each, 1, MPI.INT, all, 1, MPI.INT).waitFor();
                    if (form == 2) finish(graph.neighborAllToAllInit(each, 1, MPI.INT, all, 1, MPI.INT, MPI.INFO_NULL));
                    for (int i = 0; i < 8; i++) check(all[i] == 100 * sources[i] + blocks[i], name + " alltoall " + form);
                    if (form < 2) count(graph, name + " alltoall");
                }
                before = (long[]) graph.getAttr(MPI.TOPOLOGY_MESSAGES); // persistent calls agree on a space of their own, in which they are not counted here
                tabled(graph, sources, blocks, name);
            }

            /** Rank r has r mod 4 elements for each neighbour, and rank 6 a block of 4000 bytes, which goes straight. */
            static int length(int rank) {
                return rank == 6 ? 1000 : rank % 4;
            }

            static void tabled(GraphComm graph, int[] sources, int[] blocks, String name) throws Exception {
                int[] counts = new int[8], starts = new int[8], sends = new int[8], sendStarts = new int[8];
                int whole = 0;
                for (int i = 7; i >= 0; i--) {
                    counts[i] = length(sources[i]);
                    starts[i] = whole;
                    whole += counts[i] + 1;
                    sends[i] = length(me);
                    sendStarts[i] = i * length(me);
                }
                int[] mine = new int[8 * length(me)];
                for (int at = 0; at < mine.length; at++) mine[at] = 100 * me + at / length(me);
                int[] all = new int[whole];
                graph.neighborAllGatherv(mine, length(me), MPI.INT, all, counts, starts, MPI.INT);
                for (int i = 0; i < 8; i++) for (int at = 0; at < counts[i]; at++) check(all[starts[i] + at] == 100 * sources[i], name + " allgatherv");
                count(graph, name + " allgatherv");
                Arrays.fill(all, -1);
                graph.neighborAllToAllv(mine, sends, sendStarts, MPI.INT, all, counts, starts, MPI.INT);
                for (int i = 0; i < 8; i++) for (int at = 0; at < counts[i]; at++) check(all[starts[i] + at] == 100 * sources[i] + blocks[i], name + " alltoallv");
                count(graph, name + " alltoallv");
            }

            void main(String[] args) throws Exception {
                MPI.Init(args);
                me = MPI.COMM_WORLD.getRank();
                CartComm torus = MPI.COMM_WORLD.createCart(new int[] {3, 3}, new boolean[] {true, true}, false);
                int[] near = around(torus, me);
                exchange(torus.createDistGraphAdjacent(near, near, MPI.INFO_NULL, false), torus, "adjacent");
                int[] index = new int[P], edges = new int[8 * P];
                for (int rank = 0; rank < P; rank++) {
                    index[rank] = 8 * (rank + 1);
                    System.arraycopy(around(torus, rank), 0, edges, 8 * rank, 8);
                }
                exchange(torus.createGraph(index, edges, false), torus, "graph");
                exchange(MPI.COMM_WORLD.createDistGraphAdjacent(near, near, MPI.INFO_NULL, false), torus, "no grid");
                MPI.Finalize();
            }
            """;

    @TempDir private Path directory = Path.of("");

    /** A rank sends to four: two along each dimension, in place of eight; with lengths ahead of them eight messages, and eight more for long blocks. What is made of no grid goes straight. */
    @Test
    void blocksGoAlongTheDimensionsOfTheGridThatAGraphWasMadeOf() throws Exception {
        Path topology = Files.writeString(directory.resolve("two.topo"), "anl/a 5\nanl/b 4\n");
        Path main = Files.writeString(directory.resolve("Grids.java"), PROGRAM);
        TestJob.Result result = TestJob.run(directory, "", "-x", "BRAID_COLL=neighborAllgather=combining, neighborAllgatherv=combining, neighborAlltoall=combining, neighborAlltoallv=combining", "-n", "9", "--topology", topology.toString(), main.toString());
        assertCode(0, result);
        assertEquals("""
                adjacent allgather 36
                adjacent alltoall 36
                adjacent allgather 36
                adjacent alltoall 36
                adjacent allgatherv 80
                adjacent alltoallv 80
                graph allgather 36
                graph alltoall 36
                graph allgather 36
                graph alltoall 36
                graph allgatherv 80
                graph alltoallv 80
                no grid allgather 72
                no grid alltoall 72
                no grid allgather 72
                no grid alltoall 72
                no grid allgatherv 72
                no grid alltoallv 72
                """, result.out());
    }
}
