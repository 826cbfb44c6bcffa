package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.OwnBlock;
import org.braid.coll.algorithm.multilevel.MultilevelGather;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Everybody shows its block; leaders gather what those of their hosts have, which are as many on each host.
 *
 * <p>Cost: α + (m-1)nG for the m ranks of a host, and the gather of blocks of mn among the leaders.
 */
final class HostsGather {
    private HostsGather() {}

    static Schedule generate(OwnHost own) {
        var steps = own.steps();
        OwnBlock.show(steps);
        if (own.shape().isRoot()) {
            collect(own, steps);
        } else if (own.isLeader()) {
            int mine = steps.temporary(1, own.ranks());
            steps.see(Schedule.EVERYBODY, 0, 0, 1, mine, 0);
            own.append(steps, MultilevelGather.generate(own.among(false), OwnHost.TREES), mine, Schedule.OUT, own.ranks());
        }
        return steps.build();
    }

    private static void collect(OwnHost own, ScheduleBuilder steps) {
        int all = own.isInOrder() ? Schedule.OUT : steps.temporary(1, own.shape().size());
        steps.see(Schedule.EVERYBODY, 0, 0, 1, all, own.firstBlock());
        own.append(steps, MultilevelGather.generate(own.among(true), OwnHost.TREES), Schedule.IN, all, own.ranks());
        if (all != Schedule.OUT) {
            Order.place(steps, all, 0, own.order(), Schedule.OUT);
        }
    }
}
