package org.braid.coll.engine;

import org.braid.coll.agreement.PlanName;
import org.braid.coll.algorithm.board.BoardSchedules;
import org.braid.coll.algorithm.board.LongSchedules;
import org.braid.coll.algorithm.hosts.SharedSchedules;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Hosts;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/** Who shares a board with whom, how large it is, and by which schedules calls go over boards: one of all members, or one of each host's, whose leaders send each other messages. Who is near whom is looked at before the first call, not when the communicator is made. */
final class BoardPlan {
    private static final int IN_PLACE = 1;
    private static final int COMMUTATIVE = 2;
    private static final int ANNOUNCES = 4;

    /** A schedule's kinds: which of these hold. */
    static final int KINDS = 8;

    private final Extent extent;
    private final boolean inParts;
    private final int size;
    private final int rank;
    private final @Nullable Topology topology;
    private final boolean crowded;
    private final boolean keepsBits;
    private @Nullable Hosts hosts;

    /**
     * A plan for one kind of board, the same at every member.
     *
     * @param extent {@link Extent#SHORT}, or {@link Extent#LONG}: then vectors are shown part by part
     * @param topology who is near whom; null if all members are on one host
     * @param crowded whether ranks share cores
     * @param keepsBits whether reductions give the same bits wherever members are
     */
    BoardPlan(Extent extent, Port port, @Nullable Topology topology, boolean crowded, boolean keepsBits) {
        this.extent = extent;
        this.inParts = extent.placeBytes() != Extent.SHORT.placeBytes(); // equals of a record spins classes in each rank, 10 ms
        this.size = port.size();
        this.rank = port.rank();
        this.topology = topology;
        this.crowded = crowded;
        this.keepsBits = keepsBits;
    }

    /** The hosts of members that are on several; null if all are on one. */
    private @Nullable Hosts hosts() {
        Topology all = topology;
        Hosts known = hosts;
        if (known == null && all != null) {
            known = Hosts.of(all);
            hosts = known;
        }
        return known == null || known.count() == 1 ? null : known;
    }

    /** Whether all members share one board. */
    boolean isOfAll() {
        return hosts() == null;
    }

    /** The ranks of those who share this one's board, ascending: their numbers there are their places here. */
    int[] members() {
        Hosts several = hosts();
        return several == null ? ranks(size) : several.members(several.hostOf(rank));
    }

    private static int[] ranks(int size) {
        int[] all = new int[size];
        for (int each = 0; each < size; each++) {
            all[each] = each;
        }
        return all;
    }

    /** Whether there is a schedule for the call, whose vector or block has so many bytes: the same at every member. */
    boolean serves(Call call, long bytes) {
        if (!inParts) {
            return !(crowded && !isOfAll() && call.operation.isScan()) && SharedSchedules.serve(call.operation, size, hosts(), bytes, extent.placeBytes(), extent.mostMembers());
        }
        return isLong(call, bytes) && LongSchedules.partBytes(call.operation, size, extent.placeBytes()) >= call.buffers.elementBytes() && size <= extent.mostMembers() && LongSchedules.serve(call.operation, size, bytes, extent.placeBytes(), crowded) && isOfAll();
    }

    private boolean isLong(Call call, long bytes) {
        return BoardSchedules.shownBytes(call.operation, size, bytes) > Extent.SHORT.placeBytes();
    }

    /** Says in which parts a call goes, and has it look at the first one if there are several. */
    void cut(Call call) {
        if (!inParts) {
            return;
        }
        if (call.operation == Operation.ALLGATHERV) {
            call.buffers.countInBytes();
        }
        long most = partElements(call);
        long longest = longest(call);
        if (longest > most) {
            call.parts = Math.ceilDiv(longest, most);
            call.partElements = most;
            call.buffers.slice(0, most, call.buffers.count());
        }
    }

    /** How much of its vector, or of each block, a call shows at once. */
    private long partElements(Call call) {
        long ofEqualBlocks = LongSchedules.partBytes(call.operation, size, extent.placeBytes()) / call.buffers.elementBytes();
        return call.operation == Operation.REDUCE_SCATTER ? partOfUnequalBlocks(call, ofEqualBlocks, extent.placeBytes() / call.buffers.elementBytes()) : ofEqualBlocks;
    }

    /** So much of each block as a place has room for, where the short ones leave room to the long ones. */
    private long partOfUnequalBlocks(Call call, long least, long most) {
        long enough = least;
        for (long more = most; enough < more; ) {
            long middle = more - (more - enough) / 2;
            if (call.buffers.inTotal(size, middle) <= most) {
                enough = middle;
            } else {
                more = middle - 1;
            }
        }
        return enough;
    }

    /** Elements of the vector, or of the longest block. */
    private long longest(Call call) {
        return switch (call.operation) {
            case ALLGATHERV -> call.buffers.longest(Schedule.OUT, size);
            case REDUCE_SCATTER -> call.buffers.longest(Schedule.IN, size);
            default -> call.buffers.count();
        };
    }

    Extent extent() {
        return extent;
    }

    /** Which of its kinds a call's schedule is: of one root and one kind there is one schedule. */
    int kind(Call call) {
        return (call.announces ? ANNOUNCES : 0) | (call.inPlace ? IN_PLACE : 0) | (!isOfAll() && call.isCommutative() ? COMMUTATIVE : 0);
    }

    /** As what its signature says that it goes: members of which only some keep bits on several hosts would send each other other messages. */
    int name(Call call) {
        return keepsBits && !isOfAll() && call.operation.isReduction() ? PlanName.SHARED_MEMORY_KEEPING_BITS : PlanName.SHARED_MEMORY;
    }

    /** This member's schedule of a call. */
    Schedule generate(Call call) {
        Shape shape = new Shape(call.operation, size, rank, call.root, (kind(call) & COMMUTATIVE) != 0, call.inPlace, Neighbours.NONE);
        if (call.announces) {
            return BoardSchedules.announcement(shape);
        }
        return !inParts ? SharedSchedules.generate(shape, hosts(), extent.placeBytes(), keepsBits) : LongSchedules.generate(shape, extent.placeBytes());
    }
}
