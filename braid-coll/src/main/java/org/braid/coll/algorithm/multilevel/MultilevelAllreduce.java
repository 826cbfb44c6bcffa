package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.reduction.RabenseifnerAllreduce;
import org.braid.coll.algorithm.reduction.RecursiveDoublingAllreduce;
import org.braid.coll.schedule.Rounds;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel allreduce: up to the leaders of the top level, a symmetric exchange among these (recursive doubling), and down again. Two sites are one latency of the slowest channel apart, where a reduction that a
 * broadcast follows takes two.
 *
 * <p>Cost: lg S (α + nβ + nγ) over the slowest channel among S leaders, and a reduction and a broadcast below. An operator that does not commute, of ranks whose top level is not in blocks, is reduced to rank 0
 * and broadcast from there: leaders would have several partial results each.
 */
public final class MultilevelAllreduce implements TreeGenerator {
    /** So many segments have begun to go up where one begins to go down, if steps start in their order. */
    private static final int AHEAD = 8;

    private final boolean inParts;

    /** Vectors are exchanged whole. */
    public MultilevelAllreduce() {
        this(false);
    }

    private MultilevelAllreduce(boolean inParts) {
        this.inParts = inParts;
    }

    /** With an exchange of parts among the leaders (Rabenseifner's): 2 lg S α + 2(S-1)/S nβ over the slowest channel, for long messages between more than two sites. */
    public static TreeGenerator inParts() {
        return new MultilevelAllreduce(true);
    }

    /** A reduction to rank 0 and a broadcast from it along the tree through all levels, each segment of which goes down while the next ones come up. */
    public static TreeGenerator inSegments() {
        return new UpAndDown(false);
    }

    /** As {@link #inSegments}, of the same bits whatever the topology: along the canonical tree over ranks. */
    public static TreeGenerator canonical() {
        return new UpAndDown(true);
    }

    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var steps = new ScheduleBuilder(shape);
        if (inParts) {
            steps.cut(Integer.highestOneBit(LeaderTree.belowTop(shape, trees).top().constituents()));
        }
        return exchanging(steps, shape, trees);
    }

    /**
     * Adds what the leader of a host does whose ranks share memory, likewise of the same bits.
     *
     * @param operands the buffer of the operands of its host, by rank; it is written to, unless it is IN
     */
    public static void appendAmongHosts(ScheduleBuilder steps, Trees trees, int operands) {
        LeaderTree tree = LeaderTree.ofHosts(steps.shape(), 0, trees);
        Reduction.ofHosts(steps, tree, operands);
        MultilevelBcast.append(steps, tree, 1);
    }

    /** A segment goes down behind some others that go up. */
    private static void upAndDown(ScheduleBuilder steps, LeaderTree whole, int segments, boolean canonical) {
        Reduction up = Reduction.of(steps, whole, true, segments, canonical);
        int ahead = Math.min(AHEAD, segments);
        for (int segment = 0; segment < ahead; segment++) {
            up.combineSegment(segment);
        }
        Rounds rounds = steps.rounds(segments - ahead, ahead);
        for (int segment = 0; segment < segments - ahead; segment = rounds.next(segment)) {
            up.combineSegment(segment + ahead);
            MultilevelBcast.passDown(steps, whole, segment, segments);
        }
        for (int segment = segments - ahead; segment < segments; segment++) {
            MultilevelBcast.passDown(steps, whole, segment, segments);
        }
    }

    private Schedule exchanging(ScheduleBuilder steps, Shape shape, Trees trees) {
        var tree = LeaderTree.belowTop(shape, trees);
        if (!shape.commutative() && !tree.isInBlocks()) {
            upAndDown(steps, LeaderTree.of(shape, 0, trees), 1, false);
            return steps.build();
        }
        boolean isLeaf = tree.edges().isEmpty();
        if (!isLeaf || !tree.isRoot()) {
            Reduction.append(steps, tree, true, 1);
        }
        if (tree.isRoot()) {
            var leaders = Leaders.of(tree.top(), shape.rank());
            boolean liesInOut = !isLeaf || shape.inPlace();
            Shape among = leaders.shape(shape, liesInOut);
            steps.append((inParts ? new RabenseifnerAllreduce() : new RecursiveDoublingAllreduce()).generate(among), leaders.ranks(), Schedule.IN, Schedule.OUT);
        }
        MultilevelBcast.append(steps, tree, 1);
        return steps.build();
    }

    private record UpAndDown(boolean isReproducible) implements TreeGenerator {
        @Override
        public Schedule generate(Shape shape, Trees trees, int segments) {
            var steps = new ScheduleBuilder(shape).cut(segments);
            upAndDown(steps, LeaderTree.of(shape, 0, trees), segments, isReproducible);
            return steps.build();
        }
    }
}
