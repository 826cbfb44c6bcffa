package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.multilevel.MultilevelBcast;
import org.braid.coll.schedule.Schedule;

/**
 * From the root to the other leaders, each of whom shows it once.
 *
 * <p>Cost: the broadcast among the leaders, and α + nβ of the memory.
 */
final class HostsBcast {
    private HostsBcast() {}

    static Schedule generate(OwnHost own) {
        var steps = own.steps();
        if (!own.isLeader()) {
            steps.see(own.leader(), 0, 0, 1, Schedule.OUT, 0);
            return steps.build();
        }
        own.append(steps, new MultilevelBcast().generate(own.among(false), OwnHost.TREES), Schedule.IN, Schedule.OUT);
        if (own.isShared()) {
            steps.show(0, Schedule.OUT, 0, 1);
        }
        return steps.build();
    }
}
