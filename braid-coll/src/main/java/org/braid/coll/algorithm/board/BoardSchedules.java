package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/** Which operations have a schedule over shared memory, how much a member shows in them, and what makes the schedule. */
public final class BoardSchedules {
    private BoardSchedules() {}

    /** Whether there is one. */
    public static boolean serve(Operation operation) {
        return switch (operation) {
            case BARRIER, BCAST, REDUCE, ALLREDUCE, GATHER, SCATTER, ALLGATHER, ALLTOALL -> true;
            default -> false;
        };
    }

    /** The most that a member shows in one phase, in bytes; {@code bytes} are those of the vector, or of one block. */
    public static long shownBytes(Operation operation, int size, long bytes) {
        return operation == Operation.SCATTER || operation == Operation.ALLTOALL ? size * bytes : bytes;
    }

    /** This rank's schedule; pure and local, right for every operator. */
    public static Schedule generate(Shape shape) {
        return switch (shape.operation()) {
            case BARRIER -> BoardBarrier.generate(shape);
            case BCAST -> BoardBcast.generate(shape);
            case REDUCE -> BoardReduce.generate(shape);
            case ALLREDUCE -> BoardAllreduce.generate(shape);
            case GATHER -> BoardGather.generate(shape);
            case SCATTER -> BoardScatter.generate(shape);
            case ALLGATHER -> BoardAllgather.generate(shape);
            case ALLTOALL -> BoardAlltoall.generate(shape);
            default -> throw new IllegalArgumentException(shape.operation().text() + " has no schedule over shared memory");
        };
    }
}
