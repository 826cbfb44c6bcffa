package org.braid.coll.algorithm.hosts;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.board.Slots;
import org.braid.coll.algorithm.multilevel.AlltoallvLevel;
import org.braid.coll.algorithm.multilevel.Bundle;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * As {@link LevelsAlltoall}, of blocks of lengths that only both ends know: each is shown with its length, and leaders send lengths ahead of blocks. A block that is too long to be shown goes straight to its rank, which has compared its length before it waits.
 *
 * <p>Cost: that of a multilevel alltoallv of blocks of mn bytes among the leaders, and the rest as in {@link HostsAlltoallv}, with a phase more for each level.
 */
final class LevelsAlltoallv {
    private final OwnHost own;
    private final List<FarRows> levels;
    private final ScheduleBuilder steps;
    private final int size;
    private final PastLeaders past;

    private LevelsAlltoallv(OwnHost own, int placeBytes) {
        this.own = own;
        this.levels = FarRows.of(own);
        this.size = own.shape().size();
        this.steps = own.steps(FarRows.places(own, levels)).together(Slots.mostBytes(size, placeBytes));
        this.past = new PastLeaders(own, steps);
    }

    static Schedule generate(OwnHost own, int placeBytes) {
        var alltoall = new LevelsAlltoallv(own, placeBytes);
        alltoall.steps.show(0, Schedule.IN, 0, alltoall.size);
        if (own.isLeader()) {
            alltoall.exchange();
        } else {
            alltoall.past.sendLongOnes();
            alltoall.see();
        }
        alltoall.past.seeNear();
        return alltoall.steps.build();
    }

    private void exchange() {
        List<Bundle> come = new ArrayList<>();
        for (AlltoallvLevel each : AlltoallvLevel.amongHosts(steps, OwnHost.TREES)) {
            if (each.outside().length > 0) {
                come.add(exchange(each, levels.get(come.size())));
            }
        }
        past.sendLongOnes(); // not to one that still waits for what is shown
        for (int level = 0; level < come.size(); level++) {
            take(come.get(level), levels.get(level));
        }
    }

    /** What has come on that level; it is shown. */
    private Bundle exchange(AlltoallvLevel level, FarRows far) {
        Bundle rows = level.rows();
        for (int number = 0; number < own.ranks(); number++) {
            for (FarRows.Run run : far.row(number)) {
                rows.seeLengths(number, 0, run.rank(), run.rank() + run.to() - run.from(), run.from());
            }
        }
        level.announce(rows);
        for (int number = 0; number < own.ranks(); number++) {
            for (FarRows.Run run : far.row(number)) {
                rows.seeBlocks(number, 0, run.rank(), run.rank() + run.to() - run.from(), run.from());
            }
        }
        Bundle come = level.exchange(rows);
        for (int from = 0; own.isShared() && from < far.blocks(); from += size) {
            come.show(far.phase(from), from, Math.min(far.blocks(), from + size));
        }
        return come;
    }

    private void take(Bundle come, FarRows far) {
        for (FarRows.Run run : far.row(own.number())) {
            for (int at = run.from(), source = run.rank(); at < run.to(); at++, source++) {
                come.take(at, new int[] {source}, Schedule.OUT);
                steps.receiveIfLong(source, Schedule.OUT, source);
            }
        }
    }

    private void see() {
        for (FarRows far : levels) {
            for (FarRows.Run run : far.row(own.number())) {
                for (int at = run.from(), source = run.rank(); at < run.to(); at++, source++) {
                    steps.see(own.leader(), far.phase(at), far.place(at), far.place(at) + 1, Schedule.OUT, source);
                    steps.receiveIfLong(source, Schedule.OUT, source);
                }
            }
        }
    }
}
