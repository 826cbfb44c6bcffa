package org.braid.coll.schedule;

/**
 * Steps that are held once and done several times, each time further on: those of one round of a pipeline. Rounds before it, in which the pipe fills, and after it, in which it empties, are written by themselves.
 *
 * <pre>
 *   held        … held … held+width-1     | held+width …
 *   done        … first … first+width-1   +width … +2·width-1   …                again times more | first+width·(1+again) …
 *   an extent     [from, to)              [from + stride, to + stride)           …
 *   what a step waits for     p, ~p       p + width, ~(p + width)                …
 * </pre>
 *
 * A step is named by the number that it has where all are written out, and so is what it waits for. Unchanging.
 *
 * @param first the number of the first round's first step
 * @param held where that is held
 * @param firstEntry where its row of predecessors begins, if all rows are written out
 * @param heldEntry where it begins
 * @param entries of a round's rows
 */
record Loop(int first, int held, int width, int again, int firstEntry, int heldEntry, int entries, Divisor byWidth, Divisor byEntries) {
    /** So many rounds may be under way: as many requests to each neighbour. */
    private static final int ROUNDS_UNDER_WAY = 128;

    /** So many steps may be under way at least, and at most unless one round has more. */
    private static final int FEWEST_UNDER_WAY = 256;
    private static final int MOST_UNDER_WAY = 4096;

    /** @param rows of all held steps */
    static Loop of(int first, int held, int width, int again, int firstEntry, Rows rows) {
        int entries = rows.first(held + width) - rows.first(held);
        return new Loop(first, held, width, again, firstEntry, rows.first(held), entries, new Divisor(width), new Divisor(Math.max(1, entries)));
    }

    /** How many of its steps may be under way: a power of two. */
    int window() {
        int rounds = (int) Math.min(MOST_UNDER_WAY, (long) ROUNDS_UNDER_WAY * width);
        int whole = Math.max(width, Math.max(rounds, FEWEST_UNDER_WAY));
        return whole == Integer.highestOneBit(whole) ? whole : 2 * Integer.highestOneBit(whole);
    }

    /** From which step on a number is not the one of the round that is held. */
    int writtenAgain() {
        return first + width;
    }

    /** The first step behind all rounds. */
    int behind() {
        return Math.addExact(first + width, Math.multiplyExact(width, again));
    }

    /** Likewise of entries. */
    int behindEntries() {
        return firstEntry + entries * (1 + again);
    }

    /** By how much the number of a step behind it is greater than that under which it is held. */
    int skipped() {
        return first - held + width * again;
    }

    /** Likewise of entries. */
    int skippedEntries() {
        return firstEntry - heldEntry + entries * again;
    }

    /** In which round a step of it is. */
    int round(int step) {
        return byWidth.of(step - first);
    }

    /** In which round an entry of it is. */
    int roundOfEntry(int at) {
        return byEntries.of(at - firstEntry);
    }
}
