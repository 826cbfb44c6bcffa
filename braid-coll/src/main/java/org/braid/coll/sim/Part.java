package org.braid.coll.sim;

import java.util.Arrays;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * A rank's schedule, taken apart.
 *
 * @param structure kinds of steps and what they wait for
 * @param lengths how many bytes each step moves or combines
 * @param peers the other end of each message; of steps that do nothing, as those of long blocks where there are none, nobody
 */
record Part(Structure structure, Lengths lengths, int[] peers) {
    static Part of(Schedule schedule, Collective collective) {
        var bytes = new long[schedule.steps()];
        var peers = new int[schedule.steps()];
        for (int step = 0; step < bytes.length; step++) {
            bytes[step] = collective.bytes(schedule, step);
            peers[step] = collective.kind(schedule, step) == Schedule.FENCE ? ScheduleBuilder.NOBODY : schedule.word(step, Schedule.PEER);
        }
        return new Part(Structure.of(schedule, collective), new Lengths(bytes), peers);
    }

    /** Everybody counted from so many ranks further on, round. */
    Part turned(int by, int ranks) {
        int[] turned = peers.clone();
        for (int step = 0; step < turned.length; step++) {
            boolean isMessage = structure.kinds()[step] == Schedule.SEND || structure.kinds()[step] == Schedule.RECEIVE;
            turned[step] = isMessage ? (turned[step] + by) % ranks : turned[step];
        }
        return new Part(structure, lengths, turned);
    }

    /** Whether they are the same, step by step. */
    boolean isAs(Part other) {
        return structure.equals(other.structure) && lengths.equals(other.lengths) && Arrays.equals(peers, other.peers);
    }
}
