package org.braid.coll.algorithm.neighbors;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Topology;

/**
 * What of a rank's edges crosses slow channels together with edges of others: on each level above a host, from the slowest down, those from its cluster to each other one and back, if they are enough. Pure: all ranks know all lists, and each looks at those of its own
 * side, where every edge that concerns it has an end.
 */
final class Crossings {
    /** All goes straight. */
    static final Crossings NONE = new Crossings(false);

    /** Nothing goes straight that goes from one rank to another. */
    static final Crossings ALL = new Crossings(true);

    /** So many edges from one cluster to another go together, fewer go straight: with two hops within clusters they are there no sooner (simulated: docs/decisions/neighbours-together.md). */
    private static final int FEWEST_EDGES = 4;

    /** Likewise, of blocks that have lengths ahead of them: two messages cross. */
    private static final int FEWEST_WITH_LENGTHS = 8;

    private final List<Crossing> away = new ArrayList<>();
    private final List<Crossing> here = new ArrayList<>();
    private final Set<Integer> to = new HashSet<>();
    private final Set<Integer> from = new HashSet<>();

    private final boolean isAll;

    private Crossings(boolean isAll) {
        this.isAll = isAll;
    }

    /** Those of the shape's rank; none where nobody is nearer than others, or each knows its own neighbours alone. */
    static Crossings of(Shape shape, Told told) {
        Topology topology = shape.topology();
        Neighbourhood all = shape.neighbours().all();
        if (topology == null || all == null) {
            return NONE;
        }
        int usual = shape.operation().isSizeAgreed() ? FEWEST_EDGES : FEWEST_WITH_LENGTHS;
        int fewest = told.edges(usual);
        Crossings crossings = new Crossings(false);
        for (Cluster cluster : topology.path(shape.rank())) {
            if (cluster.constituents() > 1 && !topology.isWithinHost(cluster)) {
                crossings.look(cluster, shape, all, fewest);
            }
        }
        return crossings;
    }

    private void look(Cluster cluster, Shape shape, Neighbourhood all, int fewest) {
        int own = cluster.indexOf(shape.rank());
        List<List<Crossed>> leaving = empty(cluster.constituents());
        List<List<Crossed>> coming = empty(cluster.constituents());
        for (int member : cluster.ranks(own).ranks()) {
            Neighbours lists = member == shape.rank() ? shape.neighbours() : all.ofRank(member);
            for (int j = 0; j < lists.outDegree(); j++) {
                int side = otherSide(cluster, own, lists.destination(j));
                if (side >= 0) {
                    leaving.get(side).add(new Crossed(member, lists.destination(j), lists.turnOfDestination(j), j));
                }
            }
            for (int i = 0; i < lists.inDegree(); i++) {
                int side = otherSide(cluster, own, lists.source(i));
                if (side >= 0) {
                    coming.get(side).add(new Crossed(lists.source(i), member, lists.turn(i), i));
                }
            }
        }
        boolean isPersonal = NeighborExchange.isPersonal(shape);
        for (int side = 0; side < cluster.constituents(); side++) {
            if (leaving.get(side).size() >= fewest) {
                leave(new Crossing(leaving.get(side), isPersonal, own, side), shape.rank());
            }
            if (coming.get(side).size() >= fewest) {
                come(new Crossing(coming.get(side), isPersonal, side, own), shape.rank());
            }
        }
    }

    private static List<List<Crossed>> empty(int lists) {
        List<List<Crossed>> all = new ArrayList<>();
        for (int list = 0; list < lists; list++) {
            all.add(new ArrayList<>());
        }
        return all;
    }

    /** Which other constituent of the cluster a rank is in; -1 if it is in the own one, or outside of the cluster, so that another level parts the two, or is nobody. */
    private static int otherSide(Cluster cluster, int own, int rank) {
        int side = rank == Neighbours.NOBODY || !cluster.contains(rank) ? own : cluster.indexOf(rank);
        return side == own ? -1 : side;
    }

    private void leave(Crossing crossing, int rank) {
        if (crossing.isSource(rank)) {
            away.add(crossing);
            for (Crossed edge : crossing.edges()) {
                if (edge.source() == rank) {
                    to.add(edge.destination());
                }
            }
        }
    }

    private void come(Crossing crossing, int rank) {
        if (crossing.isDestination(rank)) {
            here.add(crossing);
            for (Crossed edge : crossing.edges()) {
                if (edge.destination() == rank) {
                    from.add(edge.source());
                }
            }
        }
    }

    /** Those at whose sources this rank is, in an order that all ranks of its cluster know. */
    List<Crossing> away() {
        return away;
    }

    /** Those at whose destinations this rank is, likewise. */
    List<Crossing> here() {
        return here;
    }

    /** Whether what this rank has for that one goes together with blocks of others. */
    boolean haveTo(int destination) {
        return isAll || to.contains(destination);
    }

    /** Whether what that rank has for this one comes so. */
    boolean haveFrom(int source) {
        return isAll || from.contains(source);
    }
}
