package org.braid.coll.algorithm.lanes;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.multilevel.MultilevelReduce;
import org.braid.coll.schedule.Inlay;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel reduction in which k ranks of each host are leaders, each for its part of the vector: the {@linkplain LanesBcast broadcast} backwards. The j-th part comes to the j-th rank of the root's host, counted from the root, which hands it in.
 *
 * <p>Cost: Σ (α + n/k (β + γ)) over the slower channels, lg m α + n(β + γ) among the m ranks of a host, and α + (k-1)(o + n/k β) on the root's. An operator that does not commute has one leader of each host. Use when long messages, and each rank has a port, or a channel's bandwidth, of its own.
 */
public final class LanesReduce implements TreeGenerator {
    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        if (!shape.commutative()) {
            return new MultilevelReduce().generate(shape, trees);
        }
        var lanes = new HostLanes(shape);
        int result = shape.isRoot() ? Schedule.OUT : lanes.steps().temporary(lanes.count(), lanes.count());
        for (int lane = 0; lane < lanes.count(); lane++) { // everybody begins with the same, so that messages of a pair keep their order
            int leader = lanes.turnedBack(shape.root(), lane); // of the root's host, counted from the root
            boolean inPlace = shape.inPlace() && leader == shape.root();
            Shape turned = new Shape(shape.operation(), shape.size(), lanes.turned(shape.rank(), lane), lanes.turned(leader, lane), true, inPlace).in(lanes.topology());
            Inlay part = lanes.inlay(new MultilevelReduce().generate(turned, trees), lane, shape.operand(), result);
            lanes.steps().append(part, 0, part.steps());
        }
        for (int lane = 0; lane < lanes.count(); lane++) {
            int leader = lanes.turnedBack(shape.root(), lane);
            if (leader != shape.root()) {
                handIn(lanes.steps(), leader, lane, result);
            }
        }
        return lanes.steps().build();
    }

    @Override
    public boolean isOfParts() {
        return true;
    }

    private static void handIn(ScheduleBuilder steps, int leader, int lane, int result) {
        if (steps.shape().isRoot()) {
            steps.receive(leader, Schedule.OUT, lane, lane + 1);
        } else if (steps.shape().rank() == leader) {
            steps.send(steps.shape().root(), result, lane, lane + 1);
        }
    }
}
