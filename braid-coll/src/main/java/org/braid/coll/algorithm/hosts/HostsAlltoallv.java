package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.Slots;
import org.braid.coll.algorithm.multilevel.Bundle;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * As {@link HostsAlltoall}, of blocks of lengths that only both ends know: each is shown with its length, and leaders send lengths ahead of blocks. A block that is too long to be shown goes straight to its rank, which has compared its length before it waits.
 *
 * <p>Cost: α + P(o + nβ) + (P-m)m(o + nG) for the m ranks of a host, 2(H-1) messages of m²n bytes together at each leader, all at once, and m(P-m)/P times α + P(o + nβ) for what they show; a message more for each long block.
 */
final class HostsAlltoallv {
    private final OwnHost own;
    private final OtherHosts others;
    private final ScheduleBuilder steps;
    private final int size;
    private final PastLeaders past;

    private HostsAlltoallv(OwnHost own, int placeBytes) {
        this.own = own;
        this.others = new OtherHosts(own);
        this.size = own.shape().size();
        this.steps = own.steps(others.places()).together(Slots.mostBytes(size, placeBytes));
        this.past = new PastLeaders(own, steps);
    }

    static Schedule generate(OwnHost own, int placeBytes) {
        var alltoall = new HostsAlltoallv(own, placeBytes);
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
        Bundle come = new Bundle(steps, others.blocks());
        for (int distance = 1; distance < others.hosts(); distance++) {
            int source = others.at(-distance);
            come.receiveLengths(others.leader(source), others.from(source), others.count(source));
        }
        send();
        come.allocate();
        for (int distance = 1; distance < others.hosts(); distance++) {
            int source = others.at(-distance);
            come.receiveBlocks(others.leader(source), others.from(source), others.count(source));
        }
        show(come);
        past.sendLongOnes(); // not to one that still waits for what is shown
        take(come);
    }

    private void send() {
        Bundle collected = new Bundle(steps, others.blocks());
        for (int distance = 1; distance < others.hosts(); distance++) {
            int target = others.at(distance);
            int at = others.from(target);
            for (int each : others.members(target)) {
                collected.seeLengths(Schedule.EVERYBODY, 0, each, each + 1, at);
                at += own.ranks();
            }
            collected.sendLengths(others.leader(target), others.from(target), others.count(target));
        }
        collected.allocate();
        for (int distance = 1; distance < others.hosts(); distance++) {
            int target = others.at(distance);
            int at = others.from(target);
            for (int each : others.members(target)) {
                collected.seeBlocks(Schedule.EVERYBODY, 0, each, each + 1, at);
                at += own.ranks();
            }
            collected.sendBlocks(others.leader(target), others.from(target), others.count(target));
        }
    }

    private void show(Bundle come) {
        for (int from = 0; own.isShared() && from < others.blocks(); from += size) {
            come.show(1 + from / size, from, Math.min(others.blocks(), from + size));
        }
    }

    private void take(Bundle come) {
        for (OtherHosts.Run run : others.comeFor(own.number())) {
            for (int at = run.from(), source = run.rank(); at < run.to(); at++, source++) {
                come.take(at, new int[] {source}, Schedule.OUT);
                steps.receiveIfLong(source, Schedule.OUT, source);
            }
        }
    }

    private void see() {
        for (OtherHosts.Run run : others.comeFor(own.number())) {
            for (int at = run.from(), source = run.rank(); at < run.to(); at++, source++) {
                steps.see(own.leader(), 1 + at / size, at % size, at % size + 1, Schedule.OUT, source);
                steps.receiveIfLong(source, Schedule.OUT, source);
            }
        }
    }
}
