package org.braid.coll.sim;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.algorithm.hosts.SharedSchedules;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Hosts;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * One call of a collective, as all ranks make it.
 *
 * @param bytes of the vector, or of one block; blocks of a table are all as long
 * @param topology what the algorithm goes by, as its tuning sees it; null if it knows none
 * @param algorithm of messages; null where {@code hosts} are said
 * @param tuning how it works; null for as it comes
 * @param hosts whose ranks share memory over which all goes, as short calls of a job do; null for messages alone
 * @param keepsBits whether a reduction over such memory is to give the same bits wherever ranks are
 * @param neighbourhood whom an operation of neighbours reaches; null for everybody
 */
public record Collective(
        Operation operation, @Nullable Algorithm algorithm, int ranks, int root, long bytes, boolean commutative, @Nullable Topology topology, @Nullable Tuning tuning, @Nullable Hosts hosts, boolean keepsBits,
        @Nullable Neighbourhood neighbourhood) {
    /** How calls over shared memory are called where algorithms have names. */
    public static final String SHARED_MEMORY = "shared-memory";

    /** By an algorithm that is told how to work. */
    public Collective(Operation operation, Algorithm algorithm, int ranks, int root, long bytes, boolean commutative, @Nullable Topology topology, @Nullable Tuning tuning) {
        this(operation, algorithm, ranks, root, bytes, commutative, topology, tuning, null, false, null);
    }

    /** Over memory that the ranks of each host share. */
    public static Collective overBoards(Operation operation, Hosts hosts, int root, long bytes, boolean commutative, boolean keepsBits) {
        return new Collective(operation, null, hosts.whole().size(), root, bytes, commutative, null, null, hosts, keepsBits, null);
    }

    /**
     * Of neighbours.
     *
     * @param ranks at most {@link Neighbourhood#MOST_RANKS}
     */
    public static Collective ofNeighbours(Operation operation, Algorithm algorithm, Neighbourhood neighbourhood, int ranks, long bytes, @Nullable Topology topology, @Nullable Tuning tuning) {
        if (ranks > Neighbourhood.MOST_RANKS) {
            throw new IllegalArgumentException(ranks + " ranks do not know each other's neighbours");
        }
        return new Collective(operation, algorithm, ranks, 0, bytes, true, topology, tuning, null, false, neighbourhood);
    }

    /** By an algorithm as it comes. */
    public Collective(Operation operation, Algorithm algorithm, int ranks, int root, long bytes, boolean commutative, @Nullable Topology topology) {
        this(operation, algorithm, ranks, root, bytes, commutative, topology, null);
    }

    /** With an operator that commutes, if it has one. */
    public Collective(Operation operation, Algorithm algorithm, int ranks, int root, long bytes, @Nullable Topology topology) {
        this(operation, algorithm, ranks, root, bytes, true, topology);
    }

    /** The same among so many ranks that are equally far from each other. */
    Collective among(int some) {
        return new Collective(operation, algorithm, some, 0, bytes, commutative, null, tuning, null, false, null);
    }

    /** The same of a vector, or of blocks, of so many bytes. */
    Collective withBytes(long length) {
        return new Collective(operation, algorithm, ranks, root, length, commutative, topology, tuning, hosts, keepsBits, neighbourhood);
    }

    /** Whether each rank does the same in it, step by step, as in another one. */
    public boolean goesAs(Collective other) {
        for (int rank = 0; rank < ranks; rank++) {
            if (!Part.of(schedule(rank), this).isAs(Part.of(other.schedule(rank), other))) {
                return false;
            }
        }
        return true;
    }

    /** By what it goes. */
    String text() {
        return algorithm == null ? SHARED_MEMORY : algorithm.text();
    }

    /** One rank's part. */
    Schedule schedule(int rank) {
        if (algorithm == null) {
            return SharedSchedules.generate(new Shape(operation, ranks, rank, root, commutative, false), hosts == null || hosts.count() == 1 ? null : hosts, Extent.SHORT.placeBytes(), keepsBits);
        }
        Shape shape = neighbourhood == null
                ? new Shape(operation, ranks, rank, root, commutative, false)
                : new Shape(operation, ranks, rank, root, commutative, false, neighbourhood.known(rank));
        return algorithm.generateForLength(shape.in(topology), tuning, algorithm.segments(tuning, bytes), bytes);
    }

    /** What a step does here: one that moves long blocks only does nothing if they are not. */
    int kind(Schedule schedule, int step) {
        int kind = schedule.word(step, Schedule.KIND);
        boolean isLong = bytes > schedule.togetherBytes();
        return switch (kind) {
            case Schedule.SEND_LONG -> isLong ? Schedule.SEND : Schedule.FENCE;
            case Schedule.RECEIVE_LONG -> isLong ? Schedule.RECEIVE : Schedule.FENCE;
            case Schedule.MEASURE, Schedule.ALLOCATE, Schedule.COMPARE, Schedule.ENTER, Schedule.JOIN, Schedule.FIND_ABOVE, Schedule.FIND_BELOW -> Schedule.FENCE;
            default -> kind;
        };
    }

    /** How much a step moves or combines. */
    long bytes(Schedule schedule, int step) {
        return switch (kind(schedule, step)) {
            case Schedule.FENCE -> 0;
            case Schedule.RECEIVE, Schedule.SEE -> length(schedule, step, Schedule.TARGET);
            case Schedule.SEND, Schedule.SHOW -> length(schedule, step, Schedule.SOURCE);
            default -> Math.min(length(schedule, step, Schedule.SOURCE), length(schedule, step, Schedule.TARGET));
        };
    }

    private long length(Schedule schedule, int step, int at) {
        long blocks = schedule.word(step, at + 2) - schedule.word(step, at + 1);
        return switch (schedule.layout(schedule.word(step, at))) {
            case Schedule.LENGTHS -> blocks * Long.BYTES;
            case Schedule.MEASURED -> blocks * schedule.together(bytes);
            default -> length(schedule.layout(schedule.word(step, at)), schedule.word(step, at + 1), schedule.word(step, at + 2));
        };
    }

    /** How long an extent of the caller's memory is: the units {@code [from, to)} of a buffer of that layout. */
    private long length(int layout, int from, int to) {
        int cuts = Schedule.cuts(layout);
        return Schedule.position(to, bytes, cuts) - Schedule.position(from, bytes, cuts);
    }
}
