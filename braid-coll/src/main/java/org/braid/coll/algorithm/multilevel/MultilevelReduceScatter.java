package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.RankSet;

/**
 * Multilevel reduce-scatter, also with a block table: up to the leaders of the top level, each of which sends each other one the blocks of that one's ranks alone and combines what comes for its own, and down again. So a site's part
 * of the vector crosses the slowest channel, and not the whole.
 *
 * <p>Cost: α + (S-1)(o + mnβ + mnγ) over the slowest channel among S leaders, each for m ranks, and below a reduction of Pn bytes and a scatter. An operator that does not commute, of ranks whose top level is not in blocks, is reduced
 * to rank 0 and scattered from there. Blocks go together as far as their ranks follow each other.
 */
public final class MultilevelReduceScatter implements TreeGenerator {
    /** Of the same bits whatever the topology: a reduction to rank 0 along the canonical tree over ranks, and down again. */
    public static TreeGenerator canonical() {
        return new Reproducible();
    }

    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        LeaderTree parts = LeaderTree.belowTop(shape, trees);
        boolean exchanges = exchanges(shape, parts);
        var scatter = new Scatter(new ScheduleBuilder(shape), exchanges ? parts : LeaderTree.of(shape, 0, trees));
        scatter.take(scatter.upAndDown(Schedule.IN, exchanges));
        return scatter.steps.build();
    }

    /**
     * Adds what the leader of a host does whose ranks share memory; of an operator that does not commute each host has consecutive ranks.
     *
     * @param partial the buffer with what the vectors of the host come to; it is written to
     * @return the buffer in which the blocks of the host are complete
     */
    public static int appendAmongHosts(ScheduleBuilder steps, Trees trees, int partial) {
        Shape shape = steps.shape();
        LeaderTree parts = LeaderTree.ofHostsBelowTop(shape, trees);
        boolean exchanges = exchanges(shape, parts);
        return new Scatter(steps, exchanges ? parts : LeaderTree.ofHosts(shape, 0, trees)).upAndDown(partial, exchanges);
    }

    private static boolean exchanges(Shape shape, LeaderTree parts) {
        return shape.commutative() || parts.isInBlocks();
    }

    /**
     * As {@link #appendAmongHosts}, of the same bits whatever the topology.
     *
     * @param vectors the buffers of the vectors of the host, by rank; they are written to
     */
    public static int appendCanonicalAmongHosts(ScheduleBuilder steps, Trees trees, int[] vectors) {
        var scatter = new Scatter(steps, LeaderTree.ofHosts(steps.shape(), 0, trees));
        return scatter.down(Reduction.ofBlocksOfHosts(steps, scatter.tree, vectors));
    }

    private static final class Reproducible implements TreeGenerator {
        @Override
        public Schedule generate(Shape shape, Trees trees, int segments) {
            var scatter = new Scatter(new ScheduleBuilder(shape), LeaderTree.of(shape, 0, trees));
            scatter.take(scatter.down(Reduction.ofBlocks(scatter.steps, scatter.tree, Schedule.IN, true)));
            return scatter.steps.build();
        }

        @Override
        public boolean isReproducible() {
            return true;
        }
    }

    /** What one rank does. */
    private static final class Scatter {
        final Shape shape;
        final ScheduleBuilder steps;
        final LeaderTree tree;

        Scatter(ScheduleBuilder steps, LeaderTree tree) {
            this.shape = steps.shape();
            this.steps = steps;
            this.tree = tree;
        }

        int upAndDown(int operand, boolean exchanges) {
            int reduced = Reduction.ofBlocks(steps, tree, operand, false);
            return down(exchanges && tree.isRoot() ? exchange(reduced) : reduced);
        }

        /** The buffer in which the blocks of this leader's constituent are complete. */
        int exchange(int reduced) {
            Cluster top = tree.top();
            int own = top.indexOf(shape.rank());
            int[] operands = new int[top.constituents()];
            for (int distance = 1; distance < top.constituents(); distance++) {
                int source = Math.floorMod(own - distance, top.constituents());
                operands[source] = vector();
                receive(top.ranks(source).lowest(), top.ranks(own), operands[source]);
            }
            for (int distance = 1; distance < top.constituents(); distance++) {
                RankSet theirs = top.ranks((own + distance) % top.constituents());
                send(theirs.lowest(), theirs, reduced);
            }
            operands[own] = reduced;
            return combine(operands, own, top.ranks(own));
        }

        /** The lower constituent's operand is the left one: what they are combined into is the last of them, or a copy of it, if that is this rank's own operand. */
        int combine(int[] operands, int own, RankSet blocks) {
            int last = operands.length - 1;
            int target = operands[last];
            if (last == own && last > 0 && target == Schedule.IN) {
                target = vector();
                for (int i = 0; i < blocks.intervals(); i++) {
                    steps.copy(Schedule.IN, blocks.first(i), blocks.end(i), target, blocks.first(i));
                }
            }
            for (int operand = last - 1; operand >= 0; operand--) {
                for (int i = 0; i < blocks.intervals(); i++) {
                    steps.reduce(operands[operand], blocks.first(i), blocks.end(i), target, blocks.first(i));
                }
            }
            return target;
        }

        /** Blocks come down to whom they belong to; the buffer of those that have come to this rank. */
        int down(int complete) {
            int blocks = complete;
            if (!tree.isRoot()) {
                blocks = tree.units() == 1 ? Schedule.OUT : vector();
                receive(tree.parent(), tree.ranks(), blocks);
            }
            for (Edge edge : tree.farthestFirst()) {
                send(edge.peer(), edge.ranks(), blocks);
            }
            return blocks;
        }

        void take(int blocks) {
            if (blocks != Schedule.OUT) {
                steps.copy(blocks, shape.rank(), shape.rank() + 1, Schedule.OUT, shape.rank());
            }
        }

        int vector() {
            return steps.temporary(steps.layout(Schedule.IN), shape.size());
        }

        void send(int peer, RankSet blocks, int buffer) {
            for (int i = 0; i < blocks.intervals(); i++) {
                steps.send(peer, buffer, blocks.first(i), blocks.end(i));
            }
        }

        void receive(int peer, RankSet blocks, int buffer) {
            for (int i = 0; i < blocks.intervals(); i++) {
                steps.receive(peer, buffer, blocks.first(i), blocks.end(i));
            }
        }
    }
}
