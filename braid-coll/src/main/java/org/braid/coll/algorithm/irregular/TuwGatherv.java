package org.braid.coll.algorithm.irregular;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/**
 * Gather of blocks of unequal lengths along a {@linkplain FoundTree tree that depends on them} (TUW: Träff 2018, "Practical, distributed, low communication overhead algorithms for irregular gather and scatter operations"): of two subtrees the one with fewer bytes goes to the leader of the other,
 * so that long blocks stay where they are until they go to the root. Lengths go to the root along a binomial tree at the same time, which compares each with what it expects.
 *
 * <p>Cost: lg P (2α + o) + (P-1)nβ, and a copy of what goes together at each inner node; a message for each subtree of more bytes than go together, and for each long block. Use when the lengths of short blocks are very unequal.
 */
public final class TuwGatherv implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var gather = new Gather(shape, told);
        if (shape.isRoot()) {
            gather.collect();
        } else {
            gather.passOn();
        }
        return gather.steps.build();
    }

    /** What one rank does. */
    private static final class Gather extends TuwRank {
        Gather(Shape shape, Told told) {
            super(shape, told);
        }

        void passOn() {
            int lengths = steps.lengths(tree.subtree(me));
            steps.measure(Schedule.IN, 0, 1, lengths, 0);
            FoundTree found = find(lengths);
            receiveLengths(lengths);
            steps.send(shape.fromRoot(tree.parent(me)), lengths, 0, tree.subtree(me));
            steps.sendIfLong(shape.root(), Schedule.IN, 0);
            steps.copy(Schedule.IN, 0, 1, found.bundle(), found.own());
            for (int level = 0; level <= found.joins(); level++) {
                found.above(level, true);
                if (level < found.joins()) {
                    found.below(level, true);
                }
            }
        }

        void receiveLengths(int lengths) {
            for (int distance = 1; distance <= tree.farthestChild(me); distance *= 2) {
                steps.receive(shape.fromRoot(me + distance), lengths, distance, distance + tree.subtree(me + distance));
            }
        }

        void collect() {
            if (!shape.inPlace()) {
                steps.copy(Schedule.IN, 0, 1, Schedule.OUT, shape.rank());
            }
            if (shape.size() == 1) {
                return;
            }
            int lengths = steps.lengths(shape.size());
            receiveLengths(lengths);
            for (int other = 1; other < shape.size(); other++) {
                steps.compare(lengths, other, shape.fromRoot(other));
            }
            steps.fence(); // of another length than it expects the root takes nothing for that block
            for (int other = 1; other < shape.size(); other++) {
                steps.receiveIfLong(shape.fromRoot(other), Schedule.OUT, shape.fromRoot(other));
            }
            var found = roots(lengths, Schedule.OUT, true);
            found.pass();
            for (int other = 1; other < shape.size(); other++) {
                int rank = shape.fromRoot(other);
                steps.copy(found.bundle(), found.unit(rank), found.unit(rank) + 1, Schedule.OUT, rank);
            }
        }
    }
}
