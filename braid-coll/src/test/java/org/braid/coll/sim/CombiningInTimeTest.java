package org.braid.coll.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.cost.Links;
import org.braid.coll.schedule.Grid;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;

/** What neighbours in all directions of a ring in each dimension send by message combining, in virtual time, by the default links. */
class CombiningInTimeTest {
    /** Rings of {@code side} ranks. */
    private record Torus(int side, int dimensions, Grid grid) implements Neighbourhood {
        static Torus of(int side, int dimensions) {
            int[] dims = new int[dimensions];
            Arrays.fill(dims, side);
            return new Torus(side, dimensions, new Grid(dims));
        }

        @Override
        public Neighbours ofRank(int rank) {
            List<Integer> ranks = new ArrayList<>();
            for (int code = 0; code < Math.pow(3, dimensions); code++) {
                int to = rank;
                for (int d = 0, left = code; d < dimensions; d++, left /= 3) {
                    to = grid.moved(to, d, Math.floorMod(grid.coordinate(rank, d) + left % 3 - 1, side));
                }
                if (to != rank) {
                    ranks.add(to);
                }
            }
            int[] all = ranks.stream().mapToInt(Integer::intValue).toArray();
            return Neighbours.inOrder(all, all);
        }
    }

    private static Topology hosts(int ranks, int hosts) {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            places.add(Place.of("", "", "host" + rank * hosts / ranks));
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    private static long timePs(Operation operation, Algorithm algorithm, Torus torus, int hosts, long bytes) {
        Topology topology = hosts(torus.grid.size(), hosts);
        return Simulator.run(Collective.ofNeighbours(operation, algorithm, torus, torus.grid.size(), bytes, topology, null), new Links().of(topology)).timePs();
    }

    private static long linearPs(Operation operation, Torus torus, int hosts, long bytes) {
        return timePs(operation, operation == Operation.NEIGHBOR_ALLGATHER ? Algorithm.LINEAR_NEIGHBOR_ALLGATHER : Algorithm.LINEAR_NEIGHBOR_ALLTOALL, torus, hosts, bytes);
    }

    private static long combiningPs(Operation operation, Torus torus, int hosts, long bytes) {
        return timePs(operation, operation == Operation.NEIGHBOR_ALLGATHER ? Algorithm.COMBINING_NEIGHBOR_ALLGATHER : Algorithm.COMBINING_NEIGHBOR_ALLTOALL, torus, hosts, bytes);
    }

    @Test
    void of26NeighboursShortBlocksAreThereInHalfOfTheTimeOnOneHostAndOnMany() {
        Torus cube = Torus.of(4, 3);
        for (Operation operation : new Operation[] {Operation.NEIGHBOR_ALLGATHER, Operation.NEIGHBOR_ALLTOALL}) {
            assertTrue(2 * combiningPs(operation, cube, 1, 8) < linearPs(operation, cube, 1, 8));
            assertTrue(3 * combiningPs(operation, cube, 4, 8) < linearPs(operation, cube, 4, 8));
            assertTrue(1.9 * combiningPs(operation, cube, 64, 8) < linearPs(operation, cube, 64, 8));
            for (int hosts : new int[] {1, 4, 64}) {
                assertTrue(combiningPs(operation, cube, hosts, 256) < linearPs(operation, cube, hosts, 256));
            }
        }
    }

    /** And with lengths ahead, as long as they go together as they come. */
    @Test
    void blocksOfLengthsOfTheirOwnAreThereSoonerThanStraightToo() {
        Torus cube = Torus.of(4, 3);
        for (int hosts : new int[] {1, 4, 64}) {
            for (long bytes : new long[] {8, 256}) {
                assertTrue(timePs(Operation.NEIGHBOR_ALLGATHERV, Algorithm.COMBINING_NEIGHBOR_ALLGATHERV, cube, hosts, bytes) < timePs(Operation.NEIGHBOR_ALLGATHERV, Algorithm.LINEAR_NEIGHBOR_ALLGATHER, cube, hosts, bytes));
                assertTrue(timePs(Operation.NEIGHBOR_ALLTOALLV, Algorithm.COMBINING_NEIGHBOR_ALLTOALLV, cube, hosts, bytes) < timePs(Operation.NEIGHBOR_ALLTOALLV, Algorithm.LINEAR_NEIGHBOR_ALLTOALL, cube, hosts, bytes));
            }
        }
    }

    /** Each is copied for each dimension: this is not what the rules take. */
    @Test
    void longBlocksAreThereSoonerStraight() {
        Torus cube = Torus.of(4, 3);
        assertTrue(combiningPs(Operation.NEIGHBOR_ALLTOALL, cube, 1, 4096) > 2 * linearPs(Operation.NEIGHBOR_ALLTOALL, cube, 1, 4096));
        assertTrue(combiningPs(Operation.NEIGHBOR_ALLTOALL, Torus.of(8, 2), 64, 8) > linearPs(Operation.NEIGHBOR_ALLTOALL, Torus.of(8, 2), 64, 8));
    }
}
