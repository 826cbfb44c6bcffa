package org.braid.coll.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** What ranks have shown in memory that all share, and the steps that wait until somebody has. A phase's memory is written once, so one run decides the result of all, as with messages. */
final class Showings {
    private final Instance instance;
    private final Schedule[] schedules;
    private final Map<Long, Shown> shown = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();

    private record Shown(int step, @Nullable Term[] values) {}

    private record Waiting(int rank, int step) {}

    /** Told of each step that sees what it waited for: from which rank, in which step of that one. */
    interface Seen {
        void seen(int rank, int step, int shower, int shows);
    }

    Showings(Instance instance, Schedule[] schedules) {
        this.instance = instance;
        this.schedules = schedules;
        for (Schedule schedule : schedules) {
            if (schedule.phases() != schedules[0].phases()) {
                throw new CheckFailure(Rule.MATCHING, "rank " + schedule.shape().rank() + " counts " + schedule.phases() + " phases, rank 0 " + schedules[0].phases());
            }
        }
    }

    private long key(int rank, int phase) {
        return (long) phase * schedules.length + rank;
    }

    void show(int rank, int step, @Nullable Term[] values) {
        int phase = schedules[rank].word(step, Schedule.TARGET);
        if (phase < 0 || shown.put(key(rank, phase), new Shown(step, values)) != null) {
            throw new CheckFailure(Rule.RACE, "rank " + rank + " shows twice in phase " + phase + "\n" + schedules[rank]);
        }
    }

    void await(int rank, int step) {
        waiting.add(new Waiting(rank, step));
    }

    /** The steps that wait no longer, each with the values that it sees; they are forgotten here. */
    List<Sight> ready(Seen told) {
        List<Sight> ready = new ArrayList<>();
        for (Iterator<Waiting> each = waiting.iterator(); each.hasNext(); ) {
            Waiting step = each.next();
            if (isThere(step)) {
                ready.add(new Sight(step.rank, step.step, values(step, told)));
                each.remove();
            }
        }
        return ready;
    }

    record Sight(int rank, int step, @Nullable Term[] values) {}

    private int firstPeer(Waiting step) {
        return Math.max(0, peer(step));
    }

    private int endPeer(Waiting step) {
        return peer(step) == Schedule.EVERYBODY ? schedules.length : peer(step) + 1;
    }

    private int peer(Waiting step) {
        int peer = schedules[step.rank].word(step.step, Schedule.PEER);
        if (peer < Schedule.EVERYBODY || peer >= schedules.length) {
            throw new CheckFailure(Rule.MATCHING, "rank " + step.rank + " names rank " + peer + " as its peer");
        }
        return peer;
    }

    private boolean isThere(Waiting step) {
        int phase = schedules[step.rank].word(step.step, Schedule.SOURCE);
        for (int peer = firstPeer(step); peer < endPeer(step); peer++) {
            if (!shown.containsKey(key(peer, phase))) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Term[] values(Waiting step, Seen told) {
        Schedule schedule = schedules[step.rank];
        int from = (int) Schedule.position(schedule.word(step.step, Schedule.SOURCE_FROM), instance.countAt(step.rank), 1);
        int to = (int) Schedule.position(schedule.word(step.step, Schedule.SOURCE_TO), instance.countAt(step.rank), 1);
        int first = firstPeer(step);
        @Nullable Term[] all = new Term[(endPeer(step) - first) * (to - from)];
        for (int peer = first; peer < endPeer(step); peer++) {
            Shown there = shown.get(key(peer, schedule.word(step.step, Schedule.SOURCE)));
            if (there == null || from < 0 || to < from || to > there.values.length) {
                throw new CheckFailure(Rule.MATCHING, "rank " + step.rank + " step " + step.step + " sees more than rank " + peer + " has shown\n" + schedule);
            }
            System.arraycopy(there.values, from, all, (peer - first) * (to - from), to - from);
            told.seen(step.rank, step.step, peer, there.step);
        }
        return all;
    }
}
