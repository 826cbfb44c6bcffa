package org.braid.coll.algorithm.lanes;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.multilevel.MultilevelAllreduce;
import org.braid.coll.schedule.Inlay;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel allreduce in which k ranks of each host are leaders, each for its part of the vector (Träff and Hunold 2020, "Decomposing MPI collectives for exploiting multi-lane communication"): k multilevel allreduces at once, of the j-th of which the j-th rank of
 * each host speaks for it. So ranks of a host share out what crosses the slower channels, and what is combined.
 *
 * <pre>
 *   host a   0 1 2 3     part 0 ──> 0 ─┐         k is the size of the smallest host, or of what else has nothing smaller inside, and 16 at most
 *   host b   4 5 6       part 0 ──> 4 ─┴ 0 and 4 exchange part 0; 1 and 5 part 1; 2 and 6 part 2; rank 3 only gives, and gets
 * </pre>
 *
 * <p>Where there is one level, parts go up to their leaders and down again.
 *
 * <p>Cost: lg S (α + n/k (β + γ)) over the slowest channel among S sites, 2(α + n/k (β + γ)) over each below, and 2 lg m α + 2n(β + γ) among the m ranks of a host. An operator that does not commute has one leader of each host, for each part goes round the host by another order. Use when long
 * messages, and each rank has a port, or a channel's bandwidth, of its own.
 */
public final class LanesAllreduce implements TreeGenerator {
    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        if (!shape.commutative()) {
            return new MultilevelAllreduce().generate(shape, trees);
        }
        var lanes = new HostLanes(shape);
        var parts = new Inlay[lanes.count()];
        var upwards = new int[parts.length];
        for (int lane = 0; lane < parts.length; lane++) { // everybody begins with the same, so that messages of a pair keep their order
            Shape turned = new Shape(shape.operation(), shape.size(), lanes.turned(shape.rank(), lane), 0, true, shape.inPlace()).in(lanes.topology());
            Schedule part = (lanes.topology().isFlat() ? MultilevelAllreduce.inSegments() : new MultilevelAllreduce()).generate(turned, trees);
            parts[lane] = lanes.inlay(part, lane, ScheduleBuilder.NOBODY);
            upwards[lane] = lanes.upwards(part, lane);
            lanes.steps().append(parts[lane], 0, upwards[lane]);
        }
        for (int lane = 0; lane < parts.length; lane++) { // behind all operands: else those of one part would stand behind another part's result, which has been far away
            lanes.steps().append(parts[lane], upwards[lane], parts[lane].steps());
        }
        return lanes.steps().build();
    }

    @Override
    public boolean isOfParts() {
        return true;
    }
}
