package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.multilevel.MultilevelBarrier;
import org.braid.coll.schedule.Schedule;

/**
 * Everybody shows that it is there; the leader, who has seen all of its host, finds the other leaders, and shows that all are there.
 *
 * <p>Cost: twice α of the memory, and the barrier of the leaders.
 */
final class HostsBarrier {
    private HostsBarrier() {}

    static Schedule generate(OwnHost own) {
        var steps = own.steps(0, 0);
        if (own.isShared()) {
            steps.show(0, Schedule.IN, 0, 0);
        }
        if (!own.isLeader()) {
            steps.see(own.leader(), 1, 0, 0, Schedule.OUT, 0);
            return steps.build();
        }
        if (own.isShared()) {
            steps.see(Schedule.EVERYBODY, 0, 0, 0, Schedule.OUT, 0);
            steps.fence();
        }
        own.append(steps, new MultilevelBarrier().generate(own.among(false), OwnHost.TREES), Schedule.IN, Schedule.OUT);
        if (own.isShared()) {
            steps.fence();
            steps.show(1, Schedule.IN, 0, 0);
        }
        return steps.build();
    }
}
