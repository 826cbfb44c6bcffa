package org.braid.coll.check;

import java.util.Arrays;
import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Schedule;

/**
 * Two steps of a rank that touch one unit of a buffer, at least one of them writing, must be ordered by the dependencies; messages to or from one peer must
 * start in order. Looked for in the closure of the dependencies, so that no lucky interleaving hides a missing one.
 *
 * <p>Steps are taken in the order of the program. Of those before, sets say which read and which write each buffer: only pairs that touch one buffer and that nothing orders are looked at. Of messages it is enough that each starts after the one before it with the same peer, which started after the one before that.
 */
final class Races {
    private static final int NONE = -1;

    private final Schedule schedule;
    private final int words; // of a set of steps
    /** Set s: the steps that are complete before step s starts; then the steps that have started before it starts. */
    private final long[] completeBefore;
    private final long[] startedBefore;
    private final long[][] readers; // by buffer: the steps up to now that read some of it,
    private final long[][] writers; // and that write some
    private final Stream sends;
    private final Stream receives;

    /** The messages up to now in one direction. */
    private static final class Stream {
        final int[] newest; // by peer: the step
        final long[] all;
        final long[] found; // whose peer is known when it runs: it may be any

        Stream(int size, int words) {
            newest = new int[size];
            Arrays.fill(newest, NONE);
            all = new long[words];
            found = new long[words];
        }
    }

    Races(Schedule schedule) {
        this.schedule = schedule;
        this.words = (schedule.steps() + 63) / 64;
        this.completeBefore = new long[schedule.steps() * words];
        this.startedBefore = new long[schedule.steps() * words];
        this.readers = new long[schedule.buffers()][words];
        this.writers = new long[schedule.buffers()][words];
        this.sends = new Stream(schedule.shape().size(), words);
        this.receives = new Stream(schedule.shape().size(), words);
    }

    void check() {
        for (int step = 0; step < schedule.steps(); step++) {
            close(step);
            int kind = schedule.word(step, Schedule.KIND);
            if (isSend(kind)) {
                checkStream(sends, step, kind);
            } else if (isReceive(kind)) {
                checkStream(receives, step, kind);
            }
            checkUnits(step, kind);
        }
    }

    private void close(int step) {
        int row = step * words;
        for (int at = schedule.firstPredecessor(step); at < schedule.firstPredecessor(step + 1); at++) {
            int entry = schedule.predecessor(at);
            int earlier = entry < 0 ? ~entry : entry;
            for (int word = 0; word <= earlier / 64; word++) {
                completeBefore[row + word] |= completeBefore[earlier * words + word];
                startedBefore[row + word] |= startedBefore[earlier * words + word];
            }
            startedBefore[row + earlier / 64] |= 1L << earlier;
            if (entry >= 0) {
                completeBefore[row + earlier / 64] |= 1L << earlier;
            }
        }
    }

    private void checkStream(Stream stream, int step, int kind) {
        int peer = schedule.word(step, Schedule.PEER);
        boolean isFound = kind >= Schedule.SEND_FOUND;
        if (!isFound && (peer < 0 || peer >= stream.newest.length)) {
            throw new CheckFailure(Rule.MATCHING, "rank " + schedule.shape().rank() + " names rank " + peer + " as its peer");
        }
        if (!isFound && stream.newest[peer] != NONE) {
            require(isBefore(startedBefore, stream.newest[peer], step), stream.newest[peer], step);
        }
        long[] others = isFound ? stream.all : stream.found;
        for (int word = 0; word <= step / 64; word++) {
            long mayStartLater = others[word] & ~startedBefore[step * words + word];
            require(mayStartLater == 0, word * 64 + Long.numberOfTrailingZeros(mayStartLater), step);
        }
        add(stream.all, step);
        if (isFound) {
            add(stream.found, step);
        } else {
            stream.newest[peer] = step;
        }
    }

