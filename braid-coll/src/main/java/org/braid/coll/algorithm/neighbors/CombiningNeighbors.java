package org.braid.coll.algorithm.neighbors;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.neighbors.Hops.Hop;
import org.braid.coll.schedule.Grid;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Neighbourhood allgather and alltoall on a grid by message combining (Träff and Hunold 2019, "Cartesian collective communication"; Träff, Lübbe, Rougier and Hunold 2015, "Isomorphic, sparse MPI-like collective communication operations for parallel stencil
 * computations"): blocks go {@linkplain Hops dimension by dimension}, those that go the same way together. 3^d-1 neighbours around a rank are 2d messages. Any neighbours, the same ones around each rank or not, with edges of the grid or rings; of a graph on no grid, or
 * of more ranks than know each other's neighbours, all goes straight.
 *
 * <p>Cost: over the dimensions Σ (α + co + hnβ), where c other ranks are sent to along one, and h blocks move along it; up to two copies of a block for each dimension. Use when blocks are short, and neighbours many more than twice the dimensions.
 */
public final class CombiningNeighbors implements Generator {
    /** Where a unit lies. */
    private record Place(int buffer, int unit) {
        boolean isBefore(Place next) {
            return buffer == next.buffer && unit + 1 == next.unit;
        }
    }

    @Override
    public Schedule generate(Shape shape, Told told) {
        @Nullable Neighbourhood all = shape.neighbours().all();
        @Nullable Grid grid = all == null ? null : all.grid();
        if (all == null || grid == null) {
            return new NeighborExchange().generate(shape);
        }
        var combining = new Combining(shape, new Hops(shape, grid, all));
        combining.begin();
        for (int dimension = 0; dimension < grid.dimensions(); dimension++) {
            for (Hop hop : combining.hops.coming(dimension)) {
                combining.receive(hop);
            }
            for (Hop hop : combining.hops.leaving(dimension)) {
                combining.send(hop);
            }
        }
        combining.end();
        return combining.steps.build();
    }

    /** What one rank does. */
    private static final class Combining {
        final ScheduleBuilder steps;
        final Shape shape;
        final Hops hops;
        final boolean isPersonal;
        final Map<Crossed, Place> held = new TreeMap<>();
        final Map<Crossed, Integer> wanted = new TreeMap<>(); // into which block of OUT a unit comes, or into the first of several

        Combining(Shape shape, Hops hops) {
            this.steps = new ScheduleBuilder(shape);
            this.shape = shape;
            this.hops = hops;
            this.isPersonal = NeighborExchange.isPersonal(shape);
        }

        void begin() {
            NeighborExchange.addStraight(steps, Crossings.ALL);
            Neighbours own = shape.neighbours();
            for (int j = 0; j < own.outDegree(); j++) {
                if (hops.isAnothers(own.destination(j))) {
                    held.put(hops.unit(shape.rank(), own.destination(j), own.turnOfDestination(j), j), new Place(Schedule.IN, isPersonal ? j : 0));
                }
            }
            for (int i = 0; i < own.inDegree(); i++) {
                if (hops.isAnothers(own.source(i))) {
                    wanted.putIfAbsent(hops.incoming(i), i);
                }
            }
        }

        /** One block that belongs here comes straight into its place. */
        void receive(Hop hop) {
            int units = hop.units().size();
            Integer block = wanted.get(hop.units().getFirst());
            boolean isPlaced = units == 1 && block != null;
            int buffer = isPlaced ? Schedule.OUT : steps.temporary(1, units);
            int first = isPlaced && block != null ? block : 0;
            steps.receive(hop.peer(), buffer, first, first + units);
            for (int at = 0; at < units; at++) {
                held.put(hop.units().get(at), new Place(buffer, first + at));
            }
        }

        /** From where they are if they follow each other there. */
        void send(Hop hop) {
            List<Place> places = new ArrayList<>();
            for (Crossed unit : hop.units()) {
                places.add(place(unit));
            }
            int run = run(places, 0);
            if (run == places.size()) {
                Place first = places.getFirst();
                steps.send(hop.peer(), first.buffer, first.unit, first.unit + run);
                return;
            }
            int packed = steps.temporary(1, places.size());
            for (int at = 0; at < places.size(); at = run(places, at)) {
                Place first = places.get(at);
                steps.copy(first.buffer, first.unit, first.unit + run(places, at) - at, packed, at);
            }
            steps.send(hop.peer(), packed, 0, places.size());
        }

        /** The end of the longest piece from {@code from} on of what lies together. */
        static int run(List<Place> places, int from) {
            int end = from + 1;
            while (end < places.size() && places.get(end - 1).isBefore(places.get(end))) {
                end++;
            }
            return end;
        }

        void end() {
            Neighbours own = shape.neighbours();
            for (int i = 0; i < own.inDegree(); i++) {
                if (hops.isAnothers(own.source(i))) {
                    Place place = place(hops.incoming(i));
                    if (place.buffer != Schedule.OUT || place.unit != i) {
                        steps.copy(place.buffer, place.unit, place.unit + 1, Schedule.OUT, i);
                    }
                }
            }
        }

        Place place(Crossed unit) {
            Place place = held.get(unit);
            if (place == null) {
                throw hops.unknown(unit);
            }
            return place;
        }
    }
}
