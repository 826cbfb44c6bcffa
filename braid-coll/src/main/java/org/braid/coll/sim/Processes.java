package org.braid.coll.sim;

import java.util.HashMap;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** Makes the ranks of a collective: each schedule is generated, taken apart and forgotten, so that a million ranks need the memory of what differs between them. Where ranks are run for others, all schedules are that of rank 0 from somebody else's place. */
final class Processes {
    private final Collective collective;
    private final Images images;
    private final Map<Structure, Structure> structures = new HashMap<>();
    private final Map<Lengths, Lengths> lengths = new HashMap<>();
    private @Nullable Part first;
    private long steps;

    Processes(Collective collective, Images images) {
        this.collective = collective;
        this.images = images;
    }

    Process make(int rank) {
        if (images.each() > 1) {
            return turned(rank);
        }
        Schedule schedule = collective.schedule(rank);
        count(schedule.steps());
        Part part = Part.of(schedule, collective);
        return new Process(rank, shared(structures, part.structure()), shared(lengths, part.lengths()).bytes(), part.peers(), schedule.phases() > 0 ? schedule : null);
    }

    private Process turned(int rank) {
        Part zero = first == null ? Part.of(collective.schedule(0), collective) : first;
        first = zero;
        count(zero.structure().steps());
        return new Process(rank, zero.structure(), zero.lengths().bytes(), zero.turned(rank, images.ranks()).peers(), null);
    }

    private void count(int more) {
        steps += more;
        if (steps > Growth.MOST_STEPS) {
            throw new BraidException(ErrorCode.SIMULATION_TOO_LARGE, collective.operation().text() + " by " + collective.text(), "its schedules have more than " + Growth.MOST_STEPS + " steps together", "Simulate fewer ranks, or an algorithm with fewer messages");
        }
    }

    private static <T> T shared(Map<T, T> known, T one) {
        T before = known.putIfAbsent(one, one);
        return before == null ? one : before;
    }
}
