package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.RankOrder;
import org.braid.coll.algorithm.multilevel.MultilevelReduce;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Everybody shows its operand; the leader combines those of its host in the order of ranks, and leaders combine what they have. An operator that does not commute is right where each host has consecutive ranks. Along the canonical tree the leader combines
 * the largest nodes of it that its host has, so the bits are those of any other placement, and every operator is right in all of them.
 *
 * <p>Cost: α + (m-1)(nG + nγ) for the m ranks of a host, and the reduction among the leaders.
 */
final class HostsReduce {
    private HostsReduce() {}

    static Schedule generate(OwnHost own) {
        var steps = own.steps();
        if (own.isShared()) {
            steps.show(0, own.shape().operand(), 0, 1);
        }
        if (own.isLeader()) {
            int partial = partial(own, steps);
            boolean liesInOut = partial == Schedule.OUT;
            own.append(steps, new MultilevelReduce().generate(own.among(liesInOut), OwnHost.TREES), partial, Schedule.OUT);
        }
        return steps.build();
    }

    /** Of the same bits whatever the placement and the root. */
    static Schedule canonical(OwnHost own) {
        var steps = own.steps();
        if (own.isShared()) {
            steps.show(0, own.shape().operand(), 0, 1);
        }
        if (own.isLeader()) {
            MultilevelReduce.appendAmongHosts(steps, OwnHost.TREES, own.operands(steps));
        }
        return steps.build();
    }

    /** The buffer with what the host's operands come to. Nobody but the root has an OUT. */
    private static int partial(OwnHost own, ScheduleBuilder steps) {
        if (!own.isShared()) {
            return own.shape().operand();
        }
        int partial = own.shape().isRoot() ? Schedule.OUT : steps.temporary(1, 1);
        RankOrder.append(steps, 0, own.ranks(), partial);
        return partial;
    }
}
