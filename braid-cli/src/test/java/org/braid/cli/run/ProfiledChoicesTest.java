package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Under a profile barriers, v-forms and operations of neighbours are chosen by cost, alike at all ranks, and give the right results; the barrier that compares the profiles goes by the rules. Real processes. */
@Timeout(180)
class ProfiledChoicesTest {
    private static final String COSTS = "host latency=20us overhead=20us bandwidth=1GB/s\n* latency=30ms overhead=20us bandwidth=10MB/s offered=16KiB trips=4\n";

    /** Six ranks of two hosts: each operation short and long; neighbours on a ring and on a graph in which rank 5 has none. Rank r says {@code r: OPERATION ALGORITHM WHY} of each choice. */
    private static final String PROGRAM = """
            import java.util.Arrays;
            import java.util.concurrent.LinkedBlockingQueue;
            import java.util.concurrent.TimeUnit;
            import mpi.*;
            import org.braid.mpix.*;

            LinkedBlockingQueue<ToolEvent> events = new LinkedBlockingQueue<>();
            int me;
            int size;

            void main(String[] args) throws Exception {
                MPI.Init(args);
                Intracomm world = MPI.COMM_WORLD;
                me = world.getRank();
                size = world.getSize();
                try (Listening listening = Tools.listen(events::add, ToolEvent.Kind.ALGORITHM_CHOSEN)) {
                    world.barrier();
                    say("barrier");
                    say("barrier");
                    for (int n : new int[] {1, 40000}) {
                        blocks(world, n);
                        ring(world.createCart(new int[] {size}, new boolean[] {true}, false), n);
                        graph(world, n);
                    }
                }
                MPI.Finalize();
            }

            void say(String operation) throws Exception {
                ToolEvent event = events.poll(30, TimeUnit.SECONDS);
                while (event != null && !event.get("operation").equals(operation)) event = events.poll(30, TimeUnit.SECONDS);
                System.out.println(me + ": " + operation + " " + (event == null ? "nobody knows" : event.get("algorithm") + (event.get("reason").startsWith("costs least") ? " by cost" : " by rule")));
            }

            int[] lengths(int n) {
                int[] lengths = new int[size];
                for (int r = 0; r < size; r++) lengths[r] = n + r;
                return lengths;
            }

            int[] starts(int[] lengths) {
                int[] starts = new int[size];
                for (int r = 1; r < size; r++) starts[r] = starts[r - 1] + lengths[r - 1];
                return starts;
            }

            int[] filled(int length, int value) {
                int[] all = new int[length];
                Arrays.fill(all, value);
                return all;
            }

            void expect(int[] got, int from, int length, int value, String what) {
                for (int i = from; i < from + length; i++) if (got[i] != value) throw new AssertionError(what + " of rank " + me + ": " + got[i] + " at " + i + " in place of " + value);
            }

            void blocks(Intracomm world, int n) throws Exception {
                int[] lengths = lengths(n), starts = starts(lengths);
                int all = starts[size - 1] + lengths[size - 1];
                int[] mine = filled(lengths[me], me), out = filled(all, -1);
                world.allGatherv(mine, lengths[me], MPI.INT, out, lengths, starts, MPI.INT);
                for (int r = 0; r < size; r++) expect(out, starts[r], lengths[r], r, "allGatherv");
                say("allgatherv");
                Arrays.fill(out, -1);
                world.gatherv(mine, lengths[me], MPI.INT, out, lengths, starts, MPI.INT, 4);
                for (int r = 0; r < size && me == 4; r++) expect(out, starts[r], lengths[r], r, "gatherv");
                int[] back = filled(lengths[me], -1);
                world.scatterv(out, lengths, starts, MPI.INT, back, lengths[me], MPI.INT, 4);
                expect(back, 0, lengths[me], me, "scatterv");
                int[] sum = filled(lengths[me], -1);
                world.reduceScatter(filled(all, me), sum, lengths, MPI.INT, MPI.SUM);
                expect(sum, 0, lengths[me], 15, "reduceScatter");
                say("reduceScatter");
                int[] each = filled(size * lengths[me], me), sent = filled(size, lengths[me]), from = new int[size];
                for (int r = 0; r < size; r++) from[r] = r * lengths[me];
                Arrays.fill(out, -1);
                world.allToAllv(each, sent, from, MPI.INT, out, lengths, starts, MPI.INT);
                for (int r = 0; r < size; r++) expect(out, starts[r], lengths[r], r, "allToAllv");
            }

            void ring(CartComm ring, int n) throws Exception {
                int[] got = filled(2 * n, -1);
                ring.neighborAllGather(filled(n, me), n, MPI.INT, got, n, MPI.INT);
                expect(got, 0, n, (me + size - 1) % size, "neighborAllGather");
                expect(got, n, n, (me + 1) % size, "neighborAllGather");
                say("neighborAllgather");
                ring.free();
            }

            void graph(Intracomm world, int n) throws Exception {
                int[] others = me == 5 ? new int[0] : new int[] {(me + 1) % 5, (me + 4) % 5};
                GraphComm graph = world.createDistGraphAdjacent(others, others, new Info(), false);
                int[] got = filled(Math.max(1, others.length * n), -1);
                graph.neighborAllGather(filled(n, me), n, MPI.INT, got, n, MPI.INT);
                for (int i = 0; i < others.length; i++) expect(got, i * n, n, others[i], "neighborAllGather on a graph");
                say("neighborAllgather");
                int[] counts = new int[others.length], places = new int[others.length], mine = new int[others.length];
                for (int i = 0; i < others.length; i++) { counts[i] = n + others[i]; places[i] = i * (n + 5); mine[i] = n + me; }
                int[] table = filled(Math.max(1, others.length * (n + 5)), -1);
                graph.neighborAllToAllv(filled(Math.max(1, others.length * (n + 5)), me), mine, places, MPI.INT, table, counts, places, MPI.INT);
                for (int i = 0; i < others.length; i++) expect(table, places[i], counts[i], others[i], "neighborAllToAllv on a graph");
                say("neighborAlltoallv");
                graph.free();
            }
            """;

    @TempDir private Path directory = Path.of("");

    private List<String> said(String profile) throws Exception {
        Path topology = Files.writeString(directory.resolve("two.topo"), "west/a 3\neast/b 3\n");
        Path program = Files.writeString(directory.resolve("Choices.java"), PROGRAM);
        TestJob.Result result = TestJob.run(directory, "", "-n", "6", "--topology", topology.toString(), "-x", "BRAID_PROFILE=" + profile, "-x", "BRAID_SHARED_COLLECTIVES=false", program.toString());
        assertCode(0, result);
        return result.out().lines().toList();
    }

    private static List<String> of(List<String> said, int rank) {
        return said.stream().filter(line -> line.startsWith(rank + ": ")).map(line -> line.substring(3)).toList();
    }

    private static void assertAlikeByCost(List<String> said) {
        List<String> first = of(said, 0);
        for (int rank = 1; rank < 6; rank++) {
            assertEquals(first, of(said, rank));
        }
        assertEquals(2 + 2 * 5, first.size(), said::toString);
        assertTrue(first.getFirst().matches("barrier \\S+ by rule"), said::toString);
        for (String each : first.subList(1, first.size())) {
            assertTrue(each.endsWith(" by cost"), said::toString);
        }
    }

    @Test
    void barriersVFormsAndNeighboursAreChosenByCostAlikeAtAllRanks() throws Exception {
        assertAlikeByCost(said(Files.writeString(directory.resolve("costs"), COSTS).toString()));
        assertAlikeByCost(said("measured"));
    }
}
