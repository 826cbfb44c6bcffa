package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.Slots;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Hosts;

/** Which operations have a schedule over the shared memory of each host, how much a member shows in them, and what makes the schedule. All of it is the same at every member. */
final class HostsSchedules {
    /** So many phases leave a member room to be ahead of the others by some calls. */
    private static final int MOST_PHASES = 8;

    private HostsSchedules() {}

    /** Whether there is one for ranks that are placed so. */
    static boolean serve(Operation operation, Hosts hosts) {
        return switch (operation) {
            case BARRIER, BCAST, REDUCE, ALLREDUCE, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLGATHERV, SCAN, EXSCAN, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> true;
            case ALLTOALL, ALLTOALLV -> FarRows.mostPhases(hosts) <= MOST_PHASES;
            default -> false;
        };
    }

    /** The most that a member shows in one phase, in bytes; {@code bytes} are those of the vector, or of one block, on the average if blocks have lengths of their own. */
    static long shownBytes(Operation operation, Hosts hosts, long bytes) {
        int size = hosts.whole().size();
        return switch (operation) {
            case SCATTER, SCAN, EXSCAN -> hosts.mostRanks() * bytes;
            case ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK -> size * bytes;
            case ALLGATHERV, REDUCE_SCATTER -> size * (bytes + 1);
            case GATHERV -> Slots.shownBytes(1);
            case SCATTERV -> Slots.shownBytes(hosts.mostRanks());
            case ALLTOALLV -> Slots.shownBytes(size);
            default -> bytes;
        };
    }

    /**
     * This rank's schedule; pure and local.
     *
     * @param placeBytes the most that a member can show in one phase, at least {@link #shownBytes}
     * @param keepsBits whether a reduction is to give the same bits wherever ranks are
     */
    static Schedule generate(Shape shape, Hosts hosts, int placeBytes, boolean keepsBits) {
        OwnHost own = new OwnHost(shape, hosts);
        boolean canonical = keepsBits || !shape.commutative() && !hosts.areInBlocks(); // a host's operands do not follow each other
        return switch (shape.operation()) {
            case BARRIER -> HostsBarrier.generate(own);
            case BCAST -> HostsBcast.generate(own);
            case REDUCE -> canonical ? HostsReduce.canonical(own) : HostsReduce.generate(own);
            case ALLREDUCE -> HostsAllreduce.generate(own, canonical);
            case GATHER -> HostsGather.generate(own);
            case GATHERV -> HostsGatherv.generate(own, placeBytes);
            case SCATTER -> HostsScatter.generate(own);
            case SCATTERV -> HostsScatterv.generate(own, placeBytes);
            case ALLGATHER -> HostsAllgather.generate(own);
            case ALLGATHERV -> HostsAllgatherv.generate(own);
            case ALLTOALL -> own.isOnOneLevel() ? HostsAlltoall.generate(own) : LevelsAlltoall.generate(own);
            case ALLTOALLV -> own.isOnOneLevel() ? HostsAlltoallv.generate(own, placeBytes) : LevelsAlltoallv.generate(own, placeBytes);
            case SCAN, EXSCAN -> HostsScan.generate(own, keepsBits);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> HostsReduceScatter.generate(own, canonical);
            default -> throw new IllegalArgumentException(shape.operation().text() + " has no schedule over the shared memory of hosts");
        };
    }
}
