package org.braid.coll.sim;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.multilevel.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * One call of a collective, as all ranks make it.
 *
 * @param bytes of the vector, or of one block; blocks of a table are all as long
 * @param topology what the algorithm goes by, as its tuning sees it; null if it knows none
 * @param tuning how it works; null for as it comes
 */
public record Collective(Operation operation, Algorithm algorithm, int ranks, int root, long bytes, boolean commutative, @Nullable Topology topology, @Nullable Tuning tuning) {
    /** By an algorithm as it comes. */
    public Collective(Operation operation, Algorithm algorithm, int ranks, int root, long bytes, boolean commutative, @Nullable Topology topology) {
        this(operation, algorithm, ranks, root, bytes, commutative, topology, null);
    }

    /** With an operator that commutes, if it has one. */
    public Collective(Operation operation, Algorithm algorithm, int ranks, int root, long bytes, @Nullable Topology topology) {
        this(operation, algorithm, ranks, root, bytes, true, topology);
    }

    /** One rank's part. */
    Schedule schedule(int rank) {
        return algorithm.generate(new Shape(operation, ranks, rank, root, commutative, false).in(topology), tuning, algorithm.segments(tuning, bytes));
    }

    /** What a step does here: one that moves long blocks only does nothing if they are not. */
    int kind(Schedule schedule, int step) {
        int kind = schedule.word(step, Schedule.KIND);
        boolean isLong = bytes > schedule.togetherBytes();
        return switch (kind) {
            case Schedule.SEND_LONG -> isLong ? Schedule.SEND : Schedule.FENCE;
            case Schedule.RECEIVE_LONG -> isLong ? Schedule.RECEIVE : Schedule.FENCE;
            case Schedule.MEASURE, Schedule.ALLOCATE -> Schedule.FENCE;
            default -> kind;
        };
    }

    /** How much a step moves or combines. */
    long bytes(Schedule schedule, int step) {
        return switch (kind(schedule, step)) {
            case Schedule.FENCE -> 0;
            case Schedule.RECEIVE -> length(schedule, step, Schedule.TARGET);
            case Schedule.SEND -> length(schedule, step, Schedule.SOURCE);
            default -> Math.min(length(schedule, step, Schedule.SOURCE), length(schedule, step, Schedule.TARGET));
        };
    }

    private long length(Schedule schedule, int step, int at) {
        long blocks = schedule.word(step, at + 2) - schedule.word(step, at + 1);
        return switch (schedule.layout(schedule.word(step, at))) {
            case Schedule.LENGTHS -> blocks * Long.BYTES;
            case Schedule.MEASURED -> blocks * schedule.together(bytes);
            default -> length(schedule.layout(schedule.word(step, at)), schedule.word(step, at + 1), schedule.word(step, at + 2));
        };
    }

    /** How long an extent of the caller's memory is: the units {@code [from, to)} of a buffer of that layout. */
    private long length(int layout, int from, int to) {
        return layout == Schedule.TABLE ? (to - from) * bytes : Schedule.position(to, bytes, layout) - Schedule.position(from, bytes, layout);
    }
}
