package org.braid.coll.engine.window;

import java.util.Arrays;
import org.braid.coll.schedule.Schedule;

/**
 * Which steps of a schedule with loops may start, told in memory for those that may be under way at once: the reorder buffer of a processor that issues what is alike in order (Smith and Pleszkun 1985, "Implementation of precise interrupts in pipelined processors").
 *
 * <pre>
 *   0 … retired-1 | retired …  end-1     | end …
 *   all complete  | waiting, under way,  | not looked at yet
 *                 | or complete          |
 *                 {@link Schedule#window} places: step i has place i mod that
 *
 *   held step       0    1    2    3
 *   its next round  7    4    4    -       0 has started in rounds 0 to 6; 3 has done all
 * </pre>
 *
 * Of the rounds of a step that is held once the earlier ones start first. So for each held step only its next round can be due, whoever looks for steps to start looks at one of each, and nobody has to be told of whom others wait for.
 */
public final class Window {
    private static final int NONE = -1;
    private static final int NEVER = Integer.MAX_VALUE;

    private Schedule schedule;
    private int mask;
    private int end;
    private int retired;
    private int first; // all held steps before it have started in all rounds
    private boolean hasNews; // since somebody looked at the first one

    // By place.
    private int[] started = {}; // the last step there that has started
    private int[] complete = {}; // the last one that is complete: neither goes back, so what has left the window is known, too
    private int[] held = {};

    // By held step.
    private int[] nexts = {}; // which it is in its next round; NEVER if there is none
    private int[] rounds = {}; // and which round that is

    /** For a run of that schedule. */
    public Window(Schedule schedule) {
        this.schedule = schedule;
        begin();
    }

    /** Begins a run anew. */
    public void begin(Schedule of) {
        schedule = of;
        begin();
    }

    private void begin() {
        int places = schedule.window();
        mask = places - 1;
        if (started.length < places) {
            started = new int[places];
            complete = new int[places];
            held = new int[places];
        }
        Arrays.fill(started, 0, places, NONE);
        Arrays.fill(complete, 0, places, NONE);
        if (nexts.length < schedule.heldSteps()) {
            nexts = new int[schedule.heldSteps()];
            rounds = new int[nexts.length];
        }
        for (int step = 0; step < schedule.heldSteps(); step++) {
            nexts[step] = schedule.number(step);
            rounds[step] = 0;
        }
        retired = 0;
        end = Math.min(places, schedule.steps());
        first = 0;
        hasNews = true;
    }

    /** Whose steps these are. */
    public Schedule schedule() {
        return schedule;
    }

    /** Where a step is that may be under way. */
    public int place(int step) {
        return step & mask;
    }

    /** Under which number the step is held that has started last in that place. */
    public int held(int place) {
        return held[place];
    }

    /** Whether any step may have become due since the last time; has those leave that are complete, up to the first that is not. */
    public boolean look() {
        if (!hasNews) {
            return false;
        }
        hasNews = false;
        int step = retired;
        while (step < end && complete[step & mask] == step) {
            step++;
        }
        retired = step;
        end = mask < schedule.steps() - step ? step + mask + 1 : schedule.steps();
        while (first < schedule.heldSteps() && nexts[first] == NEVER) {
            first++;
        }
        return true;
    }

    /** The first held step that may be due. */
    public int first() {
        return first;
    }

    /** Whether a held step has come into the window, as none behind one has that has not. */
    public boolean hasEntered(int step) {
        return step < schedule.heldSteps() && schedule.number(step) < end;
    }

    /** Whether the held step may start in its next round. */
    public boolean isDue(int step) {
        int next = nexts[step];
        if (next >= end) {
            return false;
        }
        int later = next - schedule.number(step);
        int last = schedule.firstHeld(step + 1);
        for (int at = schedule.firstHeld(step); at < last; at++) {
            int entry = schedule.heldEntry(at);
            if (entry < 0 ? isBehind(started, ~entry + later) : isBehind(complete, entry + later)) {
                return false;
            }
        }
        return true;
    }

    private boolean isBehind(int[] lasts, int step) {
        return lasts[step & mask] < step;
    }

    /** Which step the held one is in its next round. */
    public int next(int step) {
        return nexts[step];
    }

    /** Which round that is, from 0. */
    public int round(int step) {
        return rounds[step];
    }

    /** The held step has started in its next round. */
    public void start(int step) {
        int next = nexts[step];
        started[next & mask] = next;
        held[next & mask] = step;
        nexts[step] = rounds[step]++ < schedule.again(step) ? next + schedule.width(step) : NEVER;
        hasNews = true;
    }

    /** The step, which has started, is complete. */
    public void complete(int step) {
        complete[step & mask] = step;
        hasNews = true;
    }

    /** Whether all steps are complete, where {@link #look} says that there is no news. */
    public boolean isOver() {
        return retired == schedule.steps();
    }
}
