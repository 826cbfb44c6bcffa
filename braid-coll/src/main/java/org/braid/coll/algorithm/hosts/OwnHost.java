package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.Slots;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.algorithm.tree.TreeNames;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Hosts;

/**
 * What one rank sees of a communicator over several hosts: those with whom it shares memory, and the leaders, one for each host: the root where it is there, else the lowest rank. Among leaders a multilevel algorithm goes on: where a vector
 * is all that a host has, as if they were all (multilevel-collectives, section 3.1); where each rank has blocks, along a tree of hosts.
 */
final class OwnHost {
    static final Trees TREES = new Trees(TreeNames.BINOMIAL, null);

    private final Shape shape;
    private final Hosts hosts;
    private final int host;
    private final int[] members;

    OwnHost(Shape shape, Hosts hosts) {
        this.shape = shape.in(hosts.whole());
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

    /**
     * Likewise, of ranks that show blocks of lengths which only some know.
     *
     * @param blocks how many of them are in a place
     * @param mostBlocks how many at most on all hosts, so that all agree which blocks are too long
     */
    ScheduleBuilder slots(int blocks, int mostBlocks, int placeBytes) {
        return steps(blocks).together(Slots.mostBytes(mostBlocks, placeBytes));
    }

    /** How many share the memory. */
    int ranks() {
        return members.length;
    }

    /** Their ranks, ascending. */
    int[] members() {
        return members;
    }

    /** The rank of one of them. */
    int rank(int number) {
        return members[number];
    }

    /** Whether they are consecutive. */
    boolean isInterval() {
        return Order.isInterval(members);
    }

    /** How many share memory on the host that has the most. */
    int mostRanks() {
        return hosts.mostRanks();
    }

    /** The buffer into which all operands of the host come, by rank, once the leader sees them; its own one, if there is nobody else. */
    int operands(ScheduleBuilder steps) {
        if (!isShared()) {
            return shape.operand();
        }
        int operands = steps.temporary(1, members.length);
        steps.see(Schedule.EVERYBODY, 0, 0, 1, operands, 0);
        return operands;
    }

    /** Whether there is anybody to share it with. */
    boolean isShared() {
        return members.length > 1;
    }

    /** The place of a rank among those of a list. */
    static int number(int[] ranks, int rank) {
        int number = 0;
        while (ranks[number] != rank) {
            number++;
        }
        return number;
    }

    /** This rank's number. */
    int number() {
        return number(members, shape.rank());
    }

    /** The leader's number. */
    int leader() {
        return isRootsHost() ? number(members, shape.root()) : 0;
    }

    boolean isLeader() {
        return members[leader()] == shape.rank();
    }

    private boolean isRootsHost() {
        return shape.operation().isRooted() && hosts.hostOf(shape.root()) == host;
    }

    /** Whether no host is farther from another than others. */
    boolean isOnOneLevel() {
        return hosts.whole().mostLevelsOverHosts() == 1;
    }

    /** How many hosts there are. */
    int hosts() {
        return hosts.count();
    }

    /** Which of them this one is. */
    int host() {
        return host;
    }

    /** The ranks of one of them, ascending. */
    int[] members(int each) {
        return each == host ? members : hosts.members(each);
    }

    /** The shape of what the leaders do, with their operand in place or not. */
    Shape among(boolean inPlace) {
        int root = shape.operation().isRooted() ? hosts.hostOf(shape.root()) : 0;
        return new Shape(shape.operation(), hosts.count(), host, root, shape.commutative(), inPlace).in(hosts.among());
    }

    /** Adds what a leader does among leaders. */
    void append(ScheduleBuilder steps, Schedule part, int in, int out) {
        int[] leaders = new int[hosts.count()];
        for (int each = 0; each < leaders.length; each++) {
            leaders[each] = hosts.ranks(each).lowest();
        }
        if (shape.operation().isRooted()) {
            leaders[hosts.hostOf(shape.root())] = shape.root();
        }
        steps.append(part, leaders, in, out);
    }
}
