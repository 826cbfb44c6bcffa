package org.braid.coll.algorithm.generator;

import org.braid.coll.algorithm.tree.Tree;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/** Along one tree over all ranks, wherever they are. */
public record AlongTree(Tree tree, TreeGenerator operation) implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        return operation.generate(shape.in(null), new Trees(tree, told.tuning()), told.segments());
    }
}
