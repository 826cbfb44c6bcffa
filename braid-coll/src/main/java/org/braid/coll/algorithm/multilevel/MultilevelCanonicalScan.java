package org.braid.coll.algorithm.multilevel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.order.RankRuns;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.RankSet;

/**
 * Scan and exscan of the same bits whatever the placement: each result is that of a reproducible reduction of the ranks that it covers, along the {@linkplain Canonical canonical tree} over these. That is N₁ ∘ (N₂ ∘ (… ∘ Nₖ)), where the nodes are of 2^i ranks each, the
 * longest first, as many as the number of ranks has binary digits 1: complete nodes of one tree over all ranks, whatever the result. Up go the largest nodes that the ranks below a rank are made of; down come those without them that their results are
 * made of. Of a node that lies half inside the outer half comes, and is combined below.
 *
 * <p>Cost: 2 Σ (α + rnβ + rnγ); at most 2(P-1) messages, r ≤ 2 lg P vectors each where a cluster has consecutive ranks, often one; where ranks alternate, up to a gather.
 */
public final class MultilevelCanonicalScan implements TreeGenerator {
    /** Where the combination of a node's ranks lies. */
    private record Value(int buffer, int unit) {}

    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var scan = new Scan(new ScheduleBuilder(shape), LeaderTree.of(shape, 0, trees));
        scan.has(shape.rank(), shape.operand(), 0);
        scan.upAndDown();
        scan.finish(shape.rank(), Schedule.OUT, 0);
        return scan.steps.build();
    }

    @Override
    public boolean isReproducible() {
        return true;
    }

    /**
     * Adds what the leader of a host does whose ranks share memory.
     *
     * @param operands the buffer of the operands of its host, by rank
     * @param results likewise of what the operation gives to each; of an exscan rank 0 gets nothing
     */
    public static void appendAmongHosts(ScheduleBuilder steps, Trees trees, int operands, int results) {
        var scan = new Scan(steps, LeaderTree.ofHosts(steps.shape(), 0, trees));
        int[] own = scan.tree.own().ranks();
        for (int unit = 0; unit < own.length; unit++) {
            scan.has(own[unit], operands, unit);
        }
        scan.upAndDown();
        for (int unit = 0; unit < own.length; unit++) {
            scan.finish(own[unit], results, unit);
        }
    }

    /** What one rank does. */
    private static final class Scan {
        final Shape shape;
        final ScheduleBuilder steps;
        final LeaderTree tree;
        final Map<Long, Value> known = new HashMap<>(); // by the first rank and the end of a node

        Scan(ScheduleBuilder steps, LeaderTree tree) {
            this.shape = steps.shape();
            this.steps = steps;
            this.tree = tree;
        }

        void has(int rank, int buffer, int unit) {
            known.put(key(rank, rank + 1), new Value(buffer, unit));
        }

        void upAndDown() {
            for (Edge edge : tree.edges()) {
                receive(edge.peer(), wanted(edge.ranks()));
            }
            if (!tree.isRoot()) {
                send(tree.parent(), wanted(tree.ranks()));
                receive(tree.parent(), needed(tree.ranks()));
            }
            for (Edge edge : tree.farthestFirst()) {
                send(edge.peer(), needed(edge.ranks()));
            }
        }

        /** How many ranks a result covers. */
        int covered(int rank) {
            return shape.operation() == Operation.SCAN ? rank + 1 : rank;
        }

        /** The nodes of some ranks that others may need: behind the last rank there are none. */
        RankRuns wanted(RankSet ranks) {
            RankRuns nodes = Canonical.nodes(ranks, Integer.MAX_VALUE);
            int last = ranks.intervals() - 1;
            if (ranks.end(last) < shape.size()) {
                return nodes;
            }
            RankRuns wanted = new RankRuns();
            for (int node = 0; node < nodes.count() && nodes.end(node) <= ranks.first(last); node++) {
                wanted.add(nodes.first(node), nodes.end(node));
            }
            return wanted;
        }

        /** The nodes without any of these ranks that their results are made of. */
        RankRuns needed(RankSet ranks) {
            TreeSet<Long> found = new TreeSet<>();
            for (int interval = 0; interval < ranks.intervals(); interval++) {
                for (int rank = ranks.first(interval); rank < ranks.end(interval); rank++) {
                    for (int first = 0; first < covered(rank); first = nextNode(first, covered(rank))) {
                        addOutside(ranks, first, nextNode(first, covered(rank)), found);
                    }
                }
            }
            RankRuns needed = new RankRuns();
            for (long node : found) {
                needed.add((int) (node >>> 32), (int) node);
            }
            return needed;
        }

        /** Where the node ends that begins at {@code first} in the canonical tree over {@code end} ranks. */
        static int nextNode(int first, int end) {
            return first + Integer.highestOneBit(end - first);
        }

        static void addOutside(RankSet ranks, int first, int end, TreeSet<Long> found) {
            int inside = ranks.within(first, end);
            if (inside == 0) {
                found.add(key(first, end));
            } else if (inside < end - first) {
                int middle = Canonical.middle(first, end);
                addOutside(ranks, first, middle, found);
                addOutside(ranks, middle, end, found);
            }
        }

        static long key(int first, int end) {
            return (long) first << 32 | end;
        }

        void receive(int peer, RankRuns nodes) {
            if (nodes.count() == 0) {
                return;
            }
            int buffer = steps.temporary(1, nodes.count());
            steps.receive(peer, buffer, 0, nodes.count());
            for (int node = 0; node < nodes.count(); node++) {
                known.put(key(nodes.first(node), nodes.end(node)), new Value(buffer, node));
            }
        }

        void send(int peer, RankRuns nodes) {
            if (nodes.count() == 1) {
                Value only = value(nodes.first(0), nodes.end(0));
                steps.send(peer, only.buffer, only.unit, only.unit + 1);
            } else if (nodes.count() > 1) {
                int packed = steps.temporary(1, nodes.count());
                for (int node = 0; node < nodes.count(); node++) {
                    Value each = value(nodes.first(node), nodes.end(node));
                    steps.copy(each.buffer, each.unit, each.unit + 1, packed, node);
                }
                steps.send(peer, packed, 0, nodes.count());
            }
        }

        /** The combination of a node's ranks: it has come, or its halves have. */
        Value value(int first, int end) {
            Value there = known.get(key(first, end));
            if (there != null) {
                return there;
            }
            if (end - first == 1) {
                throw new IllegalStateException("nothing of rank " + first + " has come to rank " + shape.rank());
            }
            int middle = Canonical.middle(first, end);
            Value left = value(first, middle);
            Value right = value(middle, end);
            Value both = new Value(steps.temporary(1, 1), 0);
            steps.copy(right.buffer, right.unit, right.unit + 1, both.buffer, 0);
            steps.reduce(left.buffer, left.unit, left.unit + 1, both.buffer, 0);
            known.put(key(first, end), both);
            return both;
        }

        /** What the operation gives to a rank, into a unit of the target. */
        void finish(int rank, int target, int unit) {
            int end = covered(rank);
            List<Value> nodes = new ArrayList<>();
            for (int first = 0; first < end; first = nextNode(first, end)) {
                nodes.add(value(first, nextNode(first, end)));
            }
            if (nodes.isEmpty()) {
                return;
            }
            Value last = nodes.getLast();
            if (last.buffer != target) {
                steps.copy(last.buffer, last.unit, last.unit + 1, target, unit);
            }
            for (int node = nodes.size() - 2; node >= 0; node--) {
                Value each = nodes.get(node);
                steps.reduce(each.buffer, each.unit, each.unit + 1, target, unit);
            }
        }
    }
}
