package org.braid.coll.sim;

import java.util.HashMap;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.schedule.Schedule;

/** Makes the ranks of a collective: each schedule is generated, taken apart and forgotten, so that a million ranks need the memory of what differs between them. */
final class Processes {
    private final Collective collective;
    private final Map<Structure, Structure> structures = new HashMap<>();
    private final Map<Lengths, Lengths> lengths = new HashMap<>();
    private long steps;

    Processes(Collective collective) {
        this.collective = collective;
    }

    Process make(int rank) {
        Schedule schedule = collective.schedule(rank);
        steps += schedule.steps();
        if (steps > Growth.MOST_STEPS) {
            throw new BraidException(ErrorCode.SIMULATION_TOO_LARGE, collective.operation().text() + " by " + collective.text(), "its schedules have more than " + Growth.MOST_STEPS + " steps together", "Simulate fewer ranks, or an algorithm with fewer messages");
        }
        Structure structure = shared(structures, Structure.of(schedule, collective));
        return new Process(rank, structure, shared(lengths, lengths(schedule)).bytes(), peers(schedule), schedule.phases() > 0 ? schedule : null);
    }

    private static <T> T shared(Map<T, T> known, T one) {
        T before = known.putIfAbsent(one, one);
        return before == null ? one : before;
    }

    private Lengths lengths(Schedule schedule) {
        var bytes = new long[schedule.steps()];
        for (int step = 0; step < bytes.length; step++) {
            bytes[step] = collective.bytes(schedule, step);
        }
        return new Lengths(bytes);
    }

    private static int[] peers(Schedule schedule) {
        var peers = new int[schedule.steps()];
        for (int step = 0; step < peers.length; step++) {
            peers[step] = schedule.word(step, Schedule.PEER);
        }
        return peers;
    }
}
