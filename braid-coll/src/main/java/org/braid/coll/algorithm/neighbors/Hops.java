package org.braid.coll.algorithm.neighbors;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.braid.coll.schedule.Grid;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Shape;

/**
 * How blocks of neighbours go on a grid, one dimension after the other: at stage k a block is where its destination is along the first k dimensions, and where its source is along the others. So ranks send to each other along one dimension only, and what several
 * edges have to go there goes in one message.
 *
 * <pre>
 *   stage 0   at its source         (sx, sy, sz)
 *   stage 1   after dimension 0     (tx, sy, sz)
 *   stage 2                         (tx, ty, sz)
 *   stage 3   at its destination    (tx, ty, tz)
 * </pre>
 *
 * A unit is the block of one edge; of an allgather it is the one block of a source, which goes once to each place on the way, however many want it behind that. Pure: all ranks know all lists, and the ends of a hop name its units in the same order.
 */
final class Hops {
    private final Shape shape;
    private final Grid grid;
    private final Neighbourhood all;
    private final boolean isPersonal;
    private final List<List<Crossed>> stages = new ArrayList<>();

    /** What goes to a rank along one dimension, or comes from it, in an order that both know. */
    record Hop(int peer, List<Crossed> units) {}

    Hops(Shape shape, Grid grid, Neighbourhood all) {
        if (grid.size() != shape.size()) {
            throw new IllegalArgumentException("a grid of " + grid.size() + " ranks for " + shape.size());
        }
        this.shape = shape;
        this.grid = grid;
        this.all = all;
        this.isPersonal = NeighborExchange.isPersonal(shape);
        for (int stage = 0; stage < grid.dimensions(); stage++) {
            List<Crossed> here = new ArrayList<>();
            look(stage, 0, shape.rank(), here);
            stages.add(here);
        }
        stages.add(ending());
    }

    /** The unit that an edge's block is. */
    Crossed unit(int source, int destination, int turn, int block) {
        return isPersonal ? new Crossed(source, destination, turn, block) : new Crossed(source, Neighbours.NOBODY, 0, block);
    }

    /** Likewise, of the edge over which a block of OUT comes. */
    Crossed incoming(int i) {
        return unit(shape.neighbours().source(i), shape.rank(), shape.neighbours().turn(i), i);
    }

    /** Whether it is a rank, and not this one. */
    boolean isAnothers(int rank) {
        return rank != Neighbours.NOBODY && rank != shape.rank();
    }

    /** Of a unit that should have come. */
    IllegalArgumentException unknown(Crossed unit) {
        return new IllegalArgumentException("rank " + shape.rank() + " does not hold " + unit + ": lists of neighbours do not agree");
    }

    /** Adds the edges that are here at a stage: from all ranks that are elsewhere along the dimensions before it at most. */
    private void look(int stage, int dimension, int source, List<Crossed> here) {
        if (dimension == stage) {
            look(stage, source, here);
            return;
        }
        for (int at = 0; at < grid.along(dimension); at++) {
            look(stage, dimension + 1, grid.moved(source, dimension, at), here);
        }
    }

    private void look(int stage, int source, List<Crossed> here) {
        Neighbours lists = source == shape.rank() ? shape.neighbours() : all.ofRank(source);
        for (int j = 0; j < lists.outDegree(); j++) {
            int destination = lists.destination(j);
            if (destination != Neighbours.NOBODY && destination != source && isThere(stage, destination)) {
                here.add(new Crossed(source, destination, lists.turnOfDestination(j), j));
            }
        }
    }

    /** Whether a block for that rank is here at a stage, if it is here along the other dimensions. */
    private boolean isThere(int stage, int destination) {
        for (int d = 0; d < stage; d++) {
            if (grid.coordinate(destination, d) != grid.coordinate(shape.rank(), d)) {
                return false;
            }
        }
        return true;
    }

    private List<Crossed> ending() {
        List<Crossed> here = new ArrayList<>();
        Neighbours own = shape.neighbours();
        for (int i = 0; i < own.inDegree(); i++) {
            if (isAnothers(own.source(i))) {
                here.add(new Crossed(own.source(i), shape.rank(), own.turn(i), i));
            }
        }
        return here;
    }

    /** What goes from here along a dimension. */
    List<Hop> leaving(int dimension) {
        return hops(dimension, stages.get(dimension), true);
    }

    /** What comes here along a dimension. */
    List<Hop> coming(int dimension) {
        return hops(dimension, stages.get(dimension + 1), false);
    }

    private List<Hop> hops(int dimension, List<Crossed> here, boolean isLeaving) {
        Map<Integer, TreeSet<Crossed>> byPeer = new TreeMap<>();
        for (Crossed edge : here) {
            int from = grid.coordinate(edge.source(), dimension);
            int to = grid.coordinate(edge.destination(), dimension);
            if (from != to) {
                int peer = grid.moved(shape.rank(), dimension, isLeaving ? to : from);
                byPeer.putIfAbsent(peer, new TreeSet<>());
                byPeer.get(peer).add(unit(edge.source(), edge.destination(), edge.turn(), edge.block()));
            }
        }
        List<Hop> hops = new ArrayList<>();
        for (Map.Entry<Integer, TreeSet<Crossed>> hop : byPeer.entrySet()) {
            hops.add(new Hop(hop.getKey(), List.copyOf(hop.getValue())));
        }
        return hops;
    }
}
