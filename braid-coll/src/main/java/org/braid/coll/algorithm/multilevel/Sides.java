package org.braid.coll.algorithm.multilevel;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * The sides of the slowest channel, as one rank sees them: those on its own side, and the others side by side, each in the order of its tree. Each of the m ranks of its side is a <em>lane</em>, which serves the j-th rank of another side if it is the (j mod m)-th
 * itself.
 */
public final class Sides {
    private final Cluster top;
    private final int rank;
    private final int own;
    private int[] outside = {}; // when somebody has asked: of a million ranks few see all others

    Sides(Cluster top, int rank) {
        this.top = top;
        this.rank = rank;
        this.own = top.indexOf(rank);
    }

    /** As that rank of this communicator sees them. */
    public static Sides of(Shape shape, int rank) {
        Topology topology = shape.topology();
        return new Sides((topology == null ? Topology.flat(shape.size()) : topology).top(), rank);
    }

    /** The ranks of other sides on each level on which hosts are apart, as a rank of a topology sees them, side by side, the innermost level first. */
    public static List<int[]> outsideEach(Shape shape) {
        Topology topology = shape.topology();
        List<int[]> all = new ArrayList<>();
        for (Cluster cluster : (topology == null ? Topology.flat(shape.size()) : topology).overHosts(shape.rank())) {
            all.add(new Sides(cluster, shape.rank()).outside());
        }
        return all;
    }

    /** How many there are. */
    public int count() {
        return top.constituents();
    }

    /** The ranks of a side in the order of its tree. */
    public int[] order(int side) {
        @Nullable Cluster below = top.constituent(side);
        return below == null ? new int[] {top.ranks(side).lowest()} : Edge.order(below, 0);
    }

    /** Which of them this rank is on. */
    public int own() {
        return own;
    }

    /** How many ranks this side has. */
    public int lanes() {
        return top.weight(own);
    }

    /** The rank of a side with that place in the order of its tree. */
    public int at(int side, int place) {
        @Nullable Cluster below = top.constituent(side);
        return below == null ? top.ranks(side).lowest() : at(below, place);
    }

    private static int at(Cluster cluster, int place) {
        int index = cluster.constituentOf(place);
        @Nullable Cluster below = cluster.constituent(index);
        return below == null ? cluster.ranks(index).lowest() : at(below, place - cluster.weight(0, index));
    }

    /** The ranks of the other sides. */
    public int[] outside() {
        if (outside.length == 0) {
            int[] those = new int[top.ranks().size() - lanes()];
            for (int side = 0; side < count(); side++) {
                if (side != own) {
                    System.arraycopy(order(side), 0, those, column(side), top.weight(side));
                }
            }
            outside = those;
        }
        return outside;
    }

    /** Where a side begins among them. */
    public int column(int side) {
        return top.weight(0, side) - (own < side ? lanes() : 0);
    }

    /** Which of its own side this rank is, in that order. */
    public int index() {
        return place(rank);
    }

    /** Which of its side a rank is, in that order. */
    private int place(int other) {
        @Nullable Cluster below = top.constituent(top.indexOf(other));
        return below == null ? 0 : place(below, other);
    }

    private static int place(Cluster cluster, int other) {
        int index = cluster.indexOf(other);
        @Nullable Cluster below = cluster.constituent(index);
        return cluster.weight(0, index) + (below == null ? 0 : place(below, other));
    }

    /** Which lane a rank is, or of another side which serves it. */
    public int lane(int other) {
        return place(other) % lanes();
    }

    /** Whom a lane serves, by their places among those outside. */
    public int[] placesServedBy(int lane) {
        int[] places = new int[served(lane)];
        for (int side = 0, count = 0; side < count(); side++) {
            for (int j = lane; j < outside(side); j += lanes()) {
                places[count++] = column(side) + j;
            }
        }
        return places;
    }

    /** Whom a lane serves. */
    public int[] servedBy(int lane) {
        int[] ranks = new int[served(lane)];
        for (int side = 0, count = 0; side < count(); side++) {
            for (int j = lane; j < outside(side); j += lanes()) {
                ranks[count++] = at(side, j);
            }
        }
        return ranks;
    }

    /** How many that are. */
    private int served(int lane) {
        int count = 0;
        for (int side = 0; side < count(); side++) {
            count += Math.max(0, Math.ceilDiv(outside(side) - lane, lanes()));
        }
        return count;
    }

    /** How many ranks of a side are outside. */
    private int outside(int side) {
        return side == own ? 0 : top.weight(side);
    }

    /** A lane, and behind it whom it serves. */
    public int[] withServed(int lane) {
        int[] served = servedBy(lane);
        int[] all = new int[1 + served.length];
        all[0] = at(own, lane);
        System.arraycopy(served, 0, all, 1, served.length);
        return all;
    }

    /** Ranks of one side exchange their blocks themselves. */
    public void exchangeNear(ScheduleBuilder steps) {
        int[] ranks = order(own);
        int me = index();
        steps.copy(Schedule.IN, rank, rank + 1, Schedule.OUT, rank);
        for (int distance = 1; distance < ranks.length; distance++) {
            int source = ranks[Math.floorMod(me - distance, ranks.length)];
            int target = ranks[(me + distance) % ranks.length];
            steps.receive(source, Schedule.OUT, source, source + 1);
            steps.send(target, Schedule.IN, target, target + 1);
        }
    }
}
