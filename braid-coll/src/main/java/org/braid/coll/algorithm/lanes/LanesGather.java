package org.braid.coll.algorithm.lanes;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.multilevel.Sides;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Gather in which every rank on the root's side of the slowest channel is a port for its part of the ranks beyond (Träff and Hunold 2020, "Decomposing MPI collectives for exploiting multi-lane communication"): the j-th rank of another side sends its block to
 * the (j mod m)-th of the m ranks there, which passes it on to the root behind its own.
 *
 * <pre>
 *   rank beyond   its block      ──far──>   lane j mod m     its own block and those that came, side by side     ──near──>   root     in the order of ranks
 * </pre>
 *
 * <p>Cost: α + (P-m)/m (o + nβ) over the slowest channel, and (m-1)(o + P/m nβ) on the root's side. Use when blocks are long and that channel's bandwidth is each rank's own: one leader would bring in all of them by itself.
 */
public final class LanesGather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var gather = new Gather(shape);
        int lane = gather.sides.lane(shape.rank());
        if (shape.isRoot()) {
            gather.collect(lane);
        } else if (gather.sides.at(gather.sides.own(), lane) == shape.rank()) {
            gather.passOn(gather.sides.servedBy(lane));
        } else {
            gather.steps.send(gather.sides.at(gather.sides.own(), lane), Schedule.IN, 0, 1);
        }
        return gather.steps.build();
    }

    /** What one rank does. */
    private static final class Gather {
        final ScheduleBuilder steps;
        final Sides sides;
        final int near; // how many ranks are on the root's side

        Gather(Shape shape) {
            this.steps = new ScheduleBuilder(shape);
            this.sides = Sides.of(shape, shape.root());
            this.near = sides.lanes();
        }

        void passOn(int[] served) {
            int root = steps.shape().root();
            if (served.length == 0) {
                steps.send(root, Schedule.IN, 0, 1);
                return;
            }
            int collected = steps.temporary(1, 1 + served.length);
            for (int i = 0; i < served.length; i++) {
                steps.receive(served[i], collected, 1 + i, 2 + i);
            }
            steps.copy(Schedule.IN, 0, 1, collected, 0);
            steps.send(root, collected, 0, 1 + served.length);
        }

        /** All that comes is asked for before any of it is put in its place. */
        void collect(int own) {
            for (int far : sides.servedBy(own)) {
                steps.receive(far, Schedule.OUT, far, far + 1);
            }
            List<int[]> orders = new ArrayList<>();
            List<Integer> mixed = new ArrayList<>();
            for (int lane = 0; lane < near; lane++) {
                if (lane != own) {
                    receive(sides.withServed(lane), orders, mixed);
                }
            }
            for (int i = 0; i < orders.size(); i++) {
                Order.place(steps, mixed.get(i), 0, orders.get(i), Schedule.OUT);
            }
            if (!steps.shape().inPlace()) {
                steps.copy(Schedule.IN, 0, 1, Schedule.OUT, steps.shape().rank());
            }
        }

        /** Blocks of ranks that follow each other come to their places at once; those of others are mixed. */
        void receive(int[] order, List<int[]> orders, List<Integer> mixed) {
            if (Order.isInterval(order)) {
                steps.receive(order[0], Schedule.OUT, order[0], order[0] + order.length);
                return;
            }
            int buffer = steps.temporary(1, order.length);
            steps.receive(order[0], buffer, 0, order.length);
            orders.add(order);
            mixed.add(buffer);
        }
    }
}
