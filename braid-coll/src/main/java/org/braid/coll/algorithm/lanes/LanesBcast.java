package org.braid.coll.algorithm.lanes;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.multilevel.MultilevelBcast;
import org.braid.coll.schedule.Inlay;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel broadcast in which k ranks of each host are leaders, each for its part of the vector (Träff and Hunold 2020, "Decomposing MPI collectives for exploiting multi-lane communication"): the root hands the parts out to ranks of its own host, each of which broadcasts its
 * part from there, through the j-th ranks of all other hosts.
 *
 * <pre>
 *   root 0   part 1 ──> 1, part 2 ──> 2        host a: 0 1 2    host b: 3 4 5
 *   0 ──part 0──> 3,   1 ──part 1──> 4,   2 ──part 2──> 5        and each of these tells its own host
 * </pre>
 *
 * <p>Cost: α + (k-1)(o + n/k β) on the root's host, and Σ (α + n/k β) over the slower channels, and lg m α + nβ among the m ranks of a host. Use when long messages, and each rank has a port, or a channel's bandwidth, of its own.
 */
public final class LanesBcast implements TreeGenerator {
    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var lanes = new HostLanes(shape);
        for (int lane = 0; lane < lanes.count(); lane++) { // everybody begins with the same, so that messages of a pair keep their order
            int leader = lanes.turnedBack(shape.root(), lane); // of the root's host, counted from the root
            if (leader != shape.root()) {
                handOut(lanes.steps(), leader, lane);
            }
            Shape turned = new Shape(shape.operation(), shape.size(), lanes.turned(shape.rank(), lane), lanes.turned(leader, lane), true, false).in(lanes.topology());
            Inlay part = lanes.inlay(new MultilevelBcast().generate(turned, trees), lane, leader == shape.root() ? ScheduleBuilder.NOBODY : shape.root());
            lanes.steps().append(part, 0, part.steps());
        }
        return lanes.steps().build();
    }

    @Override
    public boolean isOfParts() {
        return true;
    }

    private static void handOut(ScheduleBuilder steps, int leader, int lane) {
        if (steps.shape().isRoot()) {
            steps.send(leader, Schedule.OUT, lane, lane + 1);
        } else if (steps.shape().rank() == leader) {
            steps.receive(steps.shape().root(), Schedule.OUT, lane, lane + 1);
        }
    }
}
