package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Pairwise reduce-scatter, also with a block table: in round k each rank sends the block of the rank k to its right and combines what comes from the left.
 *
 * <p>Cost: (P-1)(α + nβ + nγ) with n bytes per block. Commutative operators only. Use when long blocks.
 */
public final class PairwiseReduceScatter implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        int rank = shape.rank();
        if (size == 1) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, 0);
            return steps.build();
        }
        int landing = steps.temporary(steps.layout(Schedule.IN), size);
        for (int round = 1; round < size; round++) {
            int source = Math.floorMod(rank - round, size);
            int target = (rank + round) % size;
            steps.receive(source, round == 1 ? Schedule.OUT : landing, rank, rank + 1);
            steps.send(target, Schedule.IN, target, target + 1);
            steps.reduce(round == 1 ? Schedule.IN : landing, rank, rank + 1, Schedule.OUT, rank);
        }
        return steps.build();
    }
}
