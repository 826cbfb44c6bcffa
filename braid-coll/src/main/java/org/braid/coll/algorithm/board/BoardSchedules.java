package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/** Which operations have a schedule over shared memory, how much a member shows in them, and what makes the schedule. */
public final class BoardSchedules {
    private BoardSchedules() {}

    /** Whether there is one. */
    public static boolean serve(Operation operation) {
        return operation.ordinal() <= Operation.REDUCE_SCATTER.ordinal(); // all but those of neighbours
    }

    /** The most that a member shows in one phase, in bytes; {@code bytes} are those of the vector, or of one block, on the average if blocks have lengths of their own. */
    public static long shownBytes(Operation operation, int size, long bytes) {
        return switch (operation) {
            case SCATTER, ALLTOALL, REDUCE_SCATTER_BLOCK -> size * bytes;
            case GATHERV -> Slots.shownBytes(1);
            case SCATTERV, ALLTOALLV -> Slots.shownBytes(size);
            case ALLGATHERV -> Long.BYTES + size * (bytes + 1); // one may be as long as all together
            case REDUCE_SCATTER -> size * (bytes + 1);
            default -> bytes;
        };
    }

    /** A call in which a member shows that it has made it, and nothing else, and looks at nobody: others find it as they do any that they look at later. */
    public static Schedule announcement(Shape shape) {
        return BoardBarrier.announcement(shape);
    }

    /**
     * This rank's schedule; pure and local, right for every operator.
     *
     * @param placeBytes the most that a member can show in one phase, at least {@link #shownBytes}
     */
    public static Schedule generate(Shape shape, int placeBytes) {
        return switch (shape.operation()) {
            case BARRIER -> BoardBarrier.generate(shape);
            case BCAST -> BoardBcast.generate(shape);
            case REDUCE -> BoardReduce.generate(shape);
            case ALLREDUCE -> BoardAllreduce.generate(shape);
            case GATHER -> BoardGather.generate(shape);
            case GATHERV -> BoardGatherv.generate(shape, placeBytes);
            case SCATTER -> BoardScatter.generate(shape);
            case SCATTERV -> BoardScatterv.generate(shape, placeBytes);
            case ALLGATHER -> BoardAllgather.generate(shape);
            case ALLGATHERV -> BoardAllgatherv.generate(shape, placeBytes);
            case ALLTOALL -> BoardAlltoall.generate(shape);
            case ALLTOALLV -> BoardAlltoallv.generate(shape, placeBytes);
            case SCAN, EXSCAN -> FenwickScan.generate(shape);
            case REDUCE_SCATTER_BLOCK -> BoardReduceScatterBlock.generate(shape);
            case REDUCE_SCATTER -> BoardReduceScatter.generate(shape);
            default -> throw new IllegalArgumentException(shape.operation().text() + " has no schedule over shared memory");
        };
    }
}
