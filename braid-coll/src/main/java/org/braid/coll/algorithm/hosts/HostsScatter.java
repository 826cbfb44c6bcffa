package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.multilevel.MultilevelScatter;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Leaders scatter what those of their hosts are to have, which are as many on each host, and show it; everybody reads its own block.
 *
 * <p>Cost: the scatter of blocks of mn among the leaders for m ranks of a host, mnβ there and α + nβ elsewhere.
 */
final class HostsScatter {
    private HostsScatter() {}

    static Schedule generate(OwnHost own) {
        var steps = own.steps(own.ranks());
        int number = own.number();
        if (!own.isLeader()) {
            steps.see(own.leader(), 0, number, number + 1, Schedule.OUT, 0);
            return steps.build();
        }
        boolean isRoot = own.shape().isRoot();
        int all = isRoot ? everything(own, steps) : steps.temporary(1, own.ranks());
        own.append(steps, MultilevelScatter.generate(own.among(isRoot), OwnHost.TREES), all, all, own.ranks());
        int first = isRoot ? own.firstBlock() : 0;
        steps.show(0, all, first, first + own.ranks());
        if (!own.shape().inPlace()) {
            steps.copy(all, first + number, first + number + 1, Schedule.OUT, 0);
        }
        return steps.build();
    }

    /** The buffer of the root's blocks, host by host. */
    private static int everything(OwnHost own, ScheduleBuilder steps) {
        if (own.isInOrder()) {
            return Schedule.IN;
        }
        int all = steps.temporary(1, own.shape().size());
        Order.collect(steps, Schedule.IN, own.order(), all);
        return all;
    }
}
