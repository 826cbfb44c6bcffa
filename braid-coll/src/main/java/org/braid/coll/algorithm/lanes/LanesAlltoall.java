package org.braid.coll.algorithm.lanes;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.multilevel.Sides;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel alltoall in which every rank of a side is a leader for its part of the ranks beyond the slowest channel (Träff and Hunold 2020, "Decomposing MPI collectives for exploiting multi-lane communication"): the j-th rank of another side gets what this
 * side has for it from one rank of this side, the (j mod m)-th of m, in one message.
 *
 * <pre>
 *   rank     blocks for the ranks that lane i serves, side by side      ──near──>  lane i    a row for each rank of its side
 *   lane i   for each rank that it serves: a column of the rows         ──────>    that rank, its blocks from all ranks of that side
 * </pre>
 *
 * <p>Cost: two rounds: (m-1)(o + (P-m)/m nβ) within a side of m ranks, and α + (P/m-1)(o + mnβ) over the slowest channel; a rank copies each of P-m blocks twice. Use when blocks are short, and one leader would be the narrow place.
 */
public final class LanesAlltoall implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var alltoall = new Alltoall(shape);
        alltoall.sides.exchangeNear(alltoall.steps);
        if (alltoall.sides.outside().length > 0) {
            int mixed = alltoall.receiveFar();
            alltoall.sendFar(alltoall.toLanes());
            alltoall.place(mixed);
        }
        return alltoall.steps.build();
    }

    /** What one rank does. */
    private static final class Alltoall {
        final ScheduleBuilder steps;
        final Sides sides;
        final int[] near; // the ranks of this side in the order of its tree
        final int lane; // which of them this rank is

        Alltoall(Shape shape) {
            this.steps = new ScheduleBuilder(shape);
            this.sides = Sides.of(shape, shape.rank());
            this.near = sides.order(sides.own());
            this.lane = sides.index();
        }

        /** One message from each other side; where its ranks follow each other, to its place at once. The buffer of the others. */
        int receiveFar() {
            int mixed = steps.temporary(1, sides.outside().length);
            for (int distance = 1; distance < sides.count(); distance++) {
                int side = Math.floorMod(sides.own() - distance, sides.count());
                int[] ranks = sides.order(side);
                int sender = ranks[lane % ranks.length];
                if (Order.isInterval(ranks)) {
                    steps.receive(sender, Schedule.OUT, ranks[0], ranks[0] + ranks.length);
                } else {
                    steps.receive(sender, mixed, sides.column(side), sides.column(side) + ranks.length);
                }
            }
            return mixed;
        }

        /** In the end, so that whoever runs steps in order sends before it waits. */
        void place(int mixed) {
            for (int side = 0; side < sides.count(); side++) {
                int[] ranks = sides.order(side);
                if (side != sides.own() && !Order.isInterval(ranks)) {
                    Order.place(steps, mixed, sides.column(side), ranks, Schedule.OUT);
                }
            }
        }

        /** The buffer of a row for each rank of this side: what it has for those whom this lane serves. */
        int toLanes() {
            int packed = steps.temporary(1, sides.outside().length);
            int width = sides.placesServedBy(lane).length;
            int rows = steps.temporary(1, near.length * width);
            for (int distance = 1; distance < near.length && width > 0; distance++) {
                int other = Math.floorMod(lane - distance, near.length);
                steps.receive(near[other], rows, other * width, (other + 1) * width);
            }
            collect(sides.placesServedBy(lane), rows, lane * width);
            int at = 0;
            for (int distance = 1; distance < near.length; distance++) {
                int other = (lane + distance) % near.length;
                int[] places = sides.placesServedBy(other);
                collect(places, packed, at);
                if (places.length > 0) {
                    steps.send(near[other], packed, at, at + places.length);
                }
                at += places.length;
            }
            return rows;
        }

        void collect(int[] places, int buffer, int first) {
            for (int i = 0; i < places.length; i++) {
                int rank = sides.outside()[places[i]];
                steps.copy(Schedule.IN, rank, rank + 1, buffer, first + i);
            }
        }

        void sendFar(int rows) {
            int[] places = sides.placesServedBy(lane);
            int columns = steps.temporary(1, near.length * places.length);
            for (int turn = 0; turn < places.length; turn++) {
                int i = (turn + lane) % places.length;
                for (int row = 0; row < near.length; row++) {
                    steps.copy(rows, row * places.length + i, row * places.length + i + 1, columns, i * near.length + row);
                }
                steps.send(sides.outside()[places[i]], columns, i * near.length, (i + 1) * near.length);
            }
        }
    }
}
