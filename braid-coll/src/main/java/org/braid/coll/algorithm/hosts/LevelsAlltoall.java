package org.braid.coll.algorithm.hosts;

import java.util.List;
import org.braid.coll.algorithm.multilevel.AlltoallLevel;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * As {@link HostsAlltoall}, where some hosts are farther from each other than others: leaders exchange level by level, the innermost first, so that each site sends one message to each other one.
 *
 * <p>Cost: that of a multilevel alltoall of blocks of mn bytes among the leaders, α + Pnβ + (P-m)mnG for the m ranks of a host, and m(P-m)/P times α + Pnβ for what they show, with a phase more for each level.
 */
final class LevelsAlltoall {
    private final OwnHost own;
    private final List<FarRows> levels;
    private final ScheduleBuilder steps;

    private LevelsAlltoall(OwnHost own) {
        this.own = own;
        this.levels = FarRows.of(own);
        this.steps = own.steps(FarRows.places(own, levels));
    }

    static Schedule generate(OwnHost own) {
        var alltoall = new LevelsAlltoall(own);
        alltoall.steps.show(0, Schedule.IN, 0, own.shape().size());
        if (own.isLeader()) {
            alltoall.exchange();
        } else {
            alltoall.see();
        }
        alltoall.seeNear();
        return alltoall.steps.build();
    }

    private void exchange() {
        int level = 0;
        for (AlltoallLevel each : AlltoallLevel.amongHosts(steps, OwnHost.TREES)) {
            if (each.outside().length > 0) {
                exchange(each, levels.get(level++));
            }
        }
    }

    private void exchange(AlltoallLevel level, FarRows far) {
        int rows = level.rows();
        for (int number = 0; number < own.ranks(); number++) {
            for (FarRows.Run run : far.row(number)) {
                steps.see(number, 0, run.rank(), run.rank() + run.to() - run.from(), rows, run.from());
            }
        }
        int come = level.exchange(rows);
        int size = own.shape().size();
        for (int from = 0; own.isShared() && from < far.blocks(); from += size) {
            steps.show(far.phase(from), come, from, Math.min(far.blocks(), from + size));
        }
        for (FarRows.Run run : far.row(own.number())) {
            steps.copy(come, run.from(), run.to(), Schedule.OUT, run.rank());
        }
    }

    private void see() {
        for (FarRows far : levels) {
            for (FarRows.Run run : far.row(own.number())) {
                int from = far.place(run.from());
                steps.see(own.leader(), far.phase(run.from()), from, from + run.to() - run.from(), Schedule.OUT, run.rank());
            }
        }
    }

    private void seeNear() {
        int rank = own.shape().rank();
        for (int number = 0; number < own.ranks(); number++) {
            steps.see(number, 0, rank, rank + 1, Schedule.OUT, own.rank(number));
        }
    }
}
