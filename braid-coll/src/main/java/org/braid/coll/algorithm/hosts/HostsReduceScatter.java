package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.RankOrder;
import org.braid.coll.algorithm.multilevel.MultilevelReduceScatter;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Reduce-scatter, also with a block table: everybody shows its whole vector; the leader combines those of its host, leaders exchange the blocks of each other's hosts, combine them, and show them; everybody reads its own. An operator that does not commute is
 * right where each host has consecutive ranks. Along the canonical tree as in {@link HostsReduce}, to rank 0, from where blocks come down.
 *
 * <p>Cost: twice α, Pnβ and (m-1)P(nG + nγ) for the m ranks of a host, and the reduce-scatter of blocks of mn among the leaders.
 */
final class HostsReduceScatter {
    private HostsReduceScatter() {}

    /** @param canonical whether the bits are to be the same whatever the placement */
    static Schedule generate(OwnHost own, boolean canonical) {
        int size = own.shape().size();
        int rank = own.shape().rank();
        var steps = own.steps(size, size);
        steps.show(0, Schedule.IN, 0, size);
        if (!own.isLeader()) {
            steps.see(own.leader(), 1, rank, rank + 1, Schedule.OUT, rank);
            return steps.build();
        }
        int complete = among(steps, vectors(own, steps), canonical);
        if (own.isShared()) {
            steps.show(1, complete, 0, size);
        }
        if (complete != Schedule.OUT) {
            steps.copy(complete, rank, rank + 1, Schedule.OUT, rank);
        }
        return steps.build();
    }

    /** The buffer in which the blocks of the host are complete. */
    private static int among(ScheduleBuilder steps, int[] vectors, boolean canonical) {
        if (canonical) {
            return MultilevelReduceScatter.appendCanonicalAmongHosts(steps, OwnHost.TREES, vectors);
        }
        RankOrder.combineVectors(steps, vectors, steps.shape().size());
        return MultilevelReduceScatter.appendAmongHosts(steps, OwnHost.TREES, vectors[vectors.length - 1]);
    }

    /** Each rank's vector comes into a buffer of its own, since a table tells where blocks lie but once. */
    private static int[] vectors(OwnHost own, ScheduleBuilder steps) {
        int[] vectors = new int[own.ranks()];
        for (int number = 0; number < vectors.length; number++) {
            vectors[number] = steps.temporaryLike(Schedule.IN);
            steps.see(number, 0, 0, own.shape().size(), vectors[number], 0);
        }
        return vectors;
    }
}
