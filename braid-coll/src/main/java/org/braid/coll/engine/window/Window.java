package org.braid.coll.engine.window;

import java.util.Arrays;
import org.braid.coll.schedule.Cursor;
import org.braid.coll.schedule.Schedule;

/**
 * Which steps of a schedule may start, told in memory for those that may be under way at once: the reorder buffer of an out-of-order processor (Smith and Pleszkun 1985, "Implementation of precise interrupts in pipelined processors"). Steps enter in their order as places come free, start when what they wait for is done,
 * in any order, and leave in their order.
 *
 * <pre>
 *   0 … retired-1 | retired …  entered-1  | entered …
 *   all complete  | waiting, under way,   | not looked at yet
 *                 | or complete           |
 *                 at most {@link Schedule#window} places: step i has place i mod that
 * </pre>
 *
 * A step that enters asks its predecessors how far they are, and hangs on those that are not as far as it wants: so of what is behind the window nothing needs to be known.
 */
public final class Window {
    /** No step may start at present. */
    public static final int NONE = -1;

    private static final int STARTED = -1;
    private static final int COMPLETE = -2;

    private Cursor cursor; // before the next step to enter
    private int steps;
    private int places;
    private int mask;
    private int entered;
    private int retired;
    private int readyFirst;
    private int readyEnd;

    // By place.
    private int[] states = {}; // how many predecessors a step waits for, or STARTED, or COMPLETE
    private int[] hanging = {}; // the first of the links of those that wait for it
    private int[] ready = {}; // a queue of places

    // Links: what stands in a row of predecessors, seen from the other side.
    private int[] waiters = new int[16]; // the place that waits: for a completion, or its complement for a start
    private int[] nexts = new int[16];
    private int linksMade;
    private int freeLink;

    /** For a run of that schedule. */
    public Window(Schedule schedule) {
        this.cursor = schedule.cursor();
        begin();
    }

    /** Begins a run anew. */
    public void begin(Schedule schedule) {
        if (cursor.schedule() == schedule) {
            cursor.rewind();
        } else {
            cursor = schedule.cursor();
        }
        begin();
    }

    private void begin() {
        steps = cursor.schedule().steps();
        places = cursor.schedule().window();
        mask = places - 1;
        if (states.length < places) {
            states = new int[places];
            hanging = new int[places];
            ready = new int[places];
        }
        entered = 0;
        retired = 0;
        readyFirst = 0;
        readyEnd = 0;
        linksMade = 0;
        freeLink = NONE;
        enter();
    }

    /** What is done in each place. */
    public Schedule places() {
        return cursor.places();
    }

    /** The place of the next step that may start, which must be {@linkplain #start started} then; {@link #NONE} until another one is complete. */
    public int next() {
        return hasNext() ? ready[readyFirst++ & mask] : NONE;
    }

    /** Whether {@link #next} has a step. Only where none is left of those that have entered, others leave and enter: many at once. */
    public boolean hasNext() {
        if (readyFirst == readyEnd && states[retired & mask] == COMPLETE) {
            retire();
            enter();
        }
        return readyFirst != readyEnd;
    }

    /** Whether all steps are complete, where {@link #hasNext} has said that none may start. */
    public boolean isOver() {
        return retired == steps;
    }

    /** The step in that place has started. */
    public void start(int place) {
        states[place] = STARTED;
        release(place, true);
    }

    /** The step in that place, which has started, is complete. */
    public void complete(int place) {
        states[place] = COMPLETE;
        release(place, false);
    }

    private void retire() {
        int step = retired;
        while (step < entered && states[step & mask] == COMPLETE) {
            step++;
        }
        retired = step;
    }

    private void enter() {
        int end = places < steps - retired ? retired + places : steps;
        for (int step = entered; step < end; step++) {
            enter(step);
        }
        entered = end;
    }

    private void enter(int step) {
        int waits = 0;
        for (int number = cursor.next(); number > 0; number--) {
            waits += await(step, cursor.predecessor(number));
        }
        int place = step & mask;
        states[place] = waits;
        hanging[place] = NONE;
        if (waits == 0) {
            ready[readyEnd++ & mask] = place;
        }
    }

    /** How many more it waits for: none, if what the entry names is as far as it says. */
    private int await(int step, int entry) {
        int earlier = entry < 0 ? ~entry : entry;
        int state = earlier < retired ? COMPLETE : states[earlier & mask];
        if (state == COMPLETE || entry < 0 && state == STARTED) {
            return 0;
        }
        int link = link();
        waiters[link] = entry < 0 ? ~(step & mask) : step & mask;
        nexts[link] = hanging[earlier & mask];
        hanging[earlier & mask] = link;
        return 1;
    }

    private int link() {
        int link = freeLink;
        if (link != NONE) {
            freeLink = nexts[link];
            return link;
        }
        if (linksMade == waiters.length) {
            waiters = Arrays.copyOf(waiters, 2 * linksMade);
            nexts = Arrays.copyOf(nexts, 2 * linksMade);
        }
        return linksMade++;
    }

    /** Counts down whoever waits for the start, or for the completion, of the step. */
    private void release(int place, boolean started) {
        int link = hanging[place];
        int kept = NONE;
        while (link != NONE) {
            int next = nexts[link];
            int waiter = waiters[link];
            if (waiter < 0 == started) {
                nexts[link] = freeLink;
                freeLink = link;
                countDown(started ? ~waiter : waiter);
            } else {
                nexts[link] = kept;
                kept = link;
            }
            link = next;
        }
        hanging[place] = kept;
    }

    private void countDown(int place) {
        if (--states[place] == 0) {
            ready[readyEnd++ & mask] = place;
        }
    }
}
