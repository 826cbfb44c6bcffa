package org.braid.coll.schedule;

/** Walks through all steps of a schedule with a loop in their order, those of each round where they are {@linkplain #held held}. */
public final class Cursor {
    private final Schedule schedule;
    private final Rows rows;
    private final int last; // held one of the loop
    private final int width;
    private final int again;
    private int held;
    private int round;
    private int later; // by how many steps what stands in its row is named too early
    private int end; // of its row

    /** Stands before the first step. */
    Cursor(Schedule schedule, Rows rows, Loop loop) {
        this.schedule = schedule;
        this.rows = rows;
        this.last = loop.writtenAgain() - 1;
        this.width = loop.width();
        this.again = loop.again();
        rewind();
    }

    /** Stands before the first step again. */
    public void rewind() {
        held = -1;
        round = 0;
        later = 0;
    }

    /** What it walks through. */
    public Schedule schedule() {
        return schedule;
    }

    /** Goes on to the next step, of which there must be one. Returns how many predecessors it has. */
    public int next() {
        if (held != last) {
            held++;
        } else if (round < again) {
            round++;
            later += width;
            held = last + 1 - width;
        } else {
            round = 0;
            later = 0;
            held++;
        }
        end = rows.first(held + 1);
        return end - rows.first(held);
    }

    /** Under which number the step is held: of which {@link Schedule#written} tells the words. */
    public int held() {
        return held;
    }

    /** In which of the rounds for which it is held it is, from 0. */
    public int round() {
        return round;
    }

    /** One of its predecessors, numbered from 1, the last one first; as {@link Schedule#predecessor}. */
    public int predecessor(int number) {
        int entry = rows.entry(end - number);
        return entry < 0 ? entry - later : entry + later;
    }
}
