package org.braid.coll.algorithm.generator;

import org.braid.coll.algorithm.tree.Tree;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/**
 * Along a tree for each level, which the tuning may name.
 *
 * @param inside the tree of ranks within a cluster, where nothing else is said
 */
public record AlongLevels(Tree inside, TreeGenerator operation) implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        return operation.generate(shape, new Trees(inside, told.tuning()), told.segments());
    }

    @Override
    public boolean isReproducible() {
        return operation.isReproducible();
    }

    @Override
    public boolean isOfParts() {
        return operation.isOfParts();
    }
}
