package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Pairwise alltoall, also with block tables: P-1 rounds, in each every rank sends to one and receives from one; a window bounds how
 * many rounds are under way. With a window of one it is pairwise exchange as it is in textbooks, with one as wide as all it is {@link LinearAlltoall}; between them it is what is called spread with a window, or scattered (MPICH: in batches; here a round begins as soon as
 * the one that is a window before it has ended, in either direction for itself).
 *
 * <p>Cost: (P-1)/W α + (P-1)nβ with n bytes per pair. Use when long blocks: no rank is flooded, nothing is copied twice.
 */
public final class PairwiseAlltoall implements Generator {
    /** Rounds under way at once: enough to hide latency, few enough for the caches. */
    private static final int USUAL_WINDOW = 4;

    @Override
    public Schedule generate(Shape shape, Told told) {
        return generate(shape, told.window(USUAL_WINDOW));
    }

    /** @param window how many messages are under way at most in each direction, from 1 on */
    static Schedule generate(Shape shape, int window) {
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        steps.copy(Schedule.IN, shape.rank(), shape.rank() + 1, Schedule.OUT, shape.rank());
        for (int round = 1; round < size; round++) {
            int source = Math.floorMod(shape.rank() - round, size);
            int target = (shape.rank() + round) % size;
            int receive = steps.receive(source, Schedule.OUT, source, source + 1);
            if (round > window) {
                steps.after(receive - 2 * window);
            }
            int send = steps.send(target, Schedule.IN, target, target + 1);
            if (round > window) {
                steps.after(send - 2 * window);
            }
        }
        return steps.build();
    }
}
