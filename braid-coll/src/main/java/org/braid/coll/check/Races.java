package org.braid.coll.check;

import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Schedule;

/**
 * Two steps of a rank that touch one unit of a buffer, at least one of them writing, must be ordered by the dependencies; messages to or from one peer must
 * start in order. Looked for in the closure of the dependencies, so that no lucky interleaving hides a missing one.
 */
final class Races {
    private final Schedule schedule;
    /** Row s: the steps that are complete before s starts; then the steps that have started before s starts. */
    private final long[][] completeBefore;
    private final long[][] startedBefore;
    /** Which steps send, receive and write: of most pairs nothing else has to be known. */
    private final long[] sends;
    private final long[] receives;
    private final long[] writes;

    Races(Schedule schedule) {
        this.schedule = schedule;
        int words = (schedule.steps() + 63) / 64;
        completeBefore = new long[schedule.steps()][words];
        startedBefore = new long[schedule.steps()][words];
        sends = new long[words];
        receives = new long[words];
        writes = new long[words];
        for (int step = 0; step < schedule.steps(); step++) {
            close(step);
            mark(sends, step, isSend(step));
            mark(receives, step, isReceive(step));
            mark(writes, step, writes(step));
        }
    }

    private void close(int step) {
        for (int at = schedule.firstPredecessor(step); at < schedule.firstPredecessor(step + 1); at++) {
            int entry = schedule.predecessor(at);
            int earlier = entry < 0 ? ~entry : entry;
            unite(completeBefore[step], completeBefore[earlier]);
            unite(startedBefore[step], startedBefore[earlier]);
            startedBefore[step][earlier / 64] |= 1L << earlier;
            if (entry >= 0) {
                completeBefore[step][earlier / 64] |= 1L << earlier;
            }
        }
    }

    private static void mark(long[] set, int step, boolean isIn) {
        set[step / 64] |= isIn ? 1L << step : 0;
    }

    private static void unite(long[] set, long[] other) {
        for (int word = 0; word < set.length; word++) {
            set[word] |= other[word];
        }
    }

    void check() {
        for (int step = 0; step < schedule.steps(); step++) {
            for (int word = 0; word <= step / 64; word++) {
                long before = word < step / 64 ? -1 : (1L << step) - 1;
                checkStreams(step, word, before & ~startedBefore[step][word]);
                checkUnits(step, word, before & ~completeBefore[step][word]);
            }
        }
    }

    private void checkStreams(int step, int word, long mayStartLater) {
        long others = mayStartLater & (isSend(step) ? sends[word] : isReceive(step) ? receives[word] : 0);
        for (; others != 0; others &= others - 1) {
            int earlier = word * 64 + Long.numberOfTrailingZeros(others);
            if (mayBeOnePair(earlier, step)) {
                throw new CheckFailure(Rule.RACE, "rank " + schedule.shape().rank() + ": messages of steps " + earlier + " and " + step + " may overtake each other\n" + schedule);
            }
        }
    }

    private void checkUnits(int step, int word, long mayRunAtOnce) {
        for (long others = mayRunAtOnce & (writes(step) ? -1 : writes[word]); others != 0; others &= others - 1) {
            int earlier = word * 64 + Long.numberOfTrailingZeros(others);
            if (conflict(earlier, step)) {
                throw new CheckFailure(Rule.RACE, "rank " + schedule.shape().rank() + ": step " + step + " doesn't wait for step " + earlier + "\n" + schedule);
            }
        }
    }

    private boolean mayBeOnePair(int earlier, int step) {
        return schedule.word(earlier, Schedule.PEER) == schedule.word(step, Schedule.PEER) || isFound(earlier) || isFound(step);
    }

    /** Whether its peer is known when it runs: it may be any. */
    private boolean isFound(int step) {
        return schedule.word(step, Schedule.KIND) >= Schedule.SEND_FOUND;
    }

    private boolean conflict(int one, int other) {
        return writes(one) && writes(other) && overlap(one, Schedule.TARGET, other, Schedule.TARGET)
                || writes(one) && reads(other) && overlap(one, Schedule.TARGET, other, Schedule.SOURCE)
                || reads(one) && writes(other) && overlap(one, Schedule.SOURCE, other, Schedule.TARGET)
                || writes(one) && readsTarget(other) && overlap(one, Schedule.TARGET, other, Schedule.TARGET)
                || readsTarget(one) && writes(other) && overlap(one, Schedule.TARGET, other, Schedule.TARGET);
    }

    private boolean isSend(int step) {
        int kind = schedule.word(step, Schedule.KIND);
        return kind == Schedule.SEND || kind == Schedule.SEND_LONG || kind == Schedule.SEND_FOUND;
    }

    private boolean isReceive(int step) {
        int kind = schedule.word(step, Schedule.KIND);
        return kind == Schedule.RECEIVE || kind == Schedule.RECEIVE_LONG || kind == Schedule.RECEIVE_FOUND;
    }

    private boolean computes(int step) {
        int kind = schedule.word(step, Schedule.KIND);
        return kind == Schedule.COPY || kind == Schedule.REDUCE || kind == Schedule.ALLOCATE || kind >= Schedule.ENTER && kind <= Schedule.FIND_BELOW;
    }

    private boolean reads(int step) {
        int kind = schedule.word(step, Schedule.KIND);
        return isSend(step) || computes(step) || kind == Schedule.SHOW || kind == Schedule.COMPARE || kind == Schedule.RECEIVE_FOUND;
    }

    /** Where it finds whom it sends to. */
    private boolean readsTarget(int step) {
        return schedule.word(step, Schedule.KIND) == Schedule.SEND_FOUND;
    }

    private boolean writes(int step) {
        return isReceive(step) || computes(step) || schedule.word(step, Schedule.KIND) == Schedule.MEASURE || schedule.word(step, Schedule.KIND) == Schedule.SEE;
    }

    /** Whether they name a unit in common, however short it is. */
    private boolean overlap(int one, int at, int other, int otherAt) {
        return schedule.word(one, at) == schedule.word(other, otherAt)
                && schedule.word(one, at + 1) < schedule.word(other, otherAt + 2) && schedule.word(other, otherAt + 1) < schedule.word(one, at + 2);
    }
}
