package org.braid.coll.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.coll.schedule.Schedule;

/** What ranks have shown in memory that they share, and which steps wait until it can be seen. */
final class Boards {
    private final Map<Long, Long> seenFromPs = new HashMap<>(); // by rank and phase
    private final Map<Long, List<Long>> waiting = new HashMap<>(); // likewise; the events of steps that look then

    /** A rank has shown in a phase; what waited for that comes out. */
    List<Long> show(int rank, int phase, long fromPs) {
        seenFromPs.put(key(rank, phase), fromPs);
        List<Long> looking = waiting.remove(key(rank, phase));
        return looking == null ? List.of() : looking;
    }

    /**
     * When a step can see all that it looks at.
     *
     * @param event comes out of {@link #show} where somebody has yet to show
     * @return -1 then
     */
    long seenFromPs(Schedule schedule, int step, long event) {
        int peer = schedule.word(step, Schedule.PEER);
        int phase = schedule.word(step, Schedule.SOURCE);
        long latest = 0;
        for (int member = Math.max(0, peer); member < (peer == Schedule.EVERYBODY ? schedule.sharing() : peer + 1); member++) {
            long key = key(schedule.member(member), phase);
            Long from = seenFromPs.get(key);
            if (from == null) {
                waiting.computeIfAbsent(key, none -> new ArrayList<>()).add(event);
                return -1;
            }
            latest = Math.max(latest, from);
        }
        return latest;
    }

    private static long key(int rank, int phase) {
        return (long) rank << 32 | phase;
    }
}
