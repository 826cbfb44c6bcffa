package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel reduction: the mirror of {@link MultilevelBcast}. Each leader combines what those send for whom it speaks, and passes on one message.
 *
 * <p>Cost: the sum over the levels of what the reduction of one group costs there; P-1 messages. Operators that do not commute keep the order of ranks ({@link Reduction}).
 *
 * @param isReproducible whether operands are combined along the canonical tree over ranks
 */
public record MultilevelReduce(boolean isReproducible) implements TreeGenerator {
    /** Operands are combined where they meet. */
    public MultilevelReduce() {
        this(false);
    }

    /** Likewise, of the same bits whatever the topology and the root: along the canonical tree over ranks. */
    public static MultilevelReduce canonical() {
        return new MultilevelReduce(true);
    }

    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var steps = new ScheduleBuilder(shape).cut(segments);
        Reduction.append(steps, LeaderTree.of(shape, trees), shape.isRoot(), segments, isReproducible);
        return steps.build();
    }

    /**
     * Adds what the leader of a host does whose ranks share memory, likewise of the same bits.
     *
     * @param operands the buffer of the operands of its host, by rank; it is written to, unless it is IN
     */
    public static void appendAmongHosts(ScheduleBuilder steps, Trees trees, int operands) {
        Reduction.ofHosts(steps, LeaderTree.ofHosts(steps.shape(), steps.shape().root(), trees), operands);
    }
}
