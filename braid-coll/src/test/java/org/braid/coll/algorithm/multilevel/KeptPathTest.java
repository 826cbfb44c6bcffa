package org.braid.coll.algorithm.multilevel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.hosts.SharedSchedules;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Hosts;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A rank that keeps the fan-outs on its own path makes the schedules that it would make if it kept all clusters: on every tree of up to four ranks and on twelve shapes of more. */
@Execution(CONCURRENT)
class KeptPathTest {
    private static final List<Integer> TWELVE_OF = List.of(7, 13, 16);

    /** Each rank is a neighbour of all others. */
    private record Everybody(int size) implements Neighbourhood {
        @Override
        public Neighbours ofRank(int rank) {
            int[] others = IntStream.range(0, size).filter(other -> other != rank).toArray();
            return Neighbours.inOrder(others, others).among(this);
        }
    }

    private static List<Topology> topologies() {
        List<Topology> all = new ArrayList<>();
        for (int ranks = 2; ranks <= 4; ranks++) {
            all.addAll(Places.all(ranks));
        }
        TWELVE_OF.forEach(ranks -> all.addAll(Places.twelve(ranks)));
        return all;
    }

    static Stream<Algorithm> algorithms() {
        return Arrays.stream(Algorithm.values()).filter(Algorithm::isMultilevel);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void ofMessages(Algorithm algorithm) {
        int compared = 0;
        for (Topology topology : topologies()) {
            for (Operation operation : Operation.values()) {
                if (algorithm.serves(operation) && algorithm.allows(topology.size(), true)) {
                    compared += ofMessages(algorithm, operation, topology);
                }
            }
        }
        assertTrue(compared > 100, algorithm + " made " + compared);
    }

    private static int ofMessages(Algorithm algorithm, Operation operation, Topology topology) {
        int root = operation.isRooted() ? topology.size() - 1 : 0;
        for (int rank = 0; rank < topology.size(); rank++) {
            Shape shape = new Shape(operation, topology.size(), rank, root, true, false, operation.isOfNeighbours() ? new Everybody(topology.size()).ofRank(rank) : Neighbours.NONE);
            assertSame(algorithm.generate(shape.in(topology)), algorithm.generate(shape.in(topology.seenBy(rank))), algorithm + " of " + operation + " at rank " + rank + " of " + topology);
        }
        return topology.size();
    }

    @ParameterizedTest
    @EnumSource
    void overBoards(Operation operation) {
        for (Topology topology : topologies()) {
            Hosts hosts = Hosts.of(topology);
            if (hosts.count() > 1 && SharedSchedules.serve(operation, topology.size(), hosts, 8, Extent.SHORT.placeBytes(), Extent.SHORT.mostMembers())) {
                overBoards(operation, topology, hosts);
            }
        }
    }

    private static void overBoards(Operation operation, Topology topology, Hosts hosts) {
        int root = operation.isRooted() ? topology.size() - 1 : 0;
        for (int rank = 0; rank < topology.size(); rank++) {
            Hosts seen = Hosts.of(topology.seenBy(rank));
            assertArrayEquals(hosts.members(hosts.hostOf(rank)), seen.members(seen.hostOf(rank)));
            Shape shape = new Shape(operation, topology.size(), rank, root, true, false);
            assertSame(
                    SharedSchedules.generate(shape, hosts, Extent.SHORT.placeBytes(), false), SharedSchedules.generate(shape, seen, Extent.SHORT.placeBytes(), false), operation + " at rank " + rank + " of " + topology);
        }
    }

    private static void assertSame(Schedule expected, Schedule made, String which) {
        assertEquals(expected.toString(), made.toString(), which);
        assertEquals(expected.steps(), made.steps(), which);
        for (int step = 0; step < expected.steps(); step++) {
            for (int word = 0; word < Schedule.STRIDE; word++) {
                assertEquals(expected.word(step, word), made.word(step, word), which);
            }
        }
        assertEquals(expected.buffers(), made.buffers(), which);
        for (int buffer = 0; buffer < expected.buffers(); buffer++) {
            assertEquals(expected.layout(buffer), made.layout(buffer), which);
        }
    }
}
