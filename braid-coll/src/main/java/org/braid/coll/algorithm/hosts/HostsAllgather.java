package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.OwnBlock;
import org.braid.coll.algorithm.multilevel.MultilevelAllgather;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;

/**
 * Everybody shows its block; leaders exchange what those of their hosts have, which are as many on each host, and show all blocks.
 *
 * <p>Cost: twice α, (m-1)nG and Pnβ for the m ranks of a host, and the allgather of blocks of mn among the leaders.
 */
final class HostsAllgather {
    private HostsAllgather() {}

    static Schedule generate(OwnHost own) {
        int size = own.shape().size();
        var steps = own.steps(1, size);
        OwnBlock.show(steps);
        if (!own.isLeader()) {
            steps.see(own.leader(), 1, 0, size, Schedule.OUT, 0);
            return steps.build();
        }
        int all = own.isInOrder() ? Schedule.OUT : steps.temporary(1, size);
        steps.see(Schedule.EVERYBODY, 0, 0, 1, all, own.firstBlock());
        own.append(steps, MultilevelAllgather.generate(own.among(true), OwnHost.TREES), Schedule.IN, all, own.ranks());
        if (all != Schedule.OUT) {
            Order.place(steps, all, 0, own.order(), Schedule.OUT);
        }
        steps.show(1, Schedule.OUT, 0, size);
        return steps.build();
    }
}
