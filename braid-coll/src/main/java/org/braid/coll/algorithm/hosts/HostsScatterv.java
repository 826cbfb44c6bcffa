package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.multilevel.Bundle;
import org.braid.coll.algorithm.multilevel.MultilevelScatterv;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * The mirror of {@link HostsGatherv}: leaders get the blocks of their hosts, with lengths ahead, and show them and how long they are; everybody reads its own. A block that is too long to be shown comes straight from the root.
 *
 * <p>Cost: the scatterv of m blocks each among the leaders, m(o + nβ) there and α + nβ elsewhere; a message more for each long block.
 */
final class HostsScatterv {
    private HostsScatterv() {}

    static Schedule generate(OwnHost own, int placeBytes) {
        var steps = own.slots(own.ranks(), own.mostRanks(), placeBytes);
        if (own.isLeader()) {
            MultilevelScatterv.appendAmongHosts(steps, OwnHost.TREES);
        }
        if (own.shape().isRoot()) {
            giveHost(own, steps);
        } else if (own.isShared()) {
            steps.see(own.leader(), 0, own.number(), own.number() + 1, Schedule.OUT, 0);
            steps.receiveIfLong(own.shape().root(), Schedule.OUT, 0);
        }
        return steps.build();
    }

    private static void giveHost(OwnHost own, ScheduleBuilder steps) {
        int root = own.shape().rank();
        if (own.isShared()) {
            Bundle mine = new Bundle(steps, own.ranks()).measure(Schedule.IN, own.members(), 0).allocate();
            for (int number = 0; number < own.ranks(); number++) {
                if (number != own.number()) { // nobody reads the root's own one there
                    mine.put(Schedule.IN, new int[] {own.rank(number)}, number);
                }
            }
            mine.show(0, 0, own.ranks());
            for (int rank : own.members()) {
                if (rank != root) {
                    steps.sendIfLong(rank, Schedule.IN, rank);
                }
            }
        }
        if (!own.shape().inPlace()) {
            steps.copy(Schedule.IN, root, root + 1, Schedule.OUT, 0);
        }
    }
}
