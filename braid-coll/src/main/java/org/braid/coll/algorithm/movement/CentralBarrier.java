package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Gather-release barrier: all report to rank 0, which releases all.
 *
 * <p>Cost: 2α + 2(P-1)o, 2(P-1) messages. Use when more ranks than cores: every rank needs the processor once to report and once to leave, where
 * dissemination needs it lg P times.
 */
public final class CentralBarrier implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        if (shape.rank() != 0) {
            steps.send(0, Schedule.OUT, 0, 0);
            steps.receive(0, Schedule.OUT, 0, 0);
            return steps.build();
        }
        for (int peer = 1; peer < shape.size(); peer++) {
            steps.receive(peer, Schedule.OUT, 0, 0);
        }
        steps.fence();
        for (int peer = 1; peer < shape.size(); peer++) {
            steps.send(peer, Schedule.OUT, 0, 0);
        }
        return steps.build();
    }
}
