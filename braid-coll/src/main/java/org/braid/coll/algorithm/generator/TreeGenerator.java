package org.braid.coll.algorithm.generator;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/** An operation along trees that it is given. Which tree joins whom is not its choice, so that one of these makes several algorithms: along one tree over all ranks, or along one for each level. Without state, as a {@link Generator}. */
public interface TreeGenerator {
    /**
     * This rank's schedule: pure, local, the same whoever asks.
     *
     * @param segments in how many pieces messages go, of one whose messages can; others take no notice
     */
    Schedule generate(Shape shape, Trees trees, int segments);

    /** Likewise, of messages in one piece. */
    default Schedule generate(Shape shape, Trees trees) {
        return generate(shape, trees, 1);
    }

    /** As {@link Generator#isReproducible}, whatever the trees. */
    default boolean isReproducible() {
        return false;
    }

    /** As {@link Generator#isOfParts}. */
    default boolean isOfParts() {
        return false;
    }
}
