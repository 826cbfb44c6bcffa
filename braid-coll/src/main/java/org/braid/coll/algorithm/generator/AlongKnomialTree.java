package org.braid.coll.algorithm.generator;

import org.braid.coll.algorithm.tree.TreeNames;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/** Along one k-nomial tree over all ranks, of the k that is told. */
public record AlongKnomialTree(TreeGenerator operation) implements Generator {
    /** k where nothing is said: three messages a round. */
    private static final int USUAL_RADIX = 4;

    @Override
    public Schedule generate(Shape shape, Told told) {
        return new AlongTree(TreeNames.knomial(told.radix(USUAL_RADIX)), operation).generate(shape, told);
    }
}
