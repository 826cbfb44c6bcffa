package org.braid.coll.schedule;

/** Walks through all steps of a schedule with loops in their order, those of each round where they are {@linkplain #held held}. */
public final class Cursor {
    private final Schedule schedule;
    private final Rows rows;
    private final Loops loops;
    private int loop; // this one or the next
    private int last; // held one of it
    private int width;
    private int again;
    private int held;
    private int round;
    private int later; // by how many steps what stands in its row is named too early
    private int end; // of its row

    /** Stands before the first step. */
    Cursor(Schedule schedule, Rows rows, Loops loops) {
        this.schedule = schedule;
        this.rows = rows;
        this.loops = loops;
        rewind();
    }

    /** Stands before the first step again. */
    public void rewind() {
        held = -1;
        turnTo(0);
    }

    private void turnTo(int next) {
        loop = next;
        round = 0;
        later = 0;
        if (next < loops.count()) {
            Loop of = loops.at(next);
            last = of.held() + of.width() - 1;
            width = of.width();
            again = of.again();
        } else {
            last = Integer.MAX_VALUE;
        }
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
            turnTo(loop + 1);
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
