package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.multilevel.Trees;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.algorithm.tree.TreeNames;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Hosts;

/**
 * What one rank sees of a communicator over several hosts: those with whom it shares memory, and the leaders, one for each host: the root where it is there, else the lowest rank. Among leaders a multilevel algorithm goes on as if they
 * were all (multilevel-collectives, section 3.1), with the number of their hosts for ranks.
 */
final class OwnHost {
    static final Trees TREES = new Trees(TreeNames.BINOMIAL, null);

    private final Shape shape;
    private final Hosts hosts;
    private final int host;
    private final int[] members;

    OwnHost(Shape shape, Hosts hosts) {
        this.shape = shape;
        this.hosts = hosts;
        this.host = hosts.hostOf(shape.rank());
        this.members = hosts.members(host);
    }

    Shape shape() {
        return shape;
    }

    /** No step yet, of ranks each of which shows so many units in each phase. */
    ScheduleBuilder steps(int... placeUnits) {
        return new ScheduleBuilder(shape).sharedBy(members).places(placeUnits);
    }

    /** How many share the memory. */
    int ranks() {
        return members.length;
    }

    /** Whether there is anybody to share it with. */
    boolean isShared() {
        return members.length > 1;
    }

    /** The number that a rank has among those who share it. */
    private int number(int rank) {
        int number = 0;
        while (members[number] != rank) {
            number++;
        }
        return number;
    }

    /** This rank's number. */
    int number() {
        return number(shape.rank());
    }

    /** The leader's number. */
    int leader() {
        return isRootsHost() ? number(shape.root()) : 0;
    }

    boolean isLeader() {
        return members[leader()] == shape.rank();
    }

    private boolean isRootsHost() {
        return shape.operation().isRooted() && hosts.hostOf(shape.root()) == host;
    }

    /** Where the blocks of this host begin, host by host. */
    int firstBlock() {
        return host * members.length;
    }

    /** The shape of what the leaders do, with their operand in place or not. */
    Shape among(boolean inPlace) {
        int root = shape.operation().isRooted() ? hosts.hostOf(shape.root()) : 0;
        return new Shape(shape.operation(), hosts.count(), host, root, shape.commutative(), inPlace).in(hosts.among());
    }

    /** Adds what a leader does among leaders; each of their units is {@code width} here. */
    void append(ScheduleBuilder steps, Schedule part, int in, int out, int width) {
        int[] leaders = new int[hosts.count()];
        for (int each = 0; each < leaders.length; each++) {
            leaders[each] = hosts.ranks(each).lowest();
        }
        if (shape.operation().isRooted()) {
            leaders[hosts.hostOf(shape.root())] = shape.root();
        }
        steps.append(part, leaders, in, out, width);
    }

    /** All ranks, host by host. */
    int[] order() {
        int[] order = new int[shape.size()];
        int filled = 0;
        for (int each = 0; each < hosts.count(); each++) {
            int[] there = hosts.members(each);
            System.arraycopy(there, 0, order, filled, there.length);
            filled += there.length;
        }
        return order;
    }

    /** Whether that is the order of ranks. */
    boolean isInOrder() {
        return Order.isInterval(order());
    }
}
