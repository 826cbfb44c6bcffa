package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.multilevel.LeaderTree;
import org.braid.coll.algorithm.multilevel.MultilevelScatter;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Leaders scatter what those of their hosts are to have, and show it; everybody reads its own block.
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
        LeaderTree tree = LeaderTree.ofHosts(own.shape(), own.shape().root(), OwnHost.TREES);
        if (own.shape().isRoot()) {
            MultilevelScatter.send(steps, tree);
            show(own, steps);
        } else {
            int share = MultilevelScatter.share(steps, tree);
            steps.show(0, share, 0, own.ranks());
            steps.copy(share, number, number + 1, Schedule.OUT, 0);
        }
        return steps.build();
    }

    private static void show(OwnHost own, ScheduleBuilder steps) {
        int mine = Schedule.IN;
        int first = own.rank(0);
        if (!own.isInterval()) {
            mine = steps.temporary(1, own.ranks());
            first = 0;
            Order.collect(steps, Schedule.IN, own.members(), mine);
        }
        steps.show(0, mine, first, first + own.ranks());
        if (!own.shape().inPlace()) {
            steps.copy(mine, first + own.number(), first + own.number() + 1, Schedule.OUT, 0);
        }
    }
}
