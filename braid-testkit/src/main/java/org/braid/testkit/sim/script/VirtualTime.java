package org.braid.testkit.sim.script;

import org.jspecify.annotations.Nullable;

/**
 * The time of one world: it passes from event to event, and nowhere else. A call of the runtime that waits runs the next event inside itself: the world goes on around it.
 *
 * <p>Whoever finds a promise broken says so here, since the runtime catches what handlers throw; the world ends after the event. Somebody who looks at the clock again and again, and lets nobody else go
 * on, would never end: after so many looks it is told that it is in an endless loop, and the world has its failure, with its seed.
 */
public final class VirtualTime {
    /** Looks at the clock in one event, some hundred times as many as any sound world has needed. */
    private static final int MOST_LOOKS = 100_000;

    private final EventQueue events = new EventQueue();
    private final long originNs;
    private @Nullable SimFailure broken;
    private long steps;
    private int looks;

    /** @param originNs what the clock shows at the beginning; any number will do */
    public VirtualTime(long originNs) {
        this.originNs = originNs;
    }

    /**
     * What a clock shows now.
     *
     * @throws SimFailure if it has shown the same too often since the last event
     */
    public long nanoTime() {
        if (++looks > MOST_LOOKS) {
            String endless = "time stands still: " + MOST_LOOKS + " looks at the clock since the last event";
            broken(endless);
            throw new SimFailure(endless);
        }
        return originNs + elapsedNs();
    }

    /** Nanoseconds since the world began. */
    public long elapsedNs() {
        return events.elapsedNs();
    }

    /** Events so far. */
    public long steps() {
        return steps;
    }

    /** Runs {@code action} in {@code delayNs}, after what was asked for earlier for the same moment. */
    public void after(long delayNs, Runnable action) {
        events.after(delayNs, action);
    }

    /**
     * Runs the next event.
     *
     * @throws SimFailure if a promise was broken in it, or in an earlier one
     */
    public void step() {
        steps++;
        looks = 0;
        try {
            if (!events.step()) {
                broken("the world stood still");
            }
        } catch (RuntimeException | Error thrown) {
            if (broken == null) {
                broken = thrown instanceof SimFailure known ? known : new SimFailure(String.valueOf(thrown.getMessage()), thrown); // whoever gives way may catch it, and the world would go on
            }
        }
        SimFailure found = broken;
        if (found != null) {
            throw found;
        }
    }

    /** A promise was broken; the first one counts. */
    public void broken(String what) {
        if (broken == null) {
            broken = new SimFailure(what);
        }
    }
}
