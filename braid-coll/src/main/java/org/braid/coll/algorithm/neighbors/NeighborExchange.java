package org.braid.coll.algorithm.neighbors;

import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Neighbourhood allgather and alltoall, also with block tables: every rank sends to all its neighbours and receives from all at once. Of several blocks between one pair of ranks, those that are
 * sent first are received first, wherever they belong.
 *
 * <p>Cost: α + d(o + nβ) for d neighbours.
 */
public final class NeighborExchange {
    private NeighborExchange() {}

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        receives(steps, shape);
        sends(steps, shape);
        return steps.build();
    }

    private static void receives(ScheduleBuilder steps, Shape shape) {
        Neighbours neighbours = shape.neighbours();
        int left = neighbours.inDegree();
        for (int turn = 0; left > 0; turn++) {
            for (int i = 0; i < neighbours.inDegree(); i++) {
                if (neighbours.turn(i) == turn) {
                    left--;
                    receive(steps, shape, i);
                }
            }
        }
    }

    private static void receive(ScheduleBuilder steps, Shape shape, int i) {
        int source = shape.neighbours().source(i);
        if (source != Neighbours.NOBODY && source != shape.rank()) {
            steps.receive(source, Schedule.OUT, i, i + 1);
        }
    }

    private static void sends(ScheduleBuilder steps, Shape shape) {
        Neighbours neighbours = shape.neighbours();
        boolean personal = shape.operation() == Operation.NEIGHBOR_ALLTOALL || shape.operation() == Operation.NEIGHBOR_ALLTOALLV;
        for (int j = 0; j < neighbours.outDegree(); j++) {
            int block = personal ? j : 0;
            int ownBlock = neighbours.ownBlock(shape.rank(), j);
            if (ownBlock >= 0) {
                steps.copy(Schedule.IN, block, block + 1, Schedule.OUT, ownBlock);
            } else if (neighbours.destination(j) != Neighbours.NOBODY) {
                steps.send(neighbours.destination(j), Schedule.IN, block, block + 1);
            }
        }
    }
}
