package org.braid.coll.schedule;

/**
 * Steps that are written once and done several times, each time further on: those of one round of a pipeline. Rounds before it, in which the pipe fills, and after it, in which it empties, are written by themselves.
 *
 * <pre>
 *   written     0 … first-1 | first … first+width-1 | first+width …
 *   done        0 … first-1 | first … +width-1   +width … +2·width-1   …                again times more | first+width·(1+again) …
 *   an extent                 [from, to)         [from + stride, to + stride)           …
 *   what a step waits for     p, ~p              p + width, ~(p + width)                …
 * </pre>
 *
 * A step is named by the number that it has where all are written out, and so is what it waits for. Unchanging.
 */
final class Loop {
    /** So many rounds may be under way: as many requests to each neighbour. */
    private static final int ROUNDS_UNDER_WAY = 128;

    /** So many steps may be under way at least, and at most unless one round has more. */
    private static final int FEWEST_UNDER_WAY = 256;
    private static final int MOST_UNDER_WAY = 4096;

    private final int first;
    private final int width;
    private final int again;
    private final int[] strides; // of each held step's source, then its target, in units a round; zeros outside the loop
    private final int window;
    private final int firstEntry;
    private final int entries; // of a round's rows
    private final int behind; // the first step behind all rounds
    private final Divisor byWidth;
    private final Divisor byEntries;

    /**
     * Of held steps.
     *
     * @param strides of each step of a round its source, then its target
     * @param rows of all of them
     */
    Loop(int first, int width, int again, int[] strides, Rows rows) {
        this(first, width, again, new int[2 * rows.rows()], window(width), rows.first(first), rows.first(first + width) - rows.first(first));
        System.arraycopy(strides, 0, this.strides, 2 * first, strides.length);
    }

    private Loop(int first, int width, int again, int[] strides, int window, int firstEntry, int entries) {
        this.first = first;
        this.width = width;
        this.again = again;
        this.strides = strides;
        this.window = window;
        this.firstEntry = firstEntry;
        this.entries = entries;
        this.behind = Math.addExact(first + width, Math.multiplyExact(width, again));
        this.byWidth = new Divisor(width);
        this.byEntries = new Divisor(Math.max(1, entries));
    }

    private static int window(int width) {
        int rounds = (int) Math.min(MOST_UNDER_WAY, (long) ROUNDS_UNDER_WAY * width);
        int whole = Math.max(width, Math.max(rounds, FEWEST_UNDER_WAY));
        return whole == Integer.highestOneBit(whole) ? whole : 2 * Integer.highestOneBit(whole);
    }

    Loop withWindow(int steps) {
        return new Loop(first, width, again, strides, steps, firstEntry, entries);
    }

    int first() {
        return first;
    }

    int width() {
        return width;
    }

    int again() {
        return again;
    }

    int window() {
        return window;
    }

    /** How many units further the extent at that word of a held step lies in each round. */
    int stride(int step, int at) {
        return strides[2 * step + (at < Schedule.TARGET ? 0 : 1)];
    }

    /** From which step on a number is not the one under which the step is written. */
    int writtenAgain() {
        return first + width;
    }

    /** How many steps are done that are not written. */
    int skipped() {
        return width * again;
    }

    /** A word of a step from {@link #writtenAgain} on. */
    int word(int[] words, int step, int at) {
        if (step >= behind) {
            return words[(step - skipped()) * Schedule.STRIDE + at];
        }
        int round = byWidth.of(step - first);
        int line = step - round * width;
        int word = words[line * Schedule.STRIDE + at];
        boolean isExtent = at >= Schedule.SOURCE_FROM && at != Schedule.TARGET;
        return isExtent ? word + round * stride(line, at) : word;
    }

    /** Where the row of such a step begins, or the last one ends. */
    int firstEntry(Rows rows, int step) {
        if (step >= behind) {
            return rows.first(step - skipped()) + again * entries;
        }
        int round = byWidth.of(step - first);
        return rows.first(step - round * width) + round * entries;
    }

    /** An entry of any row. */
    int entry(Rows rows, int at) {
        int in = at - firstEntry;
        if (in < entries || entries == 0) {
            return rows.entry(at);
        }
        int round = byEntries.of(in);
        if (round > again) {
            return rows.entry(at - again * entries);
        }
        int entry = rows.entry(at - round * entries);
        return entry < 0 ? entry - round * width : entry + round * width;
    }
}
