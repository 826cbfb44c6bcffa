package org.braid.coll.schedule;

/**
 * Walks through all steps of a schedule with a loop in their order. Each step's words are written into its place among those that may be under way at once: step i into place i mod {@link Schedule#window}, a power of two, of a schedule {@link #places} of as many steps, which are no more in order and wait for nothing.
 */
public final class Cursor {
    private final Schedule schedule;
    private final int[] words;
    private final Rows rows;
    private final Loop loop;
    private final int[] placed;
    private final Schedule places;
    private final int mask;
    private final int last; // the last written step of the loop
    private final int width;
    private final int again;
    private int step;
    private int line; // where the step is written
    private int round;
    private int later; // by how many steps what is written there is named too early
    private int end; // of its row

    /** Stands before the first step. */
    Cursor(Schedule schedule, int[] words, Rows rows, Loop loop, int[] placed, Schedule places) {
        this.schedule = schedule;
        this.words = words;
        this.rows = rows;
        this.loop = loop;
        this.placed = placed;
        this.places = places;
        this.mask = schedule.window() - 1;
        this.last = loop.writtenAgain() - 1;
        this.width = loop.width();
        this.again = loop.again();
        rewind();
    }

    /** Stands before the first step again. */
    public void rewind() {
        step = -1;
        line = -1;
        round = 0;
        later = 0;
    }

    /** What it walks through. */
    public Schedule schedule() {
        return schedule;
    }

    /** What is done in each place: of one that has not been taken nothing that means anything. */
    public Schedule places() {
        return places;
    }

    /** Goes on to the next step, of which there must be one. Returns how many predecessors it has. */
    public int next() {
        step++;
        if (line == last && round < again) {
            round++;
            later += width;
            line = last + 1 - width;
        } else {
            later = line == last ? 0 : later;
            line++;
        }
        place(line * Schedule.STRIDE, (step & mask) * Schedule.STRIDE);
        end = rows.first(line + 1);
        return end - rows.first(line);
    }

    private void place(int from, int to) {
        int sourceFurther = later == 0 ? 0 : round * loop.stride(line, Schedule.SOURCE);
        int targetFurther = later == 0 ? 0 : round * loop.stride(line, Schedule.TARGET);
        placed[to] = words[from];
        placed[to + Schedule.PEER] = words[from + Schedule.PEER];
        placed[to + Schedule.SOURCE] = words[from + Schedule.SOURCE];
        placed[to + Schedule.SOURCE_FROM] = words[from + Schedule.SOURCE_FROM] + sourceFurther;
        placed[to + Schedule.SOURCE_TO] = words[from + Schedule.SOURCE_TO] + sourceFurther;
        placed[to + Schedule.TARGET] = words[from + Schedule.TARGET];
        placed[to + Schedule.TARGET_FROM] = words[from + Schedule.TARGET_FROM] + targetFurther;
        placed[to + Schedule.TARGET_TO] = words[from + Schedule.TARGET_TO] + targetFurther;
    }

    /** One of its predecessors, numbered from 1, the last one first; as {@link Schedule#predecessor}. */
    public int predecessor(int number) {
        int entry = rows.entry(end - number);
        return entry < 0 ? entry - later : entry + later;
    }
}
