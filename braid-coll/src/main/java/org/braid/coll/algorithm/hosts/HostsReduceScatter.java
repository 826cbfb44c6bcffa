package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.RankOrder;
import org.braid.coll.algorithm.multilevel.MultilevelReduceScatter;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Reduce-scatter, also with a block table: everybody shows its whole vector; the leader combines those of its host, leaders exchange the blocks of each other's hosts, combine them, and show them; everybody reads its own. An operator that does not commute is
 * right where each host has consecutive ranks.
 *
 * <p>Cost: twice α, Pnβ and (m-1)P(nG + nγ) for the m ranks of a host, and the reduce-scatter of blocks of mn among the leaders.
 */
final class HostsReduceScatter {
    private HostsReduceScatter() {}

    static Schedule generate(OwnHost own) {
        int size = own.shape().size();
        int rank = own.shape().rank();
        var steps = own.steps(size, size);
        steps.show(0, Schedule.IN, 0, size);
        if (!own.isLeader()) {
            steps.see(own.leader(), 1, rank, rank + 1, Schedule.OUT, rank);
            return steps.build();
        }
        int complete = MultilevelReduceScatter.appendAmongHosts(steps, OwnHost.TREES, partial(own, steps));
        if (own.isShared()) {
            steps.show(1, complete, 0, size);
        }
        if (complete != Schedule.OUT) {
            steps.copy(complete, rank, rank + 1, Schedule.OUT, rank);
        }
        return steps.build();
    }

    /** The buffer with what the vectors of the host come to: each rank's lies in one of its own, since a table tells where blocks lie but once. */
    private static int partial(OwnHost own, ScheduleBuilder steps) {
        int[] vectors = new int[own.ranks()];
        for (int number = 0; number < vectors.length; number++) {
            vectors[number] = steps.temporaryLike(Schedule.IN);
            steps.see(number, 0, 0, own.shape().size(), vectors[number], 0);
        }
        RankOrder.combineVectors(steps, vectors, own.shape().size());
        return vectors[vectors.length - 1];
    }
}
