package org.braid.coll.algorithm.neighbors;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
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
public final class NeighborExchange implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        addStraight(steps, Crossings.NONE);
        return steps.build();
    }

    /** Adds what goes straight from rank to rank: all edges but those that cross together, and of these the blocks that are too long for it. */
    static void addStraight(ScheduleBuilder steps, Crossings together) {
        var straight = new Straight(steps, together);
        straight.receives();
        straight.sends();
    }

    /** Whether each edge has a block of its own. */
    static boolean isPersonal(Shape shape) {
        return shape.operation() == Operation.NEIGHBOR_ALLTOALL || shape.operation() == Operation.NEIGHBOR_ALLTOALLV;
    }

    /** What goes straight to one rank and from it. */
    private static final class Straight {
        final ScheduleBuilder steps;
        final Shape shape;
        final Crossings together;
        final boolean mayBeLong; // blocks have lengths of their own, so that some of those that cross together may be too long for it

        Straight(ScheduleBuilder steps, Crossings together) {
            this.steps = steps;
            this.shape = steps.shape();
            this.together = together;
            this.mayBeLong = steps.layout(Schedule.OUT) == Schedule.TABLE;
        }

        void receives() {
            Neighbours neighbours = shape.neighbours();
            int left = neighbours.inDegree();
            for (int turn = 0; left > 0; turn++) {
                for (int i = 0; i < neighbours.inDegree(); i++) {
                    if (neighbours.turn(i) == turn) {
                        left--;
                        receive(i);
                    }
                }
            }
        }

        void receive(int i) {
            int source = shape.neighbours().source(i);
            if (source == Neighbours.NOBODY || source == shape.rank()) {
                return;
            }
            if (!together.haveFrom(source)) {
                steps.receive(source, Schedule.OUT, i, i + 1);
            } else if (mayBeLong) {
                steps.receiveIfLong(source, Schedule.OUT, i);
            }
        }

        void sends() {
            Neighbours neighbours = shape.neighbours();
            boolean isPersonal = isPersonal(shape);
            for (int j = 0; j < neighbours.outDegree(); j++) {
                int block = isPersonal ? j : 0;
                int ownBlock = neighbours.ownBlock(shape.rank(), j);
                if (ownBlock >= 0) {
                    steps.copy(Schedule.IN, block, block + 1, Schedule.OUT, ownBlock);
                } else if (neighbours.destination(j) != Neighbours.NOBODY) {
                    send(neighbours.destination(j), block);
                }
            }
        }

        void send(int destination, int block) {
            if (!together.haveTo(destination)) {
                steps.send(destination, Schedule.IN, block, block + 1);
            } else if (mayBeLong) {
                steps.sendIfLong(destination, Schedule.IN, block);
            }
        }
    }
}
