package org.braid.coll.algorithm.lanes;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.multilevel.Sides;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Scatter in which every rank on the root's side of the slowest channel is a port for its part of the ranks beyond: {@link LanesGather}, backwards.
 *
 * <pre>
 *   root   a lane's block and those of the ranks that it serves   ──near──>   lane i     keeps its own   ──far──>   ranks beyond, a block each
 * </pre>
 *
 * <p>Cost: (m-1)(o + P/m nβ) on the root's side, and α + (P-m)/m (o + nβ) over the slowest channel. Use as that one.
 */
public final class LanesScatter implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var scatter = new Scatter(shape);
        int lane = scatter.sides.lane(shape.rank());
        if (shape.isRoot()) {
            scatter.handOut(lane);
        } else if (scatter.sides.at(scatter.sides.own(), lane) == shape.rank()) {
            scatter.passOn(scatter.sides.servedBy(lane));
        } else {
            scatter.steps.receive(scatter.sides.at(scatter.sides.own(), lane), Schedule.OUT, 0, 1);
        }
        return scatter.steps.build();
    }

    /** What one rank does. */
    private static final class Scatter {
        final ScheduleBuilder steps;
        final Sides sides;
        final int near; // how many ranks are on the root's side

        Scatter(Shape shape) {
            this.steps = new ScheduleBuilder(shape);
            this.sides = Sides.of(shape, shape.root());
            this.near = sides.lanes();
        }

        /** First to those that pass on. */
        void handOut(int own) {
            for (int distance = 1; distance < near; distance++) {
                send(sides.withServed((own + distance) % near));
            }
            for (int far : sides.servedBy(own)) {
                steps.send(far, Schedule.IN, far, far + 1);
            }
            if (!steps.shape().inPlace()) {
                steps.copy(Schedule.IN, steps.shape().rank(), steps.shape().rank() + 1, Schedule.OUT, 0);
            }
        }

        void send(int[] order) {
            if (Order.isInterval(order)) {
                steps.send(order[0], Schedule.IN, order[0], order[0] + order.length);
                return;
            }
            int packed = steps.temporary(1, order.length);
            Order.collect(steps, Schedule.IN, order, packed);
            steps.send(order[0], packed, 0, order.length);
        }

        void passOn(int[] served) {
            int root = steps.shape().root();
            if (served.length == 0) {
                steps.receive(root, Schedule.OUT, 0, 1);
                return;
            }
            int packed = steps.temporary(1, 1 + served.length);
            steps.receive(root, packed, 0, 1 + served.length);
            for (int i = 0; i < served.length; i++) {
                steps.send(served[i], packed, 1 + i, 2 + i);
            }
            steps.copy(packed, 0, 1, Schedule.OUT, 0);
        }
    }
}
