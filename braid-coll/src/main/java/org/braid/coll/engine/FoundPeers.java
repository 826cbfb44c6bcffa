package org.braid.coll.engine;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.engine.blocks.Lengths;
import org.braid.coll.schedule.Schedule;

/**
 * Steps that find whom later ones send to: from the lengths of blocks, and of the subtrees that others say they lead. Words are longs of a buffer of lengths, and what has come from another rank is checked before it is used.
 *
 * <pre>
 *   subtree   | bytes, -1 if they go straight | leader |          two of them, which may become one     | bytes | leader | bytes | leader |
 * </pre>
 */
final class FoundPeers {
    private static final long CLOSED = -1;
    private static final int BYTES = 0, LEADER = 1, SUBTREE = 2;

    /** Writes the words of the step's target. */
    int find(Call call, Schedule schedule, int step) {
        byte[] source = (byte[]) call.buffers.base(schedule.written(step, Schedule.SOURCE));
        byte[] target = (byte[]) call.buffers.base(schedule.written(step, Schedule.TARGET));
        int from = schedule.written(step, Schedule.SOURCE_FROM);
        int at = schedule.written(step, Schedule.TARGET_FROM);
        switch (schedule.written(step, Schedule.KIND)) {
            case Schedule.ENTER -> {
                long bytes = Lengths.get(source, from);
                Lengths.set(target, at + BYTES, bytes > schedule.togetherBytes() ? CLOSED : bytes);
                Lengths.set(target, at + LEADER, schedule.written(step, Schedule.PEER));
            }
            case Schedule.JOIN -> {
                long leader = joinedLeader(source, from);
                Lengths.set(target, at + BYTES, joinedBytes(schedule, source, from));
                Lengths.set(target, at + LEADER, leader);
            }
            case Schedule.FIND_ABOVE -> {
                boolean leads = leader(source, from, schedule.written(step, Schedule.PEER)) == schedule.shape().rank();
                Lengths.set(target, at, leads ? above(schedule, source, step) : Schedule.NOBODY);
            }
            default -> {
                int side = schedule.written(step, Schedule.PEER);
                boolean comes = above(schedule, source, step) == schedule.shape().rank();
                Lengths.set(target, at, comes ? leader(source, from, side) : Schedule.NOBODY);
                Lengths.set(target, at + 1, comes ? bytes(source, from, side) : 0);
            }
        }
        return Port.DONE;
    }

    private static long bytes(byte[] source, int from, int side) {
        return Lengths.get(source, from + SUBTREE * side + BYTES);
    }

    private static long leader(byte[] source, int from, int side) {
        return Lengths.get(source, from + SUBTREE * side + LEADER);
    }

    private static long joinedBytes(Schedule schedule, byte[] source, int from) {
        long first = bytes(source, from, 0);
        long second = bytes(source, from, 1);
        return first < 0 || second < 0 || second > schedule.togetherBytes() - first ? CLOSED : first + second;
    }

    private static long joinedLeader(byte[] source, int from) {
        return leader(source, from, bytes(source, from, 1) > bytes(source, from, 0) ? 1 : 0);
    }

    /** Whom the subtree goes to. */
    private static long above(Schedule schedule, byte[] source, int step) {
        int from = schedule.written(step, Schedule.SOURCE_FROM);
        int side = schedule.written(step, Schedule.PEER);
        if (bytes(source, from, side) < 0) {
            return Schedule.NOBODY;
        }
        boolean isAlone = schedule.written(step, Schedule.SOURCE_TO) - from == SUBTREE;
        if (isAlone || joinedBytes(schedule, source, from) < 0) {
            return schedule.shape().root();
        }
        long leader = joinedLeader(source, from);
        return leader == leader(source, from, side) ? Schedule.NOBODY : leader;
    }

    /**
     * The peer that a step's word says, or {@link Schedule#NOBODY}.
     *
     * @throws BraidException {@code BRD-1505} if it is no other rank
     */
    static int peer(Call call, Schedule schedule, int step) {
        int at = schedule.written(step, Schedule.KIND) == Schedule.SEND_FOUND ? Schedule.TARGET : Schedule.SOURCE;
        long peer = Lengths.get((byte[]) call.buffers.base(schedule.written(step, at)), schedule.written(step, at + 1));
        if (peer < Schedule.NOBODY || peer >= schedule.shape().size() || peer == schedule.shape().rank()) {
            throw new BraidException(
                    ErrorCode.MPI_TRUNCATED, call.operation.text() + " goes along a tree that ranks find by the lengths of their blocks", "they have found rank " + peer + " of " + schedule.shape().size() + " for rank " + schedule.shape().rank(),
                    "Give the root and each rank the same counts, in elements of the same type");
        }
        return (int) peer;
    }
}
