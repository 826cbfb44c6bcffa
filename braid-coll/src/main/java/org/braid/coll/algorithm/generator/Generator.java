package org.braid.coll.algorithm.generator;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/**
 * An algorithm as what makes its schedules. It has no state: all that it needs is in the shape and in what it is told, so that one object serves all calls and all threads.
 *
 * <p>Each is an object of a class of its own. Written as lambdas or method references, all rows of the catalogue would be linked in every rank that starts, which needs two or three of them: 63 ms without an AOT cache (docs/decisions/plans-by-name.md).
 */
public interface Generator {
    /** This rank's schedule: pure, local, the same whoever asks. */
    Schedule generate(Shape shape, Told told);

    /** This rank's schedule, as the algorithm comes. */
    default Schedule generate(Shape shape) {
        return generate(shape, Told.NOTHING);
    }

    /** Whether it combines operands along one tree over ranks, whatever the topology, the root and what it is told: then results have the same bits. */
    default boolean isReproducible() {
        return false;
    }

    /** Whether a vector goes in parts, each through other leaders. */
    default boolean isOfParts() {
        return false;
    }
}
