package org.braid.coll.sim;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.multilevel.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * One call of a collective, as all ranks make it.
 *
 * @param bytes of the vector, or of one block; blocks of a table are all as long
 * @param topology what the algorithm goes by, as its tuning sees it; null if it knows none
 * @param tuning how it works; null for as it comes
 */
public record Collective(Operation operation, Algorithm algorithm, int ranks, int root, long bytes, boolean commutative, @Nullable Topology topology, @Nullable Tuning tuning) {
    /** By an algorithm as it comes. */
    public Collective(Operation operation, Algorithm algorithm, int ranks, int root, long bytes, boolean commutative, @Nullable Topology topology) {
        this(operation, algorithm, ranks, root, bytes, commutative, topology, null);
    }

    /** With an operator that commutes, if it has one. */
    public Collective(Operation operation, Algorithm algorithm, int ranks, int root, long bytes, @Nullable Topology topology) {
        this(operation, algorithm, ranks, root, bytes, true, topology);
    }

    /** One rank's part. */
    Schedule schedule(int rank) {
        return algorithm.generate(new Shape(operation, ranks, rank, root, commutative, false).in(topology), tuning, algorithm.segments(tuning, bytes));
    }

    /** How long an extent is: the units {@code [from, to)} of a buffer of that layout. */
    long length(int layout, int from, int to) {
        return layout == Schedule.TABLE ? (to - from) * bytes : Schedule.position(to, bytes, layout) - Schedule.position(from, bytes, layout);
    }
}
