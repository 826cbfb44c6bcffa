package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/**
 * Flat (spread) alltoall, also with block tables: all P-1 exchanges are under way at once, started at different peers by different ranks.
 *
 * <p>Cost: α + (P-1)(o + nβ). Use when few ranks, or more ranks than cores: every rank needs the processor once.
 */
public final class LinearAlltoall implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        return PairwiseAlltoall.generate(shape, shape.size());
    }
}
