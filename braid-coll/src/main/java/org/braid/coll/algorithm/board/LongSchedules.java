package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/**
 * Schedules over shared memory for vectors and blocks that are longer than a place: each serves a part of the vector, or of each block, that fits one, and runs as often as there are parts. A byte is written once and read where it is wanted; by messages
 * from and to arrays it is written for each reader, and where ranks share cores each message waits for turns of both ends.
 */
public final class LongSchedules {
    private static final int FEWEST = 2;

    /** Of two ranks the one that only sends operands runs ahead in its ring, and what is shorter than this is there sooner. */
    private static final long LEAST_BYTES_OF_PAIR = 32 << 10;

    private LongSchedules() {}

    /**
     * Whether there is one for so many ranks, and so many bytes of the vector or block, that is worth while; the same at every member.
     *
     * @param placeBytes the most that a member shows in one phase
     * @param crowded whether ranks share cores: then a scan of half a place or less goes by a chain of messages, in which the first ranks go far ahead
     */
    public static boolean serve(Operation operation, int size, long bytes, int placeBytes, boolean crowded) {
        return size >= FEWEST
                && !(operation.isScan() && crowded && 2 * bytes <= placeBytes)
                && (size > FEWEST || operation != Operation.REDUCE || bytes >= LEAST_BYTES_OF_PAIR)
                && switch (operation) {
                    case BCAST, REDUCE, ALLREDUCE, GATHER, SCATTER, ALLGATHER, ALLGATHERV, ALLTOALL, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> true;
                    default -> false;
                };
    }

    /** How many bytes of the vector, or of each block, a part has whose members show at most {@code placeBytes} each; of blocks of unequal lengths at least so many. */
    public static long partBytes(Operation operation, int size, int placeBytes) {
        return switch (operation) {
            case SCATTER, ALLTOALL, REDUCE_SCATTER_BLOCK -> PairSchedules.serve(operation, size) ? placeBytes : placeBytes / size;
            case REDUCE_SCATTER -> placeBytes / size;
            case ALLGATHERV -> Slots.mostBytes(1, placeBytes);
            default -> placeBytes;
        };
    }

    /** This rank's schedule of a part; pure and local, right for every operator. */
    public static Schedule generate(Shape shape, int placeBytes) {
        if (PairSchedules.serve(shape.operation(), shape.size())) {
            return PairSchedules.generate(shape);
        }
        return switch (shape.operation()) {
            case REDUCE, ALLREDUCE -> BoardParts.generate(shape);
            case REDUCE_SCATTER_BLOCK -> BoardParts.ofBlocks(shape);
            case SCAN, EXSCAN -> FenwickScan.generate(shape);
            default -> BoardSchedules.generate(shape, placeBytes);
        };
    }
}
