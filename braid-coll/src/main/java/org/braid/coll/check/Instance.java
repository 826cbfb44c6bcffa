package org.braid.coll.check;

import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;

/**
 * One concrete collective over all ranks: the operation, the root and the sizes. Block tables are made up from the count: unequal, some empty, and
 * (where the standard allows it) with gaps and in descending order of addresses.
 *
 * @param count elements per block; the largest block of a table has {@code count + 1}
 */
public record Instance(Operation operation, int size, int root, int count, boolean commutative) {

    /** Elements that go from rank {@code from} to rank {@code to}; operations with one table look only at the rank that owns the block. */
    int elements(int from, int to) {
        return switch (operation) {
            case GATHERV, ALLGATHERV, NEIGHBOR_ALLGATHERV -> irregular(from, 0);
            case SCATTERV, REDUCE_SCATTER -> irregular(to, 0);
            case ALLTOALLV, NEIGHBOR_ALLTOALLV -> irregular(from, to);
            default -> count;
        };
    }

    private int irregular(int one, int other) {
        return count == 0 ? 0 : (5 * one + 3 * other + count) % (count + 2);
    }

    /** What {@code count} means at this rank: elements of its single, table-less block. */
    int countAt(int rank) {
        return elements(rank, rank);
    }

    /** How long a block of a buffer's table is. */
    int tableLength(Schedule schedule, int buffer, int unit) {
        int rank = schedule.shape().rank();
        if (operation.isOfNeighbours()) {
            return neighboursLength(schedule.shape().neighbours(), rank, buffer, unit);
        }
        return buffer == Schedule.OUT ? elements(unit, operation == Operation.REDUCE_SCATTER ? unit : rank) : elements(rank, unit);
    }

    /** Several blocks between one pair of ranks differ in length by their turn; those of nobody have one, too. */
    private int neighboursLength(Neighbours neighbours, int rank, int buffer, int unit) {
        boolean receives = buffer == Schedule.OUT;
        int peer = receives ? neighbours.source(unit) : neighbours.destination(unit);
        if (peer == Neighbours.NOBODY) {
            return count;
        }
        return receives ? elements(peer, rank + neighbours.turn(unit)) : elements(rank, peer + neighbours.turnOfDestination(unit));
    }
}
