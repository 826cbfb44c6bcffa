package org.braid.coll.schedule;

import java.util.List;

/** The loops of a schedule, one behind the other, and where what is named by its number is held. Unchanging. */
final class Loops {
    /**
     * A loop as it is written.
     *
     * @param held where its first step is held
     * @param strides of each step of a round its source, then its target, in units a round
     */
    record Written(int held, int width, int again, int[] strides) {}

    private final Loop[] loops;
    private final int[] strides; // of each held step's source, then its target; zeros outside the loops
    private final int window;

    /**
     * At least one, in their order.
     *
     * @param rows of all held steps
     */
    static Loops of(List<Written> written, Rows rows) {
        Loop[] loops = new Loop[written.size()];
        int[] strides = new int[2 * rows.rows()];
        int window = 1;
        for (int at = 0; at < loops.length; at++) {
            Written each = written.get(at);
            int skipped = at == 0 ? 0 : loops[at - 1].skipped();
            int skippedEntries = at == 0 ? 0 : loops[at - 1].skippedEntries();
            loops[at] = Loop.of(each.held() + skipped, each.held(), each.width(), each.again(), rows.first(each.held()) + skippedEntries, rows);
            System.arraycopy(each.strides(), 0, strides, 2 * each.held(), each.strides().length);
            window = Math.max(window, loops[at].window());
        }
        return new Loops(loops, strides, window);
    }

    private Loops(Loop[] loops, int[] strides, int window) {
        this.loops = loops;
        this.strides = strides;
        this.window = window;
    }

    Loops withWindow(int steps) {
        return new Loops(loops, strides, steps);
    }

    /** How many steps may be under way: a power of two. */
    int window() {
        return window;
    }

    int count() {
        return loops.length;
    }

    Loop at(int which) {
        return loops[which];
    }

    /** How many steps are done that are not held. */
    int skipped() {
        return loops[loops.length - 1].skipped();
    }

    /** From which step on a number is not the one under which the step is held. */
    int writtenAgain() {
        return loops[0].writtenAgain();
    }

    /** How many units further the extent at that word of a held step lies in each round. */
    int stride(int held, int at) {
        return strides[2 * held + (at < Schedule.TARGET ? 0 : 1)];
    }

    /** A word of any step. */
    int word(int[] words, int step, int at) {
        Loop loop = before(step);
        if (step >= loop.behind()) {
            return words[(step - loop.skipped()) * Schedule.STRIDE + at];
        }
        if (step < loop.first()) {
            return words[step * Schedule.STRIDE + at];
        }
        int round = loop.round(step);
        int held = step - loop.first() + loop.held() - round * loop.width();
        int word = words[held * Schedule.STRIDE + at];
        boolean isExtent = at >= Schedule.SOURCE_FROM && at != Schedule.TARGET;
        return isExtent ? word + round * stride(held, at) : word;
    }

    /** Where the row of any step begins, or the last one ends. */
    int firstEntry(Rows rows, int step) {
        Loop loop = before(step);
        if (step >= loop.behind()) {
            return rows.first(step - loop.skipped()) + loop.skippedEntries();
        }
        if (step < loop.first()) {
            return rows.first(step);
        }
        int round = loop.round(step);
        int held = step - loop.first() + loop.held() - round * loop.width();
        return rows.first(held) + loop.firstEntry() - loop.heldEntry() + round * loop.entries();
    }

    /** An entry of any row. */
    int entry(Rows rows, int at) {
        Loop loop = beforeEntry(at);
        if (at >= loop.behindEntries()) {
            return rows.entry(at - loop.skippedEntries());
        }
        if (at < loop.firstEntry()) {
            return rows.entry(at);
        }
        int round = loop.roundOfEntry(at);
        int entry = rows.entry(at - loop.firstEntry() + loop.heldEntry() - round * loop.entries());
        return entry < 0 ? entry - round * loop.width() : entry + round * loop.width();
    }

    /** The last loop that does not begin behind that step, or the first one. */
    private Loop before(int step) {
        int low = 0;
        int high = loops.length;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (loops[middle].first() <= step) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return loops[low];
    }

    /** Likewise of an entry: of loops that begin there the last, since the others have none. */
    private Loop beforeEntry(int at) {
        int low = 0;
        int high = loops.length;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (loops[middle].firstEntry() <= at) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return loops[low];
    }
}
