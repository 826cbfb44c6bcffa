package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.multilevel.Bundle;
import org.braid.coll.algorithm.multilevel.LeaderTree;
import org.braid.coll.algorithm.multilevel.MultilevelAllgatherv;
import org.braid.coll.schedule.Schedule;

/**
 * Everybody but the leader shows its block, in a place for all of them, whose lengths all know; leaders exchange what those of their hosts have, and show all blocks.
 *
 * <p>Cost: twice α, (m-1)(o + nG) and Pnβ for the m ranks of a host, P copies at each rank, and the allgatherv of m blocks each among the leaders.
 */
final class HostsAllgatherv {
    private HostsAllgatherv() {}

    static Schedule generate(OwnHost own) {
        int size = own.shape().size();
        var steps = own.steps(size, size);
        int[] order = LeaderTree.order(own.shape());
        int first = OwnHost.number(order, own.rank(0));
        int mine = first + own.number();
        Bundle all = new Bundle(steps, size).measure(Schedule.OUT, order, 0).allocate();
        if (!own.shape().inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, own.shape().rank());
        }
        all.put(Schedule.OUT, new int[] {own.shape().rank()}, mine);
        if (own.isLeader()) {
            for (int number = 1; number < own.ranks(); number++) { // the leader is the first
                all.seeBlocks(number, 0, first + number, first + number + 1, first + number);
            }
            MultilevelAllgatherv.appendAmongHosts(steps, OwnHost.TREES, all);
            all.show(1, 0, size);
        } else {
            all.show(0, mine, mine + 1);
            all.seeBlocks(own.leader(), 1, 0, size, 0);
        }
        for (int at = 0; at < size; at++) {
            if (at != mine) {
                all.take(at, new int[] {order[at]}, Schedule.OUT);
            }
        }
        return steps.build();
    }
}
