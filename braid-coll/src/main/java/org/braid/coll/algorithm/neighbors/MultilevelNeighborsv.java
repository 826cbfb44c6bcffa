package org.braid.coll.algorithm.neighbors;

import java.util.Arrays;
import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.multilevel.Bundle;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;

/**
 * As {@link MultilevelNeighbors}, of blocks of lengths that only the ends of an edge know: lengths go ahead of all that passes others. Every rank compares what comes with what it expects, block by block. A block that is too long to go together with others goes
 * straight, once for each edge.
 *
 * <p>Cost: α + C(2o + mβ) over the slowest channel for C clusters with which there are enough edges, m the bytes of all, instead of a message for each edge; a message for each long block, all at once; two hops within clusters.
 */
public final class MultilevelNeighborsv implements Generator {
    /** Longer blocks, which all pass one rank of each cluster, are there sooner by themselves; of an allgather fewer pass it (simulated: docs/decisions/neighbours-together.md). */
    private static final long USUAL_BYTES = 128;

    private static final long USUAL_ALLGATHER_BYTES = 1 << 10;

    @Override
    public Schedule generate(Shape shape, Told told) {
        var exchange = new Exchange(shape, told);
        NeighborExchange.addStraight(exchange.steps, exchange.crossings);
        exchange.lengthsToSenders();
        exchange.lengthsAcross();
        exchange.blocksToSenders();
        exchange.lengthsFromReceivers();
        exchange.blocksAcross();
        exchange.blocksFromReceivers();
        exchange.take();
        return exchange.steps.build();
    }

    /** What one rank does. */
    private static final class Exchange {
        final ScheduleBuilder steps;
        final Crossings crossings;
        final int rank;
        final Bundle[] leaving; // of each crossing all units at its sender, elsewhere this rank's
        final Bundle[] coming; // of each crossing all units at its receiver, elsewhere those for this rank
        final @Nullable Bundle[][] parts; // of each crossing at its receiver those for each destination, if they do not follow each other

        Exchange(Shape shape, Told told) {
            long usualBytes = NeighborExchange.isPersonal(shape) ? USUAL_BYTES : USUAL_ALLGATHER_BYTES;
            this.steps = new ScheduleBuilder(shape).together(told.togetherBytes(usualBytes));
            this.crossings = Crossings.of(shape, told);
            this.rank = shape.rank();
            this.leaving = new Bundle[crossings.away().size()];
            this.coming = new Bundle[crossings.here().size()];
            this.parts = new Bundle[crossings.here().size()][];
        }

        Crossing away(int at) {
            return crossings.away().get(at);
        }

        Crossing here(int at) {
            return crossings.here().get(at);
        }

        void lengthsToSenders() {
            for (int at = 0; at < leaving.length; at++) {
                int[] blocks = away(at).blocksOf(rank);
                boolean isSender = away(at).sender() == rank;
                leaving[at] = new Bundle(steps, isSender ? away(at).units() : blocks.length).measure(Schedule.IN, blocks, isSender ? away(at).first(rank) : 0);
                for (int source : isSender ? away(at).sources() : new int[0]) {
                    if (source != rank) {
                        leaving[at].receiveLengths(source, away(at).first(source), away(at).end(source) - away(at).first(source));
                    }
                }
                if (!isSender) {
                    leaving[at].sendLengths(away(at).sender(), 0, blocks.length);
                }
            }
        }

        void lengthsAcross() {
            for (int at = 0; at < coming.length; at++) {
                boolean isReceiver = here(at).receiver() == rank;
                coming[at] = new Bundle(steps, isReceiver ? here(at).units() : here(at).unitsFor(rank).length);
                if (isReceiver) {
                    coming[at].receiveLengths(here(at).sender(), 0, here(at).units());
                }
            }
            for (int at = 0; at < leaving.length; at++) {
                if (away(at).sender() == rank) {
                    leaving[at].sendLengths(away(at).receiver(), 0, away(at).units());
                }
            }
        }

