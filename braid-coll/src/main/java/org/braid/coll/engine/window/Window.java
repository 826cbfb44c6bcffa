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
    private static final int LINKED = -2;

    private Cursor cursor; // before the next step to enter
    private int steps;
    private int places;
    private int mask;
    private int entered;
    private int end; // up to where steps may enter, as far as known
    private int retired;
    private int readyFirst;
    private int readyEnd;

    // By place.
    private int[] states = {}; // how many predecessors a step waits for, or STARTED, or COMPLETE
    private int[] onCompletion = {}; // who waits until it is complete: NONE, a place, or a link (LINKED, LINKED - 1, …) to one and to others
    private int[] onStart = {}; // likewise until it has started
    private int[] ready = {}; // a queue of places
    private int[] held = {};
    private int[] rounds = {};

    // Links: where more than one wait.
    private int[] waiters = new int[16]; // the place of one,
    private int[] nexts = new int[16]; // and the others: a place, or a link
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
            onCompletion = new int[places];
            onStart = new int[places];
            ready = new int[places];
            held = new int[places];
            rounds = new int[places];
        }
        Arrays.fill(onCompletion, 0, places, NONE); // a run that was given up leaves some
        Arrays.fill(onStart, 0, places, NONE);
        entered = 0;
        retired = 0;
        readyFirst = 0;
        readyEnd = 0;
        linksMade = 0;
        freeLink = NONE;
        end = Math.min(places, steps);
    }

    /** Whose steps these are. */
    public Schedule schedule() {
        return cursor.schedule();
    }

    /** Under which number the step in that place is held. */
    public int held(int place) {
        return held[place];
    }

    /** In which of the rounds for which it is held it is, from 0. */
    public int round(int place) {
        return rounds[place];
    }

    /** The place of the next step that may start, which must be {@linkplain #start started} then; {@link #NONE} until another one is complete. */
    public int next() {
        return readyFirst != readyEnd ? ready[readyFirst++ & mask] : enter();
    }

    /** Whether {@link #next} may have a step again, where it had none before. */
    public boolean hasNext() {
        return readyFirst != readyEnd || hasRoom();
    }

    /** Whether all steps are complete, where {@link #hasNext} has said that none may start. */
    public boolean isOver() {
        return retired == steps;
    }

    /** The step in that place has started. */
    public void start(int place) {
        states[place] = STARTED;
        int hanging = onStart[place];
        if (hanging != NONE) {
            onStart[place] = NONE;
            release(hanging);
        }
    }

    /** The step in that place, which has started, is complete. */
    public void complete(int place) {
        states[place] = COMPLETE;
        int hanging = onCompletion[place];
        if (hanging != NONE) {
            onCompletion[place] = NONE;
            release(hanging);
        }
    }

    /** The step in that place has started, and was complete at once. */
    public void startAndComplete(int place) {
        start(place);
        complete(place);
    }

    /** Takes steps in until one waits for nothing; its place. */
    private int enter() {
        while (entered < end || hasRoom()) {
            int step = entered;
            entered = step + 1;
            if (waits(step) == 0) {
                return step & mask;
            }
        }
        return NONE;
    }

    /** Has those leave that are complete, up to the first that is not; whether another one may enter. */
    private boolean hasRoom() {
        int step = retired;
        while (step < entered && states[step & mask] == COMPLETE) {
            step++;
        }
        retired = step;
        end = places < steps - step ? step + places : steps;
        return entered < end;
    }

    /** For how many others a step waits that enters. */
    private int waits(int step) {
        int place = step & mask;
        int waits = 0;
        for (int number = cursor.next(); number > 0; number--) {
            waits += waits(place, cursor.predecessor(number));
        }
        states[place] = waits;
        held[place] = cursor.held();
        rounds[place] = cursor.round();
        return waits;
    }

    /** One, unless what the entry names is as far as it says. */
    private int waits(int place, int entry) {
        int earlier = entry < 0 ? ~entry : entry;
        int at = earlier & mask;
        int state = earlier < retired ? COMPLETE : states[at];
        if (state == COMPLETE || entry < 0 && state == STARTED) {
            return 0;
        }
        int[] hanging = entry < 0 ? onStart : onCompletion;
        int others = hanging[at];
        hanging[at] = others == NONE ? place : link(place, others);
        return 1;
    }

    private int link(int waiter, int others) {
        int link = freeLink;
        if (link != NONE) {
            freeLink = nexts[link];
        } else {
            link = newLink();
        }
        waiters[link] = waiter;
        nexts[link] = others;
        return LINKED - link;
    }

    private int newLink() {
        if (linksMade == waiters.length) {
            waiters = Arrays.copyOf(waiters, 2 * linksMade);
            nexts = Arrays.copyOf(nexts, 2 * linksMade);
        }
        return linksMade++;
    }

    /** Counts down those that have waited. */
    private void release(int hanging) {
        int others = hanging;
        while (others <= LINKED) {
            int link = LINKED - others;
            countDown(waiters[link]);
            others = nexts[link];
            nexts[link] = freeLink;
            freeLink = link;
        }
        countDown(others);
    }

    private void countDown(int place) {
        int waits = states[place] - 1;
        states[place] = waits;
        if (waits == 0) {
            ready[readyEnd++ & mask] = place;
        }
    }
}
