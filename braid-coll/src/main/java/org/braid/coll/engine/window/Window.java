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
 * Of the rounds of a step that is held once the earlier ones start first, so for each held step only its next round can be due. It is looked at when it enters, and again when what it waited for has happened: the first of its predecessors that was not as far as it wants, or room. A place keeps the numbers of the last
 * steps there, so that one comparison says how far a predecessor is.
 */
public final class Window {
    private static final int NONE = -1;

    private Schedule schedule;
    private int mask;
    private int end;
    private int retired;
    private int entered; // held steps before it have entered

    // By place: the last step there that has started, or is complete; or, while the next one has not or is not, a held step that waits for that (waiter()).
    private int[] started = {};
    private int[] complete = {};

    // By held step.
    private int[] rounds = {}; // the next round
    private int[] others = {}; // one that has waited longer for the same, each for one thing at a time; in the queue, the one to be looked at behind it
    private int[] entries = {}; // of all rows of predecessors, without the way through the schedule
    private int awaitsRoom; // the last that waits for room

    // The held step that is turned to.
    private int held;
    private int rowFirst;
    private int rowEnd;
    private int again;
    private int width;
    private int round; // its next round,
    private int number; // which step it is there,
    private int later; // and how far that is behind its first round

    // Held steps that are to be looked at, in a ring of lists: each is there once at most.
    private int[] queue = {};
    private int queueFirst;
    private int queueEnd;

    /** For a run of that schedule. */
    public Window(Schedule schedule) {
        this.schedule = schedule;
        take();
        begin();
    }

    /** Begins a run anew. */
    public void begin(Schedule of) {
        if (of != schedule) {
            schedule = of;
            take();
        }
        begin();
    }

    private void take() {
        int places = schedule.window();
        mask = places - 1;
        if (started.length < places) {
            started = new int[places];
            complete = new int[places];
        }
        int count = schedule.heldSteps();
        if (rounds.length < count) {
            rounds = new int[count];
            others = new int[count];
            queue = new int[Integer.highestOneBit(count) << 1];
        }
        entries = new int[schedule.firstHeld(count)];
        for (int at = 0; at < entries.length; at++) {
            entries[at] = schedule.heldEntry(at);
        }
    }

    private void begin() {
        Arrays.fill(started, 0, mask + 1, NONE);
        Arrays.fill(complete, 0, mask + 1, NONE);
        Arrays.fill(rounds, 0, schedule.heldSteps(), 0);
        Arrays.fill(others, 0, schedule.heldSteps(), NONE); // a run that was given up leaves some
        awaitsRoom = NONE;
        queueFirst = 0;
        queueEnd = 0;
        retired = 0;
        entered = 0;
        end = 0;
    }

    /** Whose steps these are. */
    public Schedule schedule() {
        return schedule;
    }

    /** Where a step is that may be under way. */
    public int place(int step) {
        return step & mask;
    }

    /** Turns to a held step, of which {@link #mayStart} is to be asked until it says no; false until another step is complete. */
    public boolean next() {
        if (queueFirst == queueEnd && !hasRoom()) {
            return false;
        }
        int at = queueFirst & queue.length - 1;
        turnTo(queue[at]);
        if (others[held] == NONE) {
            queueFirst++;
        } else {
            queue[at] = others[held];
        }
        return true;
    }

    private void turnTo(int step) {
        held = step;
        round = rounds[step];
        rowFirst = schedule.firstHeld(step);
        rowEnd = schedule.firstHeld(step + 1);
        again = schedule.again(step);
        width = schedule.width(step);
        later = round * width;
        number = schedule.number(step) + later;
    }

    /** Has those leave that are complete, up to the first that is not; whether there is room then for a step that waits for some. */
    private boolean hasRoom() {
        int step = retired;
        while (step < end && complete[step & mask] == step) {
            step++;
        }
        retired = step;
        int before = end;
        end = mask < schedule.steps() - step ? step + mask + 1 : schedule.steps();
        if (end == before) {
            return false;
        }
        if (awaitsRoom != NONE) {
            wake(awaitsRoom);
            awaitsRoom = NONE;
        }
        while (entered < schedule.heldSteps() && schedule.number(entered) < end) {
            queue(entered++);
        }
        return queueFirst != queueEnd;
    }

    /** Whether it may start in its next round, as it must then. If it may not, it is turned to again when what it waits for has happened. */
    public boolean mayStart() {
        if (round > again) {
            return false;
        }
        if (number >= end) {
            others[held] = awaitsRoom;
            awaitsRoom = held;
            rounds[held] = round;
            return false;
        }
        for (int at = rowFirst; at < rowEnd; at++) {
            int entry = entries[at];
            if (entry >= 0 ? isBehind(complete, entry + later) : isBehind(started, ~entry + later)) {
                await(entry);
                rounds[held] = round;
                return false;
            }
        }
        return true;
    }

    private boolean isBehind(int[] lasts, int step) {
        return step >= retired && lasts[step & mask] < step;
    }

    private void await(int entry) {
        int[] lasts = entry >= 0 ? complete : started;
        int place = (entry >= 0 ? entry : ~entry) + later & mask;
        others[held] = lasts[place] < NONE ? waiter(lasts[place]) : NONE;
        lasts[place] = waiter(held);
    }

    /** A held step as a number below that of any step, and back. */
    private static int waiter(int step) {
        return NONE - 1 - step;
    }

    /** Those that have waited for the same are to be looked at, who has waited longest first. */
    private void wake(int last) {
        int first = last;
        int after = NONE;
        for (int before = others[first]; before != NONE; before = others[first]) {
            others[first] = after;
            after = first;
            first = before;
        }
        others[first] = after;
        queue(first);
    }

    private void queue(int first) {
        queue[queueEnd++ & queue.length - 1] = first;
    }

    /** Under which number it is held. */
    public int held() {
        return held;
    }

    /** Which step it is in its next round. */
    public int number() {
        return number;
    }

    /** Which round that is, from 0. */
    public int round() {
        return round;
    }

    /** It has started in its next round. */
    public void start() {
        reach(started, number);
        round++;
        number += width;
        later += width;
    }

    /** The step, which has started, is complete. */
    public void complete(int number) {
        reach(complete, number);
    }

    private void reach(int[] lasts, int number) {
        int before = lasts[number & mask];
        lasts[number & mask] = number;
        if (before < NONE) {
            wake(waiter(before));
        }
    }

    /** Whether all steps are complete, where there is no {@link #next}. */
    public boolean isOver() {
        return retired == schedule.steps();
    }
}
