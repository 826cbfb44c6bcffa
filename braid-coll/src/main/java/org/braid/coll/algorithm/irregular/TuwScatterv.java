package org.braid.coll.algorithm.irregular;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/**
 * Scatter of blocks of unequal lengths along a {@linkplain FoundTree tree that depends on them} (TUW: Träff 2018): the way back of {@link TuwGatherv}. Lengths go ahead from the root along a binomial tree, so that all ranks find what the root has found, and each compares its own.
 *
 * <p>Cost: lg P (3α + o) + (P-1)nβ, and a copy of what goes together at each inner node; a message for each subtree of more bytes than go together, and for each long block. Use when the lengths of short blocks are very unequal.
 */
public final class TuwScatterv implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var scatter = new Scatter(shape, told);
        if (shape.isRoot()) {
            scatter.give();
        } else {
            scatter.passOn();
        }
        return scatter.steps.build();
    }

    /** What one rank does. */
    private static final class Scatter extends TuwRank {
        Scatter(Shape shape, Told told) {
            super(shape, told);
        }

        void passOn() {
            int lengths = steps.lengths(tree.subtree(me));
            steps.receive(shape.fromRoot(tree.parent(me)), lengths, 0, tree.subtree(me));
            steps.compare(lengths, 0, 0);
            steps.fence(); // whoever expects another length says so, and takes nothing for its block
            sendLengths(lengths);
            FoundTree found = find(lengths);
            steps.receiveIfLong(shape.root(), Schedule.OUT, 0);
            for (int level = found.joins(); level >= 0; level--) {
                found.above(level, false);
                if (level > 0) {
                    found.below(level - 1, false);
                }
            }
            steps.copy(found.bundle(), found.own(), found.own() + 1, Schedule.OUT, 0);
        }

        void sendLengths(int lengths) {
            for (int distance = tree.farthestChild(me); distance > 0; distance /= 2) {
                steps.send(shape.fromRoot(me + distance), lengths, distance, distance + tree.subtree(me + distance));
            }
        }

        void give() {
            if (!shape.inPlace()) {
                steps.copy(Schedule.IN, shape.rank(), shape.rank() + 1, Schedule.OUT, 0);
            }
            if (shape.size() == 1) {
                return;
            }
            int lengths = steps.lengths(shape.size());
            steps.measure(Schedule.IN, shape.root(), shape.size(), lengths, 0);
            steps.measure(Schedule.IN, 0, shape.root(), lengths, shape.size() - shape.root());
            sendLengths(lengths);
            for (int other = 1; other < shape.size(); other++) {
                steps.sendIfLong(shape.fromRoot(other), Schedule.IN, shape.fromRoot(other));
            }
            var found = roots(lengths, Schedule.IN, false);
            for (int other = 1; other < shape.size(); other++) {
                int rank = shape.fromRoot(other);
                steps.copy(Schedule.IN, rank, rank + 1, found.bundle(), found.unit(rank));
            }
            found.pass();
        }
    }
}
