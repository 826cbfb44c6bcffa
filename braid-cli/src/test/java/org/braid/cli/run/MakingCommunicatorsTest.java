package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What making a communicator costs, in messages of all six members together: what it takes to tell each other the names of the new objects, and to find out that arguments differ. That members know who is near whom, and which algorithm serves a call, costs none: not when a communicator is
 * made, nor when it is asked for its levels. Real processes; an allgather is 30 messages here, a broadcast 5.
 */
@Timeout(180)
class MakingCommunicatorsTest {
    private static final String MAKING = """
            import java.util.*;
            import mpi.*;
            import org.braid.mpix.*;

            PerformanceHandle frames;

            interface Making { Comm make() throws Exception; }

            static long sum(Comm comm) throws Exception {
                long[] messages = (long[]) comm.getAttr(MPI.TOPOLOGY_MESSAGES);
                return messages == null ? 0 : Arrays.stream(messages).sum();
            }

            /** Frames of all lanes, messages of the parent's collectives, messages of the made one, frames when that is asked for its levels. */
            void count(String what, Intracomm parent, Making making) throws Exception {
                long[] own = new long[4], all = new long[4];
                for (int round = 0; round < 2; round++) { // the first opens lanes
                    MPI.COMM_WORLD.barrier();
                    MPI.COMM_WORLD.barrier();
                    long told = sum(parent), sent = frames.read();
                    Comm made = making.make();
                    own = new long[] {frames.read() - sent, sum(parent) - told, 0, 0};
                    if (!made.isNull()) {
                        made.getAttr(MPI.TOPOLOGY_DEPTHS);
                        made.getAttr(MPI.TOPOLOGY_COLORS);
                        own[2] = sum(made);
                        own[3] = frames.read() - sent - own[0];
                        made.free();
                    }
                }
                MPI.COMM_WORLD.allReduce(own, all, 4, MPI.LONG, MPI.SUM);
                if (MPI.COMM_WORLD.getRank() == 0) System.out.println(what + " " + Arrays.toString(all));
            }

            void main(String[] args) throws Exception {
                MPI.Init(args);
                Intracomm world = MPI.COMM_WORLD;
                PerformanceSession session = Tools.session();
                frames = session.handle(Tools.performanceVariable("lanes.frames"));
                frames.start();
                int me = world.getRank(), size = world.getSize();
                Info host = new Info();
                host.set("mpi_hw_resource_type", "host");
                mpi.Group group = world.getGroup();
                int[] index = new int[size], edges = new int[2 * size];
                for (int rank = 0; rank < size; rank++) {
                    index[rank] = 2 * rank + 2;
                    edges[2 * rank] = (rank + size - 1) % size;
                    edges[2 * rank + 1] = (rank + 1) % size;
                }
                int[] before = {edges[2 * me]}, behind = {edges[2 * me + 1]};
                count("dup", world, () -> (Comm) world.clone());
                count("split", world, () -> world.split(me % 2, 0));
                count("by kind", world, () -> world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL));
                count("by level", world, () -> world.splitType(Comm.TYPE_HW_GUIDED, 0, host));
                count("a level down", world, () -> world.splitType(Comm.TYPE_HW_UNGUIDED, 0, host));
                count("create", world, () -> world.create(group));
                count("createGroup", world, () -> world.createGroup(group, 5));
                count("createCart", world, () -> world.createCart(new int[] {size}, new boolean[1], false));
                count("reordered", world, () -> world.createCart(new int[] {size}, new boolean[1], true));
                count("createGraph", world, () -> world.createGraph(index, edges, true));
                count("createDistGraphAdjacent", world, () -> world.createDistGraphAdjacent(before, behind, MPI.INFO_NULL, true));
                Intracomm half = world.split(me / 3, 0); // ranks of one host, where there are hosts
                count("dup of a part", half, () -> (Comm) half.clone());
                Intracomm leaders = world.split(me % 3 == 0 ? 0 : 1, 0); // one of each host, and the others
                count("split of leaders", leaders, () -> leaders.split(0, 0));
                MPI.Finalize();
            }
            """;

    private static final List<String> NAMES = List.of("dup", "split", "by kind", "by level", "a level down", "create", "createGroup", "createCart", "reordered", "createGraph", "createDistGraphAdjacent", "dup of a part", "split of leaders");

    /** One allgather of names each; behind two broadcasts and an allgather that compare arguments, or an allgather and two more for edges. A group's members tell the lowest one, which asks whether they are still there: five messages for each other member. */
    private static final int[] FRAMES = {30, 30, 30, 30, 30, 30, 25, 70, 70, 70, 90, 12, 14};

    @TempDir private Path directory = Path.of("");

    private List<String> outcome(String... words) throws Exception {
        Path main = Files.writeString(directory.resolve("Making.java"), MAKING);
        List<String> all = new ArrayList<>(List.of("-n", "6", "-x", "BRAID_SHARED_COLLECTIVES=false", "-x", "BRAID_COLL=allgather=linear, bcast=linear, allgatherv=linear, allreduce=central"));
        all.addAll(List.of(words));
        all.add(main.toString());
        TestJob.Result result = TestJob.run(directory, "", all.toArray(String[]::new));
        assertCode(0, result);
        return result.out().lines().toList();
    }

    private static List<String> expected(boolean isCounted) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < FRAMES.length; i++) {
            boolean isOfGroup = NAMES.get(i).equals("createGroup"); // outside of the numbers of collectives
            all.add(NAMES.get(i) + " [" + FRAMES[i] + ", " + (isCounted && !isOfGroup ? FRAMES[i] : 0) + ", 0, 0]");
        }
        return all;
    }

    @Test
    void namesAreToldOnceAndNothingElseOnOneHost() throws Exception {
        assertEquals(expected(false), outcome());
    }

    @Test
    void norWhereCommunicatorsHaveLevels() throws Exception {
        Path topology = Files.writeString(directory.resolve("two.topo"), "east/left 3\neast/right 3\n");
        assertEquals(expected(true), outcome("--topology", topology.toString()));
    }

    /** Ranks make sure at their first collective that they have the same profile, and not before. */
    @Test
    void norUnderAProfile() throws Exception {
        Path topology = Files.writeString(directory.resolve("two.topo"), "east/left 3\neast/right 3\n");
        Path profile = Files.writeString(directory.resolve("costs"), "host latency=1us overhead=1us bandwidth=1GB/s\nsite latency=1ms overhead=20us bandwidth=100MB/s\n");
        assertEquals(expected(true), outcome("--topology", topology.toString(), "-x", "BRAID_PROFILE=" + profile));
    }
}
