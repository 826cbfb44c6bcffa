package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.RankOrder;
import org.braid.coll.algorithm.multilevel.MultilevelAllreduce;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Everybody shows its operand; the leader combines those of its host in the order of ranks, leaders exchange what they have, and show the result. An operator that does not commute is right where each host has consecutive ranks. Along the
 * canonical tree as in {@link HostsReduce}; then the result comes down from rank 0.
 *
 * <p>Cost: twice α and (m-1)(nG + nγ) for the m ranks of a host, and the allreduce among the leaders.
 */
final class HostsAllreduce {
    private HostsAllreduce() {}

    /** @param canonical whether it gives the same bits whatever the placement */
    static Schedule generate(OwnHost own, boolean canonical) {
        var steps = own.steps();
        if (own.isShared()) {
            steps.show(0, own.shape().operand(), 0, 1);
        }
        if (!own.isLeader()) {
            steps.see(own.leader(), 1, 0, 1, Schedule.OUT, 0);
            return steps.build();
        }
        if (canonical) {
            MultilevelAllreduce.appendAmongHosts(steps, OwnHost.TREES, own.operands(steps));
        } else {
            appendExchange(steps, own);
        }
        if (own.isShared()) {
            steps.show(1, Schedule.OUT, 0, 1);
        }
        return steps.build();
    }

    private static void appendExchange(ScheduleBuilder steps, OwnHost own) {
        if (own.isShared()) {
            RankOrder.append(steps, 0, own.ranks(), Schedule.OUT);
        }
        boolean liesInOut = own.isShared() || own.shape().inPlace();
        own.append(steps, new MultilevelAllreduce().generate(own.among(liesInOut), OwnHost.TREES), Schedule.IN, Schedule.OUT);
    }
}
