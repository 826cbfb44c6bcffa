package org.braid.coll.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.cost.Links;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;

/** What neighbours send between hosts together, in virtual time: a plane of 8 x 8 ranks in squares of 4 x 4 on four hosts, by the default links. */
class NeighboursTogetherTest {
    private static final int SIDE = 8;

    /** What the rules take is at most so much later than what they leave: they know neither links nor graphs. */
    private static final double TOLERANCE = 1.2;

    /** @param points 5 for neighbours along the sides, 9 for those over corners, too */
    private record Plane(int points) implements Neighbourhood {
        @Override
        public Neighbours ofRank(int rank) {
            List<Integer> ranks = new ArrayList<>();
            for (int step = 0; step < 9; step++) {
                int dx = step / 3 - 1;
                int dy = step % 3 - 1;
                int x = rank / SIDE + dx;
                int y = rank % SIDE + dy;
                boolean isNeighbour = points == 9 ? dx != 0 || dy != 0 : Math.abs(dx) + Math.abs(dy) == 1;
                if (isNeighbour && x >= 0 && x < SIDE && y >= 0 && y < SIDE) {
                    ranks.add(x * SIDE + y);
                }
            }
            int[] all = ranks.stream().mapToInt(Integer::intValue).toArray();
            return Neighbours.inOrder(all, all);
        }
    }

    private static Topology squares() {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < SIDE * SIDE; rank++) {
            places.add(Place.of("", "", "host" + rank / SIDE / 4 + rank % SIDE / 4));
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    private static long timePs(Operation operation, Algorithm algorithm, int points, long bytes) {
        Topology topology = squares();
        return Simulator.run(Collective.ofNeighbours(operation, algorithm, new Plane(points), SIDE * SIDE, bytes, topology, null), new Links().of(topology)).timePs();
    }

    @Test
    void shortBlocksAreThereSooner() {
        for (int points : new int[] {5, 9}) {
            assertTrue(timePs(Operation.NEIGHBOR_ALLGATHER, Algorithm.MULTILEVEL_NEIGHBOR_ALLGATHER, points, 8) < timePs(Operation.NEIGHBOR_ALLGATHER, Algorithm.LINEAR_NEIGHBOR_ALLGATHER, points, 8));
            assertTrue(timePs(Operation.NEIGHBOR_ALLTOALL, Algorithm.MULTILEVEL_NEIGHBOR_ALLTOALL, points, 8) < timePs(Operation.NEIGHBOR_ALLTOALL, Algorithm.LINEAR_NEIGHBOR_ALLTOALL, points, 8));
        }
    }

    @Test
    void whatTheRulesTakeIsNotMuchLaterThanWhatTheyLeave() {
        for (int points : new int[] {5, 9}) {
            for (long bytes : new long[] {8, 256, 1024, 4096, 16384}) {
                assertNotMuchLater(Operation.NEIGHBOR_ALLGATHER, points, bytes, Algorithm.MULTILEVEL_NEIGHBOR_ALLGATHER, Algorithm.LINEAR_NEIGHBOR_ALLGATHER);
                assertNotMuchLater(Operation.NEIGHBOR_ALLTOALL, points, bytes, Algorithm.MULTILEVEL_NEIGHBOR_ALLTOALL, Algorithm.LINEAR_NEIGHBOR_ALLTOALL);
            }
        }
    }

    private static void assertNotMuchLater(Operation operation, int points, long bytes, Algorithm one, Algorithm other) {
        Algorithm taken = RuleTable.multilevel().choose(operation, SIDE * SIDE, 0, bytes, false, true).algorithm();
        long best = Math.min(timePs(operation, one, points, bytes), timePs(operation, other, points, bytes));
        assertTrue(timePs(operation, taken, points, bytes) <= TOLERANCE * best, () -> taken + " of " + bytes + " bytes, " + points + " points");
    }
}
