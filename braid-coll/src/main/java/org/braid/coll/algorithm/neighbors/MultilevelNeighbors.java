package org.braid.coll.algorithm.neighbors;

import java.util.Arrays;
import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Neighbourhood allgather and alltoall of blocks of one length, in which what several ranks of a cluster send to ranks of another one crosses the channel between these in one message, by one {@link Crossing}; of an allgather each block once for each cluster that wants
 * it, not once for each edge. Everything else goes straight, at the same time. (Bienz, Gropp and Olson 2019, "Node aware sparse matrix-vector multiplication"; Collom, Li and Bienz 2023, "Optimizing irregular communication with neighborhood collectives and
 * locality-aware parallelism".)
 *
 * <p>Cost: α + C(o + mβ) over the slowest channel for C clusters with which there are enough edges, m the bytes of all, instead of a message for each edge; two hops within clusters, and three copies of a block at most. Use when blocks are short.
 */
public final class MultilevelNeighbors implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var exchange = new Exchange(shape, told);
        NeighborExchange.addStraight(exchange.steps, exchange.crossings);
        exchange.receives();
        exchange.sends();
        exchange.place();
        return exchange.steps.build();
    }

    /** What one rank does. */
    private static final class Exchange {
        final ScheduleBuilder steps;
        final Crossings crossings;
        final int rank;
        final int[] leaving; // for each crossing the buffer of its units, at its sender
        final int[] coming; // for each crossing the buffer of its units at its receiver, elsewhere that of those for this rank

        Exchange(Shape shape, Told told) {
            this.steps = new ScheduleBuilder(shape);
            this.crossings = Crossings.of(shape, told);
            this.rank = shape.rank();
            this.leaving = new int[crossings.away().size()];
            this.coming = new int[crossings.here().size()];
        }

        /** All at once, so that whoever runs steps in order waits for nobody before others can send; to the sender first, then across, then from the receiver: in this order each pair of ranks sends, too. */
        void receives() {
            for (int at = 0; at < leaving.length; at++) {
                Crossing crossing = crossings.away().get(at);
                leaving[at] = crossing.sender() == rank ? steps.temporary(1, crossing.units()) : Schedule.IN;
                for (int source : crossing.sender() == rank ? crossing.sources() : new int[0]) {
                    if (source != rank) {
                        steps.receive(source, leaving[at], crossing.first(source), crossing.end(source));
                    }
                }
            }
            for (int at = 0; at < coming.length; at++) {
                Crossing crossing = crossings.here().get(at);
                if (crossing.receiver() == rank) {
                    coming[at] = steps.temporary(1, crossing.units());
                    steps.receive(crossing.sender(), coming[at], 0, crossing.units());
                }
            }
            for (int at = 0; at < coming.length; at++) {
                Crossing crossing = crossings.here().get(at);
                if (crossing.receiver() != rank) {
                    int units = crossing.unitsFor(rank).length;
                    coming[at] = steps.temporary(1, units);
                    steps.receive(crossing.receiver(), coming[at], 0, units);
                }
            }
        }

        void sends() {
            for (int at = 0; at < leaving.length; at++) {
                Crossing crossing = crossings.away().get(at);
                if (crossing.sender() != rank) {
                    sendChosen(crossing.sender(), Schedule.IN, crossing.blocksOf(rank));
                }
            }
            for (int at = 0; at < leaving.length; at++) {
                Crossing crossing = crossings.away().get(at);
                if (crossing.sender() == rank) {
                    int[] blocks = crossing.blocksOf(rank);
                    for (int i = 0; i < blocks.length; i++) {
                        steps.copy(Schedule.IN, blocks[i], blocks[i] + 1, leaving[at], crossing.first(rank) + i);
                    }
                    steps.send(crossing.receiver(), leaving[at], 0, crossing.units());
                }
            }
            for (int at = 0; at < coming.length; at++) {
                Crossing crossing = crossings.here().get(at);
                for (int destination : crossing.receiver() == rank ? crossing.destinations() : new int[0]) {
                    if (destination != rank) {
                        sendChosen(destination, coming[at], crossing.unitsFor(destination));
                    }
                }
            }
        }

        /** Those units of a buffer as one message: from where they are if they follow each other. */
        void sendChosen(int peer, int buffer, int[] units) {
            if (Order.isInterval(units)) {
                steps.send(peer, buffer, units[0], units[0] + units.length);
                return;
            }
            int packed = steps.temporary(1, units.length);
            Order.collect(steps, buffer, units, packed);
            steps.send(peer, packed, 0, units.length);
        }

        void place() {
            for (int at = 0; at < coming.length; at++) {
                Crossing crossing = crossings.here().get(at);
                int[] blocks = crossing.blocksFor(rank);
                int[] units = crossing.unitsOfBlocksFor(rank);
                int[] mine = crossing.unitsFor(rank);
                for (int i = 0; i < blocks.length; i++) {
                    int unit = crossing.receiver() == rank ? units[i] : Arrays.binarySearch(mine, units[i]);
                    steps.copy(coming[at], unit, unit + 1, Schedule.OUT, blocks[i]);
                }
            }
        }
    }
}
