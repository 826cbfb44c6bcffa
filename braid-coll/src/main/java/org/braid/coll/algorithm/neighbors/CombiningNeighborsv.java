package org.braid.coll.algorithm.neighbors;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.multilevel.Bundle;
import org.braid.coll.algorithm.neighbors.Hops.Hop;
import org.braid.coll.schedule.Grid;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Neighbourhood allgather and alltoall on a grid by message combining, of blocks of lengths that only the ends of an edge know: as {@link CombiningNeighbors}, with lengths ahead of all that goes along a dimension. Every rank compares what comes with what it expects,
 * block by block. A block that is too long to go together with others goes straight to its rank.
 *
 * <p>Cost: over the dimensions Σ (α + 2co + hnβ), where c other ranks are sent to along one, and h blocks move along it; a message for each long block, all at once. Use when blocks are short, and neighbours many more than twice the dimensions.
 */
public final class CombiningNeighborsv implements Generator {
    /** Longer blocks, which are copied for each dimension, are there sooner by themselves; of an allgather fewer are copied (simulated: docs/decisions/message-combining.md). */
    private static final long USUAL_BYTES = 256;

    private static final long USUAL_ALLGATHER_BYTES = 1 << 10;

    /** Where a unit lies. */
    private record Held(Bundle bundle, int at) {}

    @Override
    public Schedule generate(Shape shape, Told told) {
        @Nullable Neighbourhood all = shape.neighbours().all();
        @Nullable Grid grid = all == null ? null : all.grid();
        if (all == null || grid == null) {
            return new NeighborExchange().generate(shape);
        }
        long usualBytes = NeighborExchange.isPersonal(shape) ? USUAL_BYTES : USUAL_ALLGATHER_BYTES;
        var steps = new ScheduleBuilder(shape).together(told.togetherBytes(usualBytes));
        var combining = new Combining(steps, new Hops(shape, grid, all));
        combining.begin();
        for (int dimension = 0; dimension < grid.dimensions(); dimension++) {
            combining.lengths(dimension);
        }
        for (int dimension = 0; dimension < grid.dimensions(); dimension++) {
            combining.blocks(dimension);
        }
        combining.take();
        return steps.build();
    }

    /** What one rank does. */
    private static final class Combining {
        final ScheduleBuilder steps;
        final Shape shape;
        final Hops hops;
        final Map<Crossed, Integer> own = new TreeMap<>(); // the blocks of IN that begin here
        final Map<Crossed, Held> held = new TreeMap<>(); // those that have come, for others or to stay
        final List<List<Bundle>> coming = new ArrayList<>(); // of each dimension, in the order of its hops
        final List<List<Bundle>> leaving = new ArrayList<>();

        Combining(ScheduleBuilder steps, Hops hops) {
            this.steps = steps;
            this.shape = steps.shape();
            this.hops = hops;
        }

        void begin() {
            Neighbours lists = shape.neighbours();
            for (int j = 0; j < lists.outDegree(); j++) {
                if (hops.isAnothers(lists.destination(j))) {
                    own.put(hops.unit(shape.rank(), lists.destination(j), lists.turnOfDestination(j), j), NeighborExchange.isPersonal(shape) ? j : 0);
                }
            }
        }

        void lengths(int dimension) {
            List<Bundle> taken = new ArrayList<>();
            for (Hop hop : hops.coming(dimension)) {
                Bundle bundle = new Bundle(steps, hop.units().size());
                bundle.receiveLengths(hop.peer(), 0, hop.units().size());
                taken.add(bundle);
            }
            List<Bundle> given = new ArrayList<>();
            for (Hop hop : hops.leaving(dimension)) {
                Bundle bundle = new Bundle(steps, hop.units().size());
                for (int at = 0; at < hop.units().size(); at++) {
                    Integer block = own.get(hop.units().get(at));
                    if (block != null) {
                        bundle.measure(Schedule.IN, new int[] {block}, at);
                    } else {
                        Held unit = held(hop.units().get(at));
                        bundle.copyLengths(unit.bundle, unit.at, 1, at);
                    }
                }
                bundle.sendLengths(hop.peer(), 0, hop.units().size());
                given.add(bundle);
            }
            coming.add(taken);
            leaving.add(given);
            hold(hops.coming(dimension), taken);
        }

        void hold(List<Hop> from, List<Bundle> bundles) {
            for (int hop = 0; hop < bundles.size(); hop++) {
                for (int at = 0; at < from.get(hop).units().size(); at++) {
                    held.put(from.get(hop).units().get(at), new Held(bundles.get(hop), at));
                }
            }
        }

        void blocks(int dimension) {
            List<Hop> from = hops.coming(dimension);
            for (int hop = 0; hop < from.size(); hop++) {
                coming.get(dimension).get(hop).allocate().receiveBlocks(from.get(hop).peer(), 0, from.get(hop).units().size());
            }
            List<Hop> to = hops.leaving(dimension);
            for (int hop = 0; hop < to.size(); hop++) {
                Bundle bundle = leaving.get(dimension).get(hop).allocate();
                List<Crossed> units = to.get(hop).units();
                for (int at = 0; at < units.size(); at++) {
                    Integer block = own.get(units.get(at));
                    if (block != null) {
                        bundle.put(Schedule.IN, new int[] {block}, at);
                    } else {
                        Held unit = held(units.get(at));
                        bundle.copyBlocks(unit.bundle, unit.at, 1, at);
                    }
                }
                bundle.sendBlocks(to.get(hop).peer(), 0, units.size());
            }
        }

        /** All lengths are compared before a block is waited for. */
        void take() {
            Neighbours lists = shape.neighbours();
            for (int i = 0; i < lists.inDegree(); i++) {
                if (hops.isAnothers(lists.source(i))) {
                    Held unit = held(hops.incoming(i));
                    unit.bundle.compareLengths(unit.at, new int[] {i});
                }
            }
            NeighborExchange.addStraight(steps, Crossings.ALL); // behind all else that goes over a hop, so that nothing is taken for another thing if ranks differ in a block's length
            for (int i = 0; i < lists.inDegree(); i++) {
                if (hops.isAnothers(lists.source(i))) {
                    Held unit = held(hops.incoming(i));
                    unit.bundle.take(unit.at, new int[] {i}, Schedule.OUT);
                }
            }
        }

        Held held(Crossed unit) {
            Held there = held.get(unit);
            if (there == null) {
                throw hops.unknown(unit);
            }
            return there;
        }
    }
}
