package org.braid.coll.algorithm.multilevel;

import java.util.Arrays;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Topology;

/**
 * The sides of the slowest channel, as one rank sees them: those on its own side, and the others side by side, each in the order of its tree. Each of the m ranks of its side is a <em>lane</em>, which serves the j-th rank of another side if it is the (j mod m)-th
 * itself.
 */
public final class Sides {
    private final Cluster top;
    private final int rank;
    private final int own;
    private final int[] outside;
    private final int[] columns;

    Sides(Cluster top, int rank) {
        this.top = top;
        this.rank = rank;
        this.own = top.indexOf(rank);
        this.outside = new int[top.ranks().size() - top.weight(own)];
        this.columns = new int[top.constituents()];
        for (int side = 0, filled = 0; side < columns.length; side++) {
            columns[side] = filled;
            for (int other : side == own ? new int[0] : order(side)) {
                outside[filled++] = other;
            }
        }
    }

    /** As that rank of this communicator sees them. */
    public static Sides of(Shape shape, int rank) {
        Topology topology = shape.topology();
        return new Sides((topology == null ? Topology.flat(shape.size()) : topology).top(), rank);
    }

    /** How many there are. */
    public int count() {
        return columns.length;
    }

    /** The ranks of a side in the order of its tree. */
    public int[] order(int side) {
        Cluster below = top.constituent(side);
        return below == null ? new int[] {top.ranks(side).lowest()} : Edge.order(below, 0);
    }

    /** Which of them this rank is on. */
    public int own() {
        return own;
    }

    /** The ranks of the other sides. */
    public int[] outside() {
        return outside;
    }

    /** Where a side begins among them. */
    public int column(int side) {
        return columns[side];
    }

    /** Which of its own side this rank is, in that order. */
    public int index() {
        return index(rank, order(own));
    }

    private static int index(int rank, int[] ranks) {
        int at = 0;
        while (ranks[at] != rank) {
            at++;
        }
        return at;
    }

    /** Which lane a rank is, or of another side which serves it. */
    public int lane(int other) {
        return index(other, order(top.indexOf(other))) % top.weight(own);
    }

    /** Whom a lane serves, by their places among those outside. */
    public int[] placesServedBy(int lane) {
        int[] places = new int[outside.length];
        int count = 0;
        for (int side = 0; side < top.constituents(); side++) {
            int ranks = side == own ? 0 : top.weight(side);
            for (int j = lane; j < ranks; j += top.weight(own)) {
                places[count++] = column(side) + j;
            }
        }
        return Arrays.copyOf(places, count);
    }

    /** Whom a lane serves. */
    public int[] servedBy(int lane) {
        int[] places = placesServedBy(lane);
        Arrays.setAll(places, i -> outside[places[i]]);
        return places;
    }

    /** A lane, and behind it whom it serves. */
    public int[] withServed(int lane) {
        int[] served = servedBy(lane);
        int[] all = new int[1 + served.length];
        all[0] = order(own)[lane];
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
