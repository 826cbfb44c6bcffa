package org.braid.coll.algorithm.hosts;

import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Hosts;

/** Which operations have a schedule over the shared memory of each host, how much a member shows in them, and what makes the schedule. All of it is the same at every member. */
public final class HostsSchedules {
    private HostsSchedules() {}

    /** Whether there is one for ranks that are placed so. */
    public static boolean serve(Operation operation, Hosts hosts, boolean commutative) {
        return switch (operation) {
            case BARRIER, BCAST -> true;
            case REDUCE, ALLREDUCE -> commutative || hosts.areInBlocks();
            case GATHER, SCATTER, ALLGATHER -> hosts.areEqual();
            default -> false;
        };
    }

    /** The most that a member shows in one phase, in bytes; {@code bytes} are those of the vector, or of one block. */
    public static long shownBytes(Operation operation, Hosts hosts, long bytes) {
        return switch (operation) {
            case SCATTER -> hosts.mostRanks() * bytes;
            case ALLGATHER -> hosts.mostRanks() * hosts.count() * bytes;
            default -> bytes;
        };
    }

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape, Hosts hosts) {
        OwnHost own = new OwnHost(shape, hosts);
        return switch (shape.operation()) {
            case BARRIER -> HostsBarrier.generate(own);
            case BCAST -> HostsBcast.generate(own);
            case REDUCE -> HostsReduce.generate(own);
            case ALLREDUCE -> HostsAllreduce.generate(own);
            case GATHER -> HostsGather.generate(own);
            case SCATTER -> HostsScatter.generate(own);
            case ALLGATHER -> HostsAllgather.generate(own);
            default -> throw new IllegalArgumentException(shape.operation().text() + " has no schedule over the shared memory of hosts");
        };
    }
}
