package org.braid.coll.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.cost.Links;
import org.braid.coll.schedule.Groups;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;

/** Collectives between two groups in virtual time, by the default links: on one host, on four, on four of two sites; a group beside the other, or both everywhere. */
class BetweenGroupsTest {
    /** What the rules take is at most so much later than the best: they know neither links nor how many of the ranks are in which group. */
    private static final double TOLERANCE = 1.3;

    private static final long[] BYTES = {8, 1024, 8 << 10, 64 << 10, 1 << 20};

    /** Where ranks are; all in one place, in blocks, or a rank on each host in turn. */
    private enum Layout {
        HOST, HOSTS, HOSTS_CYCLIC, SITES, SITES_CYCLIC;

        Topology of(int ranks) {
            List<Place> places = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                int host = this == HOST ? 0 : this == SITES || this == HOSTS ? 4 * rank / ranks : rank % 4;
                places.add(Place.of(this == SITES || this == SITES_CYCLIC ? "site" + host / 2 : "", "", "host" + host));
            }
            return Topology.of(List.of("site", "cluster", "host"), places);
        }
    }

    private static long timePs(Algorithm algorithm, Groups groups, Layout layout, long bytes) {
        Topology topology = layout.of(2 * groups.split());
        return Simulator.run(Collective.ofNeighbours(Operation.NEIGHBOR_REDUCE, algorithm, groups, topology.size(), bytes, topology, null), new Links().of(topology)).timePs();
    }

    /** What one rank has goes to all of the other group, as neighbours or as a part that does what one group does. */
    private static long bcastPs(Algorithm algorithm, Groups groups, Layout layout, long bytes) {
        Topology topology = layout.of(2 * groups.split());
        if (algorithm == Algorithm.LINEAR_NEIGHBOR_ALLGATHER) {
            return Simulator.run(Collective.ofNeighbours(Operation.NEIGHBOR_ALLGATHER, algorithm, groups, topology.size(), bytes, topology, null), new Links().of(topology)).timePs();
        }
        int[] part = groups.opposite(groups.root());
        Topology near = topology.among(part);
        return Simulator.run(new Collective(Operation.BCAST, algorithm, part.length, Groups.index(part, groups.root()), bytes, near), new Links().of(near)).timePs();
    }

    private static Algorithm taken(Operation operation, Layout layout, int ranks, long bytes) {
        RuleTable rules = RuleTable.of(layout.of(ranks));
        return rules.choose(operation, ranks, 0, bytes, false, true).algorithm();
    }

    private static List<Algorithm> reductions(Layout layout) {
        return layout == Layout.HOST
                ? List.of(Algorithm.LINEAR_NEIGHBOR_REDUCE, Algorithm.BINOMIAL_NEIGHBOR_REDUCE)
                : List.of(Algorithm.LINEAR_NEIGHBOR_REDUCE, Algorithm.MULTILEVEL_NEIGHBOR_REDUCE);
    }

    @Test
    void whatTheRulesTakeIsNotMuchLaterThanWhatTheyLeave() {
        for (Layout layout : Layout.values()) {
            for (int each : new int[] {1, 2, 3, 4, 8, 16, 32}) {
                for (long bytes : BYTES) {
                    Groups groups = Groups.exchanging(each, 2 * each);
                    long best = Long.MAX_VALUE;
                    for (Algorithm algorithm : reductions(layout)) {
                        best = Math.min(best, timePs(algorithm, groups, layout, bytes));
                    }
                    Algorithm chosen = taken(Operation.NEIGHBOR_REDUCE, layout, 2 * each, bytes);
                    long time = timePs(chosen, groups, layout, bytes);
                    long found = best;
                    assertTrue(time <= TOLERANCE * best, () -> chosen + " of " + groups.split() + " x 2 " + layout + " of " + bytes + " bytes: " + time + " ps and not " + found);
                }
            }
        }
    }

    @Test
    void largeGroupsAreThereSooner() {
        for (Layout layout : Layout.values()) {
            Groups all = Groups.exchanging(32, 64);
            Groups down = Groups.fromRoot(32, 64, 0);
            for (long bytes : new long[] {8, 64 << 10}) {
                long straight = timePs(Algorithm.LINEAR_NEIGHBOR_REDUCE, all, layout, bytes);
                long along = timePs(taken(Operation.NEIGHBOR_REDUCE, layout, 64, bytes), all, layout, bytes);
                assertTrue(along < straight, () -> layout + " of " + bytes + " bytes: " + along + " and not sooner than " + straight);
                long straightDown = bcastPs(Algorithm.LINEAR_NEIGHBOR_ALLGATHER, down, layout, bytes);
                long alongDown = bcastPs(taken(Operation.BCAST, layout, 64, bytes), down, layout, bytes);
                assertTrue(alongDown < straightDown, () -> layout + " of " + bytes + " bytes down: " + alongDown + " and not sooner than " + straightDown);
            }
        }
    }
}