    private void require(boolean isOrdered, int earlier, int step) {
        if (!isOrdered) {
            throw new CheckFailure(Rule.RACE, "rank " + schedule.shape().rank() + ": messages of steps " + earlier + " and " + step + " may overtake each other\n" + schedule);
        }
    }

    private boolean isBefore(long[] sets, int earlier, int step) {
        return (sets[step * words + earlier / 64] & 1L << earlier) != 0;
    }

    private static void add(long[] set, int step) {
        set[step / 64] |= 1L << step;
    }

    private void checkUnits(int step, int kind) {
        boolean readsSource = readsSource(kind);
        boolean touchesTarget = writes(kind) || readsTarget(kind);
        if (readsSource) {
            checkAfter(writers, step, Schedule.SOURCE);
        }
        if (touchesTarget) {
            checkAfter(writers, step, Schedule.TARGET);
        }
        if (writes(kind)) {
            checkAfter(readers, step, Schedule.TARGET);
            add(writers[schedule.word(step, Schedule.TARGET)], step);
        }
        if (readsSource) {
            add(readers[schedule.word(step, Schedule.SOURCE)], step);
        }
        if (readsTarget(kind)) {
            add(readers[schedule.word(step, Schedule.TARGET)], step);
        }
    }

    /** Every one of these that touches a unit of the extent, however short that is, is complete before. */
    private void checkAfter(long[][] touching, int step, int at) {
        long[] others = touching[schedule.word(step, at)];
        for (int word = 0; word <= step / 64; word++) {
            for (long mayRunAtOnce = others[word] & ~completeBefore[step * words + word]; mayRunAtOnce != 0; mayRunAtOnce &= mayRunAtOnce - 1) {
                int earlier = word * 64 + Long.numberOfTrailingZeros(mayRunAtOnce);
                if (touches(touching == writers, earlier, step, at)) {
                    throw new CheckFailure(Rule.RACE, "rank " + schedule.shape().rank() + ": step " + step + " doesn't wait for step " + earlier + "\n" + schedule);
                }
            }
        }
    }

    private boolean touches(boolean byWriting, int earlier, int step, int at) {
        int kind = schedule.word(earlier, Schedule.KIND);
        return byWriting ? overlap(earlier, Schedule.TARGET, step, at)
                : readsSource(kind) && overlap(earlier, Schedule.SOURCE, step, at) || readsTarget(kind) && overlap(earlier, Schedule.TARGET, step, at);
    }

    private static boolean isSend(int kind) {
        return kind == Schedule.SEND || kind == Schedule.SEND_LONG || kind == Schedule.SEND_FOUND;
    }

    private static boolean isReceive(int kind) {
        return kind == Schedule.RECEIVE || kind == Schedule.RECEIVE_LONG || kind == Schedule.RECEIVE_FOUND;
    }

    private static boolean computes(int kind) {
        return kind == Schedule.COPY || kind == Schedule.REDUCE || kind == Schedule.ALLOCATE || kind >= Schedule.ENTER && kind <= Schedule.FIND_BELOW;
    }

    private static boolean readsSource(int kind) {
        return isSend(kind) || computes(kind) || kind == Schedule.SHOW || kind == Schedule.COMPARE || kind == Schedule.RECEIVE_FOUND;
    }

    /** Where it finds whom it sends to. */
    private static boolean readsTarget(int kind) {
        return kind == Schedule.SEND_FOUND;
    }

    private static boolean writes(int kind) {
        return isReceive(kind) || computes(kind) || kind == Schedule.MEASURE || kind == Schedule.SEE;
    }

    private boolean overlap(int one, int at, int other, int otherAt) {
        return schedule.word(one, at) == schedule.word(other, otherAt)
                && schedule.word(one, at + 1) < schedule.word(other, otherAt + 2) && schedule.word(other, otherAt + 1) < schedule.word(one, at + 2);
    }
}
