package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Ring allreduce (Patarasuk and Yuan 2009): the vector is cut into P parts that travel round the ring twice, once combined at every stop,
 * once as results. The partial lands in OUT and IN is combined into it: no scratch and no copy.
 *
 * <p>Cost: 2(P-1)α + 2(P-1)/P nβ + (P-1)/P nγ. Commutative operators only. Use when very long messages and few ranks.
 */
public final class RingAllreduce implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape).cut(shape.size());
        if (shape.size() == 1 && !shape.inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, 0);
        }
        reduceScatter(steps);
        allgather(steps);
        return steps.build();
    }

    private static void reduceScatter(ScheduleBuilder steps) {
        Shape shape = steps.shape();
        int landing = shape.inPlace() ? steps.temporaryLike(Schedule.OUT) : Schedule.OUT;
        for (int round = 0; round < shape.size() - 1; round++) {
            int given = Math.floorMod(shape.rank() - round, shape.size());
            int taken = Math.floorMod(shape.rank() - round - 1, shape.size());
            steps.receive(left(shape), landing, taken, taken + 1);
            steps.send(right(shape), round == 0 ? shape.operand() : Schedule.OUT, given, given + 1);
            if (shape.inPlace()) {
                steps.reduce(landing, taken, taken + 1, Schedule.OUT, taken);
            } else {
                steps.reduce(Schedule.IN, taken, taken + 1, Schedule.OUT, taken);
            }
        }
    }

    private static void allgather(ScheduleBuilder steps) {
        Shape shape = steps.shape();
        for (int round = 0; round < shape.size() - 1; round++) {
            int given = Math.floorMod(shape.rank() + 1 - round, shape.size());
            int taken = Math.floorMod(shape.rank() - round, shape.size());
            steps.receive(left(shape), Schedule.OUT, taken, taken + 1);
            steps.send(right(shape), Schedule.OUT, given, given + 1);
        }
    }

    private static int left(Shape shape) {
        return Math.floorMod(shape.rank() - 1, shape.size());
    }

    private static int right(Shape shape) {
        return (shape.rank() + 1) % shape.size();
    }
}
