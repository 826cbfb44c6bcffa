package org.braid.testkit.sim.script;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Virtual time: events ordered by time, then by the order in which they were asked for. A binary heap. */
final class EventQueue {
    private long[] atNs = new long[256];
    private long[] order = new long[256];
    private @Nullable Runnable[] actions = new Runnable[256];
    private int size;
    private long asked;
    private long elapsedNs;

    /** Nanoseconds since the world began. */
    long elapsedNs() {
        return elapsedNs;
    }

    void after(long delayNs, Runnable action) {
        if (size == atNs.length) grow();
        int hole = size++;
        long time = elapsedNs + Math.max(0, delayNs);
        long number = asked++;
        while (hole > 0) {
            int parent = (hole - 1) / 2;
            if (atNs[parent] <= time) break; // equal times keep their order: the parent was asked for earlier
            move(parent, hole);
            hole = parent;
        }
        put(hole, time, number, action);
    }

    /** Runs the next event; false when there is none. */
    boolean step() {
        if (size == 0) return false;
        Runnable next = actions[0];
        elapsedNs = atNs[0];
        removeFirst();
        if (next != null) next.run();
        return true;
    }

    private void removeFirst() {
        int last = --size;
        long time = atNs[last];
        long number = order[last];
        Runnable action = actions[last];
        actions[last] = null;
        if (last == 0) return;
        int hole = 0;
        for (int child = 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && before(atNs[child + 1], order[child + 1], atNs[child], order[child])) child++;
            if (before(time, number, atNs[child], order[child])) break;
            move(child, hole);
            hole = child;
        }
        put(hole, time, number, action);
    }

    private static boolean before(long time, long number, long otherTime, long otherNumber) {
        return time != otherTime ? time < otherTime : number < otherNumber;
    }

    private void move(int from, int to) {
        put(to, atNs[from], order[from], actions[from]);
    }

    private void put(int at, long time, long number, @Nullable Runnable action) {
        atNs[at] = time;
        order[at] = number;
        actions[at] = action;
    }

    private void grow() {
        atNs = Arrays.copyOf(atNs, 2 * size);
        order = Arrays.copyOf(order, 2 * size);
        actions = Arrays.copyOf(actions, 2 * size);
    }
}
