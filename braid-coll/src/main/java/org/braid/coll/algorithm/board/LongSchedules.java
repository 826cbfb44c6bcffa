package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/**
 * Schedules over shared memory for vectors and blocks that are longer than a place: each serves a part of the vector, or of each block, that fits one, and runs as often as there are parts. A byte is written once and read where it is wanted; by messages
 * from and to arrays it is written for each reader, and where ranks share cores each message waits for turns of both ends.
 */
public final class LongSchedules {
    /** Of two ranks each byte has one reader, and a ring brings shorter pieces sooner. */
    private static final int FEWEST = 3;

    private static final int NO_TABLES = 0;

    private LongSchedules() {}

    /** Whether there is one for so many ranks. */
    public static boolean serve(Operation operation, int size) {
        return size >= FEWEST
                && switch (operation) {
                    case BCAST, REDUCE, ALLREDUCE, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK -> true;
                    default -> false;
                };
    }

    /** This rank's schedule of a part; pure and local, right for every operator. */
    public static Schedule generate(Shape shape) {
        boolean isReduced = shape.operation() == Operation.REDUCE || shape.operation() == Operation.ALLREDUCE;
        return isReduced ? BoardParts.generate(shape) : BoardSchedules.generate(shape, NO_TABLES);
    }
}
