package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.OwnBlock;
import org.braid.coll.algorithm.multilevel.LeaderTree;
import org.braid.coll.algorithm.multilevel.MultilevelGather;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Everybody shows its block; leaders gather what those of their hosts have.
 *
 * <p>Cost: α + (m-1)nG for the m ranks of a host, and the gather of blocks of mn among the leaders.
 */
final class HostsGather {
    private HostsGather() {}

    static Schedule generate(OwnHost own) {
        var steps = own.steps();
        OwnBlock.show(steps);
        if (own.isLeader()) {
            LeaderTree tree = LeaderTree.ofHosts(own.shape(), own.shape().root(), OwnHost.TREES);
            if (own.shape().isRoot()) {
                see(own, steps);
                MultilevelGather.receive(steps, tree);
            } else {
                int collected = steps.temporary(1, tree.units());
                steps.see(Schedule.EVERYBODY, 0, 0, 1, collected, 0);
                MultilevelGather.passOn(steps, tree, collected);
            }
        }
        return steps.build();
    }

    private static void see(OwnHost own, ScheduleBuilder steps) {
        if (own.isInterval()) {
            steps.see(Schedule.EVERYBODY, 0, 0, 1, Schedule.OUT, own.rank(0));
            return;
        }
        int mixed = steps.temporary(1, own.ranks());
        steps.see(Schedule.EVERYBODY, 0, 0, 1, mixed, 0);
        Order.place(steps, mixed, 0, own.members(), Schedule.OUT);
    }
}