        void blocksToSenders() {
            for (int at = 0; at < leaving.length; at++) {
                int[] blocks = away(at).blocksOf(rank);
                boolean isSender = away(at).sender() == rank;
                leaving[at].allocate();
                for (int source : isSender ? away(at).sources() : new int[0]) {
                    if (source != rank) {
                        leaving[at].receiveBlocks(source, away(at).first(source), away(at).end(source) - away(at).first(source));
                    }
                }
                leaving[at].put(Schedule.IN, blocks, isSender ? away(at).first(rank) : 0);
                if (!isSender) {
                    leaving[at].sendBlocks(away(at).sender(), 0, blocks.length);
                }
            }
        }

        void lengthsFromReceivers() {
            for (int at = 0; at < coming.length; at++) {
                if (here(at).receiver() != rank) {
                    coming[at].receiveLengths(here(at).receiver(), 0, here(at).unitsFor(rank).length);
                }
            }
            for (int at = 0; at < coming.length; at++) {
                if (here(at).receiver() == rank) {
                    parts[at] = new Bundle[here(at).destinations().length];
                    for (int i = 0; i < parts[at].length; i++) {
                        sendLengths(at, i);
                    }
                }
            }
        }

        void sendLengths(int at, int i) {
            int destination = here(at).destinations()[i];
            int[] units = here(at).unitsFor(destination);
            if (destination == rank) {
                return;
            }
            if (Order.isInterval(units)) {
                coming[at].sendLengths(destination, units[0], units.length);
                return;
            }
            Bundle part = new Bundle(steps, units.length);
            for (int unit = 0; unit < units.length; unit++) {
                part.copyLengths(coming[at], units[unit], 1, unit);
            }
            part.sendLengths(destination, 0, units.length);
            parts[at][i] = part;
        }

        void blocksAcross() {
            for (int at = 0; at < coming.length; at++) {
                if (here(at).receiver() == rank) {
                    coming[at].allocate().receiveBlocks(here(at).sender(), 0, here(at).units());
                }
            }
            for (int at = 0; at < leaving.length; at++) {
                if (away(at).sender() == rank) {
                    leaving[at].sendBlocks(away(at).receiver(), 0, away(at).units());
                }
            }
        }

        void blocksFromReceivers() {
            for (int at = 0; at < coming.length; at++) {
                if (here(at).receiver() != rank) {
                    coming[at].allocate().receiveBlocks(here(at).receiver(), 0, here(at).unitsFor(rank).length);
                }
            }
            for (int at = 0; at < coming.length; at++) {
                for (int i = 0; here(at).receiver() == rank && i < parts[at].length; i++) {
                    sendBlocks(at, i);
                }
            }
        }

        void sendBlocks(int at, int i) {
            int destination = here(at).destinations()[i];
            int[] units = here(at).unitsFor(destination);
            Bundle part = parts[at][i];
            if (part != null) {
                part.allocate();
                for (int unit = 0; unit < units.length; unit++) {
                    part.copyBlocks(coming[at], units[unit], 1, unit);
                }
                part.sendBlocks(destination, 0, units.length);
            } else if (destination != rank) {
                coming[at].sendBlocks(destination, units[0], units.length);
            }
        }

        /** All lengths are compared before a block is waited for. */
        void take() {
            int[][] places = new int[coming.length][];
            for (int at = 0; at < coming.length; at++) {
                places[at] = places(at);
                int[] blocks = here(at).blocksFor(rank);
                for (int i = 0; i < blocks.length; i++) {
                    coming[at].compareLengths(places[at][i], new int[] {blocks[i]});
                }
            }
            for (int at = 0; at < coming.length; at++) {
                int[] blocks = here(at).blocksFor(rank);
                for (int i = 0; i < blocks.length; i++) {
                    coming[at].take(places[at][i], new int[] {blocks[i]}, Schedule.OUT);
                }
            }
        }

        /** Where this rank's blocks of a crossing are in what has come of it. */
        int[] places(int at) {
            int[] units = here(at).unitsOfBlocksFor(rank);
            int[] mine = here(at).unitsFor(rank);
            for (int i = 0; i < units.length && here(at).receiver() != rank; i++) {
                units[i] = Arrays.binarySearch(mine, units[i]);
            }
            return units;
        }
    }
}
