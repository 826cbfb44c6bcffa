package org.braid.coll.algorithm.irregular;

import java.util.Arrays;
import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.multilevel.Bundle;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Two-phase Bruck alltoall of blocks of lengths that only both ends know (Fan, Gilray, Pascucci, Huang, Micinski and Kumar 2022, "Optimizing the Bruck algorithm for non-uniform all-to-all communication"): as Bruck's, a block that must travel d ranks to the right is sent on
 * in the rounds of the digits of d, together with all others of that digit; in each round their lengths go ahead. Every rank compares what has come with what it expects, block by block. A block that is too long to go together with others goes straight to its rank.
 *
 * <pre>
 *   round k, for each digit z from 1 to r-1, at once:   lengths of all d whose k-th digit to the base r is z  ─────>  rank + z·r^k,  and the same from rank - z·r^k
 *                                                       those blocks                                         ─────>
 * </pre>
 *
 * <p>Cost: log_r P (2α + 2(r-2)o + (r-1)/r P nβ) with n bytes per pair, and as many copies; a message more for each long block, all at once. Use when most blocks are very short and ranks many.
 */
public final class TwoPhaseBruckAlltoallv implements Generator {
    /** r where nothing is said. */
    private static final int USUAL_RADIX = 2;

    /** Up to so many bytes a block is copied in each round sooner than it goes by itself. */
    private static final long USUAL_TOGETHER_BYTES = 128;

    @Override
    public Schedule generate(Shape shape, Told told) {
        int radix = told.radix(USUAL_RADIX);
        var alltoall = new Alltoall(shape, radix, told.togetherBytes(USUAL_TOGETHER_BYTES));
        alltoall.steps.copy(Schedule.IN, shape.rank(), shape.rank() + 1, Schedule.OUT, shape.rank());
        for (long weight = 1; weight < shape.size(); weight *= radix) {
            alltoall.round((int) weight);
        }
        alltoall.take();
        return alltoall.steps.build();
    }

    /** What one rank does. */
    private static final class Alltoall {
        final ScheduleBuilder steps;
        final int size;
        final int rank;
        final int radix;
        final @Nullable Bundle[] carriers; // for each distance: with what its block has come here; none if it has not left
        final int[] places; // and where there

        Alltoall(Shape shape, int radix, long togetherBytes) {
            this.steps = new ScheduleBuilder(shape).together(togetherBytes);
            this.size = shape.size();
            this.rank = shape.rank();
            this.radix = radix;
            this.carriers = new Bundle[size];
            this.places = new int[size];
        }

        int target(int distance) {
            return (rank + distance) % size;
        }

        int source(int distance) {
            return Math.floorMod(rank - distance, size);
        }

        /** Long blocks, all at once; behind all else that a rank sends another one, so that nothing is taken for another thing if the two differ in a block's length. */
        void straight() {
            for (int distance = 1; distance < size; distance++) {
                steps.receiveIfLong(source(distance), Schedule.OUT, source(distance));
            }
            for (int distance = 1; distance < size; distance++) {
                steps.sendIfLong(target(distance), Schedule.IN, target(distance));
            }
        }

        void round(int weight) {
            int digits = (int) Math.min(radix - 1L, (size - 1) / weight);
            Bundle[] given = new Bundle[digits];
            Bundle[] taken = new Bundle[digits];
            int[][] travelling = new int[digits][];
            for (int digit = 0; digit < digits; digit++) {
                int distance = (digit + 1) * weight;
                travelling[digit] = travelling(distance, weight);
                taken[digit] = new Bundle(steps, travelling[digit].length);
                taken[digit].receiveLengths(source(distance), 0, travelling[digit].length);
                given[digit] = lengths(travelling[digit]);
                given[digit].sendLengths(target(distance), 0, travelling[digit].length);
            }
            for (int digit = 0; digit < digits; digit++) {
                int distance = (digit + 1) * weight;
                taken[digit].allocate().receiveBlocks(source(distance), 0, travelling[digit].length);
                blocks(given[digit].allocate(), travelling[digit]);
                given[digit].sendBlocks(target(distance), 0, travelling[digit].length);
            }
            for (int digit = 0; digit < digits; digit++) {
                for (int at = 0; at < travelling[digit].length; at++) {
                    carriers[travelling[digit][at]] = taken[digit];
                    places[travelling[digit][at]] = at;
                }
            }
        }

        /** What has to travel so far, in this round's digit. They come in runs as long as what the digit counts. */
        int[] travelling(int distance, int weight) {
            int[] found = new int[size];
            int count = 0;
            for (long run = distance; run < size; run += (long) weight * radix) {
                for (int each = (int) run; each < Math.min(run + weight, size); each++) {
                    found[count++] = each;
                }
            }
            return Arrays.copyOf(found, count);
        }

        Bundle lengths(int[] distances) {
            Bundle given = new Bundle(steps, distances.length);
            for (int at = 0; at < distances.length; at += together(distances, at)) {
                Bundle carrier = carriers[distances[at]];
                if (carrier == null) {
                    given.measure(Schedule.IN, new int[] {target(distances[at])}, at);
                } else {
                    given.copyLengths(carrier, places[distances[at]], together(distances, at), at);
                }
            }
            return given;
        }

        void blocks(Bundle given, int[] distances) {
            for (int at = 0; at < distances.length; at += together(distances, at)) {
                Bundle carrier = carriers[distances[at]];
                if (carrier == null) {
                    given.put(Schedule.IN, new int[] {target(distances[at])}, at);
                } else {
                    given.copyBlocks(carrier, places[distances[at]], together(distances, at), at);
                }
            }
        }

        /** How many from there on lie behind each other in what they came with. */
        int together(int[] distances, int first) {
            Bundle carrier = carriers[distances[first]];
            int count = 1;
            while (carrier != null && first + count < distances.length && carriers[distances[first + count]] == carrier && places[distances[first + count]] == places[distances[first]] + count) {
                count++;
            }
            return count;
        }

        /** All lengths are compared before a block is waited for. */
        void take() {
            for (int distance = 1; distance < size; distance++) {
                carrier(distance).compareLengths(places[distance], new int[] {source(distance)});
            }
            straight();
            for (int distance = 1; distance < size; distance++) {
                carrier(distance).take(places[distance], new int[] {source(distance)}, Schedule.OUT);
            }
        }

        Bundle carrier(int distance) {
            Bundle carrier = carriers[distance];
            if (carrier == null) {
                throw new IllegalStateException("a block stays that must travel " + distance + " ranks");
            }
            return carrier;
        }
    }
}
