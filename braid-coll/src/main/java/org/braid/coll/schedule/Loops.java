package org.braid.coll.schedule;

import java.util.List;

/**
 * The loops of a schedule, one behind the other, and where what is named by its number is held. Unchanging.
 *
 * <p>What is known of each held step stands in five words of a table:
 * <pre>
 *  | number in its first round | steps from round to round | rounds after the first | units from round to round of its source | of its target |
 *              0                           1                            2                               3                           4
 * </pre>
 * Of one that is in no loop all but the first are 0.
 */
final class Loops {
    private static final int WORDS = 5, NUMBER = 0, WIDTH = 1, AGAIN = 2, SOURCE_STRIDE = 3, TARGET_STRIDE = 4;

    /**
     * A loop as it is written.
     *
     * @param held where its first step is held
     * @param strides of each step of a round its source, then its target, in units a round
     */
    record Written(int held, int width, int again, int[] strides) {}

    private final Loop[] loops;
    private final int[] table;
    private final int window;

    /**
     * At least one, in their order.
     *
     * @param rows of all held steps
     */
    static Loops of(List<Written> written, Rows rows) {
        Loop[] loops = new Loop[written.size()];
        int[] table = new int[WORDS * rows.rows()];
        int window = 1;
        int held = 0;
        int skipped = 0;
        int skippedEntries = 0;
        for (int at = 0; at < loops.length; at++) {
            Written each = written.get(at);
            Loop loop = Loop.of(each.held() + skipped, each.held(), each.width(), each.again(), rows.first(each.held()) + skippedEntries, rows);
            number(table, held, each.held() + each.width(), skipped);
            repeat(table, each);
            loops[at] = loop;
            window = Math.max(window, loop.window());
            held = each.held() + each.width();
            skipped = loop.skipped();
            skippedEntries = loop.skippedEntries();
        }
        number(table, held, rows.rows(), skipped);
        return new Loops(loops, table, window);
    }

    /** Of the held steps {@code [from, to)}, which are so many steps further on than where they are held. */
    private static void number(int[] table, int from, int to, int skipped) {
        for (int held = from; held < to; held++) {
            table[WORDS * held + NUMBER] = held + skipped;
        }
    }

    private static void repeat(int[] table, Written loop) {
        for (int step = 0; step < loop.width(); step++) {
            int at = WORDS * (loop.held() + step);
            table[at + WIDTH] = loop.width();
            table[at + AGAIN] = loop.again();
            table[at + SOURCE_STRIDE] = loop.strides()[2 * step];
            table[at + TARGET_STRIDE] = loop.strides()[2 * step + 1];
        }
    }

    private Loops(Loop[] loops, int[] table, int window) {
        this.loops = loops;
        this.table = table;
        this.window = window;
    }

    Loops withWindow(int steps) {
        return new Loops(loops, table, steps);
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

    /** Which step a held one is in its first round. */
    int number(int held) {
        return table[WORDS * held + NUMBER];
    }

    /** By how many steps its next round is further on. */
    int width(int held) {
        return table[WORDS * held + WIDTH];
    }

    /** How many rounds it has after the first. */
    int again(int held) {
        return table[WORDS * held + AGAIN];
    }

    /** How many units further the extent at that word of a held step lies in each round. */
    int stride(int held, int at) {
        return table[WORDS * held + (at < Schedule.TARGET ? SOURCE_STRIDE : TARGET_STRIDE)];
    }

    /** The same step of the next round; {@link Schedule#NOBODY} if there is none. */
    int nextRound(int step) {
        Loop loop = before(step);
        int next = step + loop.width();
        return step >= loop.first() && next < loop.behind() ? next : Schedule.NOBODY;
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
