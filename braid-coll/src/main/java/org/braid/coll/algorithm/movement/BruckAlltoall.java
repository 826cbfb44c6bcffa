package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Bruck's alltoall (1997): a block that must travel d ranks to the right is sent on in the rounds of the digits of d, together with all others of that digit.
 *
 * <pre>
 *   turned[d]  = IN block of rank + d                       rotate
 *   round k:     for each digit z from 1 to r-1, at once: all turned[d] whose k-th digit to the base r is z  ─packed─>  rank + z·r^k,  and the same from rank - z·r^k
 *   OUT block of rank - d = turned[d]                       rotate back
 * </pre>
 *
 * <p>Cost: log_r P (α + (r-2)o + (r-1)/r P nβ) with n bytes per pair, and as many copies: of r = 2 the fewest messages, of r = P the fewest bytes. Use when very short blocks and many ranks.
 */
public final class BruckAlltoall implements Generator {
    /** r where nothing is said. */
    private static final int USUAL_RADIX = 2;

    @Override
    public Schedule generate(Shape shape, Told told) {
        var alltoall = new Alltoall(shape, told.radix(USUAL_RADIX));
        alltoall.rotate();
        alltoall.exchange();
        alltoall.rotateBack();
        return alltoall.steps.build();
    }

    /** What one rank does. */
    private static final class Alltoall {
        final ScheduleBuilder steps;
        final int size;
        final int rank;
        final int radix;
        final int turned;

        Alltoall(Shape shape, int radix) {
            this.steps = new ScheduleBuilder(shape);
            this.size = shape.size();
            this.rank = shape.rank();
            this.radix = radix;
            this.turned = steps.temporary(1, size);
        }

        void rotate() {
            steps.copy(Schedule.IN, rank, size, turned, 0);
            if (rank > 0) {
                steps.copy(Schedule.IN, 0, rank, turned, size - rank);
            }
        }

        void exchange() {
            int given = steps.temporary(1, size);
            int taken = steps.temporary(1, size);
            for (long weight = 1; weight < size; weight *= radix) {
                round((int) weight, given, taken);
            }
        }

        /** Blocks of the first digit lie before those of the next, so that no exchange of a round waits for another. */
        void round(int weight, int given, int taken) {
            int packed = 0;
            for (long distance = weight; distance < size && distance < (long) weight * radix; distance += weight) {
                int first = packed;
                packed = move((int) distance, weight, given, first, true);
                steps.receive(Math.floorMod(rank - (int) distance, size), taken, first, packed);
                steps.send((rank + (int) distance) % size, given, first, packed);
            }
            int unpacked = 0;
            for (long distance = weight; distance < size && distance < (long) weight * radix; distance += weight) {
                unpacked = move((int) distance, weight, taken, unpacked, false);
            }
        }

        /**
         * To the buffer, or back from it. Distances with one digit come in runs as long as what the digit counts.
         *
         * @return behind the last of them there
         */
        int move(int distance, int weight, int buffer, int first, boolean isPacked) {
            int at = first;
            for (long run = distance; run < size; run += (long) weight * radix) {
                int from = (int) run;
                int end = (int) Math.min(run + weight, size);
                if (isPacked) {
                    steps.copy(turned, from, end, buffer, at);
                } else {
                    steps.copy(buffer, at, at + end - from, turned, from);
                }
                at += end - from;
            }
            return at;
        }

        void rotateBack() {
            for (int distance = 0; distance < size; distance++) {
                steps.copy(turned, distance, distance + 1, Schedule.OUT, Math.floorMod(rank - distance, size));
            }
        }
    }
}
