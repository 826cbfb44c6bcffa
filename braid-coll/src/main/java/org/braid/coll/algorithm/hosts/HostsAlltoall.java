package org.braid.coll.algorithm.hosts;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Everybody shows all its blocks, once, and reads from each rank of its host the one that is its own. Leaders read those for other hosts, send each of these what all ranks here have for all there, and show what has come ({@link OtherHosts}).
 *
 * <p>Cost: α + Pnβ + (P-m)mnG for the m ranks of a host, H-1 messages of m²n bytes at each leader, all at once, and m(P-m)/P times α + Pnβ for what they show.
 */
final class HostsAlltoall {
    private final OwnHost own;
    private final OtherHosts others;
    private final ScheduleBuilder steps;

    private HostsAlltoall(OwnHost own) {
        this.own = own;
        this.others = new OtherHosts(own);
        this.steps = own.steps(others.places());
    }

    static Schedule generate(OwnHost own) {
        var alltoall = new HostsAlltoall(own);
        alltoall.steps.show(0, Schedule.IN, 0, own.shape().size());
        if (own.isLeader()) {
            alltoall.take(alltoall.exchange());
        } else {
            alltoall.see();
        }
        alltoall.seeNear();
        return alltoall.steps.build();
    }

    private void seeNear() {
        int rank = own.shape().rank();
        for (int number = 0; number < own.ranks(); number++) {
            steps.see(number, 0, rank, rank + 1, Schedule.OUT, own.rank(number));
        }
    }

    /** The buffer of what has come; it is shown. */
    private int exchange() {
        int collected = steps.temporary(1, others.blocks());
        int come = steps.temporary(1, others.blocks());
        for (int distance = 1; distance < others.hosts(); distance++) {
            int source = others.at(-distance);
            steps.receive(others.leader(source), come, others.from(source), others.from(source) + others.count(source));
        }
        for (int distance = 1; distance < others.hosts(); distance++) {
            int target = others.at(distance);
            int at = others.from(target);
            for (int rank : others.members(target)) {
                steps.see(Schedule.EVERYBODY, 0, rank, rank + 1, collected, at);
                at += own.ranks();
            }
            steps.send(others.leader(target), collected, others.from(target), others.from(target) + others.count(target));
        }
        int size = own.shape().size();
        for (int from = 0; own.isShared() && from < others.blocks(); from += size) {
            steps.show(1 + from / size, come, from, Math.min(others.blocks(), from + size));
        }
        return come;
    }

    private void take(int come) {
        for (OtherHosts.Run run : others.comeFor(own.number())) {
            steps.copy(come, run.from(), run.to(), Schedule.OUT, run.rank());
        }
    }

    private void see() {
        int size = own.shape().size();
        for (OtherHosts.Run run : others.comeFor(own.number())) {
            int from = run.from() % size;
            steps.see(own.leader(), 1 + run.from() / size, from, from + run.to() - run.from(), Schedule.OUT, run.rank());
        }
    }
}
