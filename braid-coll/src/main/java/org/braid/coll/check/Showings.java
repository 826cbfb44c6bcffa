package org.braid.coll.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** What ranks have shown in memory that all share, and the steps that wait until somebody has. A phase's memory is written once, so one run decides the result of all, as with messages. */
final class Showings {
    private final Schedule[] schedules;
    private final SymbolicMemory[] memories;
    private final Map<Long, Shown> shown = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();

    /** The parts are one, or where there are slots one for each of them; they begin at that element of their place. */
    private record Shown(int step, int at, List<@Nullable Term[]> parts) {}

    private record Waiting(int rank, int step) {}

    /** Told of each step that sees what it waited for: from which rank, in which step of that one. */
    interface Seen {
        void seen(int rank, int step, int shower, int shows);
    }

    Showings(Schedule[] schedules, SymbolicMemory[] memories) {
        this.memories = memories;
        this.schedules = schedules;
        for (Schedule schedule : schedules) {
            if (schedule.phases() > 0) {
                checkSharing(schedule);
                checkWaking(schedule);
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

    /** Who waits for somebody to show is woken by a message of that one: no other message may be under way to it then. */
    private void checkWaking(Schedule schedule) {
        for (int step = 0; step < schedule.steps(); step++) {
            int kind = schedule.word(step, Schedule.KIND);
            if (kind == Schedule.SEND || kind == Schedule.SEND_LONG) {
                checkWaking(schedule, step, schedule.word(step, Schedule.PEER));
            }
        }
    }

    private void checkWaking(Schedule schedule, int send, int peer) {
        for (int step = send + 1; step < schedule.steps(); step++) {
            if (schedule.word(step, Schedule.KIND) == Schedule.SHOW && isPartner(schedule, peer) && sees(schedules[peer], schedule.shape().rank(), schedule.word(step, Schedule.TARGET))) {
                throw new CheckFailure(Rule.MATCHING, "rank " + schedule.shape().rank() + " step " + send + " sends a message to rank " + peer + ", which would take it for the word that it waits for in step " + step + "\n" + schedule);
            }
        }
    }

    private static boolean isPartner(Schedule schedule, int rank) {
        for (int number = 0; number < schedule.sharing(); number++) {
            if (schedule.member(number) == rank) {
                return true;
            }
        }
        return false;
    }

    private static boolean sees(Schedule schedule, int rank, int phase) {
        for (int step = 0; step < schedule.steps(); step++) {
            int peer = schedule.word(step, Schedule.PEER);
            if (schedule.word(step, Schedule.KIND) == Schedule.SEE && schedule.word(step, Schedule.SOURCE) == phase && (peer == Schedule.EVERYBODY || peer >= 0 && peer < schedule.sharing() && schedule.member(peer) == rank)) {
                return true;
            }
        }
        return false;
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
        int buffer = schedule.word(step, Schedule.SOURCE);
        boolean liesWhereItBelongs = (schedule.layout(buffer) == Schedule.MEASURED || schedule.layout(buffer) > 1) && !schedule.hasSlots();
        if (phase >= 0 && (liesWhereItBelongs ? to : to - from) > schedule.placeUnits(phase)) {
            throw new CheckFailure(Rule.BOUNDS, "rank " + rank + " shows " + (to - from) + " units in phase " + phase + ", more than a place has\n" + schedule);
        }
        List<@Nullable Term[]> parts = new ArrayList<>();
        for (int unit = from; unit < to && schedule.hasSlots(); unit++) {
            parts.add(memories[rank].block(buffer, unit));
        }
        if (!schedule.hasSlots()) {
            parts.add(memories[rank].load(step, Schedule.SOURCE));
        }
        if (phase < 0 || shown.put(key(rank, phase), new Shown(step, liesWhereItBelongs ? memories[rank].placeOf(buffer, from) : 0, parts)) != null) {
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
                ready.add(schedules[step.rank].hasSlots() ? slots(step, told) : sight(step, told));
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

    /** Of blocks into a buffer of lengths these, into measured ones those that travel together, and into one of the caller's that block. */
    private Sight slots(Waiting step, Seen told) {
        Schedule schedule = schedules[step.rank];
        int layout = schedule.layout(schedule.word(step.step, Schedule.TARGET));
        List<@Nullable Term> all = new ArrayList<>();
        boolean isLong = false;
        for (@Nullable Term[] block : blocks(step, told)) {
            isLong = layout >= Schedule.TABLE && block.length > schedule.togetherBytes();
            if (layout == Schedule.LENGTHS) {
                all.add(Term.length(block.length));
            } else if (layout >= Schedule.TABLE || block.length <= schedule.togetherBytes()) {
                all.addAll(Arrays.asList(block));
            }
        }
        return new Sight(step.rank, step.step, all.toArray(new Term[0]), isLong);
    }

    private List<@Nullable Term[]> blocks(Waiting step, Seen told) {
        Schedule schedule = schedules[step.rank];
        int from = schedule.word(step.step, Schedule.SOURCE_FROM);
        int to = schedule.word(step.step, Schedule.SOURCE_TO);
        boolean isOne = endPeer(step) - firstPeer(step) == 1 && to == from + 1;
        List<@Nullable Term[]> blocks = new ArrayList<>();
        for (int peer = firstPeer(step); peer < endPeer(step); peer++) {
            Shown there = shownBy(step, peer, told);
            if (from < 0 || to < from || to > there.parts.size() || !isOne && schedule.layout(schedule.word(step.step, Schedule.TARGET)) >= Schedule.TABLE) {
                throw tooMuch(step, schedule.member(peer));
            }
            blocks.addAll(there.parts.subList(from, to));
        }
        return blocks;
    }

    private Sight sight(Waiting step, Seen told) {
        Schedule schedule = schedules[step.rank];
        int target = schedule.word(step.step, Schedule.TARGET);
        int from = memories[step.rank].placeOf(target, schedule.word(step.step, Schedule.SOURCE_FROM));
        int to = memories[step.rank].placeOf(target, schedule.word(step.step, Schedule.SOURCE_TO));
        int first = firstPeer(step);
        @Nullable Term[] all = new Term[(endPeer(step) - first) * Math.max(0, to - from)];
        for (int peer = first; peer < endPeer(step); peer++) {
            Shown there = shownBy(step, peer, told);
            @Nullable Term[] values = there.parts.getFirst();
            if (from < there.at || to < from || to > there.at + values.length) {
                throw tooMuch(step, schedule.member(peer));
            }
            System.arraycopy(values, from - there.at, all, (peer - first) * (to - from), to - from);
        }
        return new Sight(step.rank, step.step, all, false);
    }
}
