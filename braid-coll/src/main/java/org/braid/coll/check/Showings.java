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
    private final SymbolicMemory[] memories;
    private final Map<Long, Shown> shown = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();

    /** The parts are one, or where there are slots one for each of them. */
    private record Shown(int step, List<@Nullable Term[]> parts) {}

    private record Waiting(int rank, int step) {}

    /** Told of each step that sees what it waited for: from which rank, in which step of that one. */
    interface Seen {
        void seen(int rank, int step, int shower, int shows);
    }

    Showings(Instance instance, Schedule[] schedules, SymbolicMemory[] memories) {
        this.instance = instance;
        this.memories = memories;
        this.schedules = schedules;
        for (Schedule schedule : schedules) {
            if (schedule.phases() > 0) {
                checkSharing(schedule);
            }
        }
    }

    /** This rank is one of those with whom it shares memory, and all of them see that alike. */
    private void checkSharing(Schedule schedule) {
        boolean isMember = false;
        for (int number = 0; number < schedule.sharing(); number++) {
            Schedule other = schedules[schedule.member(number)];
            isMember |= other == schedule;
            if (!share(schedule, other)) {
                throw new CheckFailure(Rule.MATCHING, "ranks " + schedule.shape().rank() + " and " + other.shape().rank() + " do not share one memory in the same phases: one counts " + schedule.phases() + ", the other " + other.phases());
            }
        }
        if (!isMember) {
            throw new CheckFailure(Rule.MATCHING, "rank " + schedule.shape().rank() + " does not share the memory that it uses");
        }
    }

    /** Whether both name the same members, count as many phases, and have places of one length. */
    private static boolean share(Schedule one, Schedule other) {
        boolean isSame = one.sharing() == other.sharing() && one.phases() == other.phases();
        for (int number = 0; isSame && number < one.sharing(); number++) {
            isSame = one.member(number) == other.member(number);
        }
        for (int phase = 0; isSame && phase < one.phases(); phase++) {
            isSame = one.placeUnits(phase) == other.placeUnits(phase);
        }
        return isSame && one.hasSlots() == other.hasSlots() && one.togetherBytes() == other.togetherBytes();
    }

    private long key(int rank, int phase) {
        return (long) phase * schedules.length + rank;
    }

    void show(int rank, int step) {
        Schedule schedule = schedules[rank];
        int phase = schedule.word(step, Schedule.TARGET);
        int from = schedule.word(step, Schedule.SOURCE_FROM);
        int to = schedule.word(step, Schedule.SOURCE_TO);
        if (phase >= 0 && to - from > schedule.placeUnits(phase)) {
            throw new CheckFailure(Rule.BOUNDS, "rank " + rank + " shows " + (to - from) + " units in phase " + phase + ", more than a place has\n" + schedule);
        }
        List<@Nullable Term[]> parts = new ArrayList<>();
        for (int unit = from; unit < to && schedule.hasSlots(); unit++) {
            parts.add(memories[rank].unit(schedule.word(step, Schedule.SOURCE), unit));
        }
        if (!schedule.hasSlots()) {
            parts.add(memories[rank].load(step, Schedule.SOURCE));
        }
        if (phase < 0 || shown.put(key(rank, phase), new Shown(step, parts)) != null) {
            throw new CheckFailure(Rule.RACE, "rank " + rank + " shows twice in phase " + phase + "\n" + schedule);
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
                ready.add(schedules[step.rank].hasSlots() ? slot(step, told) : sight(step, told));
                each.remove();
            }
        }
        return ready;
    }

    /** What comes into a step's target; of a block that is too long for its slot only how long it is. */
    record Sight(int rank, int step, @Nullable Term[] values, boolean isLong) {
        int length() {
            return values.length;
        }
    }

    private int firstPeer(Waiting step) {
        return Math.max(0, peer(step));
    }

    private int endPeer(Waiting step) {
        return peer(step) == Schedule.EVERYBODY ? schedules[step.rank].sharing() : peer(step) + 1;
    }

    private int peer(Waiting step) {
        int peer = schedules[step.rank].word(step.step, Schedule.PEER);
        if (peer < Schedule.EVERYBODY || peer >= schedules[step.rank].sharing()) {
            throw new CheckFailure(Rule.MATCHING, "rank " + step.rank + " names member " + peer + " of its memory");
        }
        return peer;
    }

    private boolean isThere(Waiting step) {
        int phase = schedules[step.rank].word(step.step, Schedule.SOURCE);
        for (int peer = firstPeer(step); peer < endPeer(step); peer++) {
            if (!shown.containsKey(key(schedules[step.rank].member(peer), phase))) {
                return false;
            }
        }
        return true;
    }

    private Shown shownBy(Waiting step, int peer, Seen told) {
        Schedule schedule = schedules[step.rank];
        int rank = schedule.member(peer);
        Shown there = shown.get(key(rank, schedule.word(step.step, Schedule.SOURCE)));
        if (there == null) {
            throw tooMuch(step, rank);
        }
        told.seen(step.rank, step.step, rank, there.step);
        return there;
    }

    private CheckFailure tooMuch(Waiting step, int rank) {
        return new CheckFailure(Rule.MATCHING, "rank " + step.rank + " step " + step.step + " sees more than rank " + rank + " has shown\n" + schedules[step.rank]);
    }

    private Sight slot(Waiting step, Seen told) {
        Schedule schedule = schedules[step.rank];
        int from = schedule.word(step.step, Schedule.SOURCE_FROM);
        int peer = firstPeer(step);
        Shown there = shownBy(step, peer, told);
        if (endPeer(step) - peer != 1 || from < 0 || schedule.word(step.step, Schedule.SOURCE_TO) != from + 1 || from >= there.parts.size()) {
            throw tooMuch(step, schedule.member(peer));
        }
        @Nullable Term[] block = there.parts.get(from);
        return new Sight(step.rank, step.step, block, block.length > schedule.togetherBytes());
    }

    private Sight sight(Waiting step, Seen told) {
        int from = placeOf(step, Schedule.SOURCE_FROM);
        int to = placeOf(step, Schedule.SOURCE_TO);
        int first = firstPeer(step);
        @Nullable Term[] all = new Term[(endPeer(step) - first) * Math.max(0, to - from)];
        for (int peer = first; peer < endPeer(step); peer++) {
            @Nullable Term[] values = shownBy(step, peer, told).parts.getFirst();
            if (from < 0 || to < from || to > values.length) {
                throw tooMuch(step, schedules[step.rank].member(peer));
            }
            System.arraycopy(values, from, all, (peer - first) * (to - from), to - from);
        }
        return new Sight(step.rank, step.step, all, false);
    }

    /** In which element of a place a unit begins; of a table that all ranks have, as IN has it. */
    private int placeOf(Waiting step, int at) {
        Schedule schedule = schedules[step.rank];
        int unit = schedule.word(step.step, at);
        boolean isTable = schedule.layout(schedule.word(step.step, Schedule.TARGET)) == Schedule.TABLE;
        return isTable ? instance.end(schedule, Schedule.IN, 0, unit) : (int) Schedule.position(unit, instance.countAt(step.rank), 1);
    }
}
