package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.OwnBlock;
import org.braid.coll.algorithm.multilevel.MultilevelAllgather;
import org.braid.coll.schedule.Schedule;

/**
 * Everybody shows its block; leaders exchange what those of their hosts have, and show all blocks.
 *
 * <p>Cost: twice α, (m-1)nG and Pnβ for the m ranks of a host, and the allgather of blocks of mn among the leaders.
 */
final class HostsAllgather {
    private HostsAllgather() {}

    static Schedule generate(OwnHost own) {
        int size = own.shape().size();
        var steps = own.steps(1, size);
        OwnBlock.show(steps);
        if (own.isLeader()) {
            MultilevelAllgather.appendAmongHosts(steps, OwnHost.TREES);
            steps.show(1, Schedule.OUT, 0, size);
        } else {
            steps.see(own.leader(), 1, 0, size, Schedule.OUT, 0);
        }
        return steps.build();
    }
}
