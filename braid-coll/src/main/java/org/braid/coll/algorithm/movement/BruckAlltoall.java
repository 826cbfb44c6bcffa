package org.braid.coll.algorithm.movement;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Bruck's alltoall (1997): a block that must travel d ranks to the right is sent on in the rounds of the bits of d, together with all others of that bit.
 *
 * <pre>
 *   turned[d]  = IN block of rank + d                       rotate
 *   round k:     all turned[d] with bit k of d  ─packed─>  rank + 2^k,  and the same from rank - 2^k
 *   OUT block of rank - d = turned[d]                       rotate back
 * </pre>
 *
 * <p>Cost: lg P α + (P/2) lg P nβ with n bytes per pair, and as many copies. Use when very short blocks and many ranks.
 */
public final class BruckAlltoall {
    private final ScheduleBuilder steps;
    private final int size;
    private final int rank;
    private final int turned;

    private BruckAlltoall(Shape shape) {
        steps = new ScheduleBuilder(shape);
        size = shape.size();
        rank = shape.rank();
        turned = steps.temporary(1, size);
    }

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape) {
        var alltoall = new BruckAlltoall(shape);
        alltoall.rotate();
        alltoall.exchange();
        alltoall.rotateBack();
        return alltoall.steps.build();
    }

    private void rotate() {
        steps.copy(Schedule.IN, rank, size, turned, 0);
        if (rank > 0) {
            steps.copy(Schedule.IN, 0, rank, turned, size - rank);
        }
    }

    private void exchange() {
        int given = steps.temporary(1, size);
        int taken = steps.temporary(1, size);
        for (int bit = 1; bit < size; bit *= 2) {
            int blocks = pack(bit, given);
            steps.receive(Math.floorMod(rank - bit, size), taken, 0, blocks);
            steps.send((rank + bit) % size, given, 0, blocks);
            unpack(bit, taken);
        }
    }

    /** Distances with one bit come in runs as long as the bit's value. */
    private int pack(int bit, int given) {
        int packed = 0;
        for (int run = bit; run < size; run += 2 * bit) {
            int end = Math.min(run + bit, size);
            steps.copy(turned, run, end, given, packed);
            packed += end - run;
        }
        return packed;
    }

    private void unpack(int bit, int taken) {
        int unpacked = 0;
        for (int run = bit; run < size; run += 2 * bit) {
            int end = Math.min(run + bit, size);
            steps.copy(taken, unpacked, unpacked + end - run, turned, run);
            unpacked += end - run;
        }
    }

    private void rotateBack() {
        for (int distance = 0; distance < size; distance++) {
            steps.copy(turned, distance, distance + 1, Schedule.OUT, Math.floorMod(rank - distance, size));
        }
    }
}
