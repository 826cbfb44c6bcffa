package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.OwnBlock;
import org.braid.coll.algorithm.multilevel.MultilevelGatherv;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Everybody but the root shows its block and how long it is; leaders pass on those of their hosts, with lengths ahead. A block that is too long to be shown goes straight to the root.
 *
 * <p>Cost: α + (m-1)(o + nG) for the m ranks of a host, and the gatherv of m blocks each among the leaders; a message more for each long block.
 */
final class HostsGatherv {
    private HostsGatherv() {}

    static Schedule generate(OwnHost own, int placeBytes) {
        var steps = own.slots(1, 1, placeBytes);
        if (own.shape().isRoot()) {
            see(own, steps);
        } else if (own.isShared()) {
            OwnBlock.show(steps);
            steps.sendIfLong(own.shape().root(), Schedule.IN, 0);
        }
        if (own.isLeader()) {
            MultilevelGatherv.appendAmongHosts(steps, OwnHost.TREES);
        }
        if (own.shape().isRoot() && !own.shape().inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, own.shape().rank());
        }
        return steps.build();
    }

    private static void see(OwnHost own, ScheduleBuilder steps) {
        for (int number = 0; number < own.ranks(); number++) {
            int rank = own.rank(number);
            if (number != own.number()) {
                steps.see(number, 0, 0, 1, Schedule.OUT, rank);
                steps.receiveIfLong(rank, Schedule.OUT, rank);
            }
        }
    }
}
