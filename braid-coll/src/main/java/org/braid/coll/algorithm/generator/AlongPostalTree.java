package org.braid.coll.algorithm.generator;

import org.braid.coll.algorithm.tree.TreeNames;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/** Along one postal tree over all ranks, of the λ that is told. */
public record AlongPostalTree(TreeGenerator operation) implements Generator {
    /** λ where nothing is said. */
    private static final int USUAL_LAMBDA = 3;

    @Override
    public Schedule generate(Shape shape, Told told) {
        return new AlongTree(TreeNames.postal(told.lambda(USUAL_LAMBDA)), operation).generate(shape, told);
    }
}
