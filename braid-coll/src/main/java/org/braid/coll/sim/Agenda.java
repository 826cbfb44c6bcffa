package org.braid.coll.sim;

import java.util.Arrays;

/**
 * What is to happen when: events by time, those of one time by their numbers, and those that are entered for the present time when all that were there before have been taken, again by their numbers. So their order does not depend on who entered them
 * first, and is the same for all ranks that are alike ({@link Symmetry}). Collectives are symmetric, so that many events share few times: a heap holds the times, and each has a list.
 */
final class Agenda {
    private static final int NONE = -1;

    private final TimeTable lists = new TimeTable(); // the list of each time that lies ahead or is now
    private long[] heap = new long[64];
    private int times;
    private int[] firsts = new int[64];
    private int[] lasts = new int[64];
    private int freeList = NONE;
    private int listsMade;
    private long[] events = new long[256];
    private int[] nexts = new int[256];
    private int freeEvent = NONE;
    private int eventsMade;
    private int current = NONE;
    private long[] batch = new long[256]; // what is taken now, ascending
    private int batchSize;
    private int taken;
    private long nowPs;

    /** The time of the event taken last. */
    long nowPs() {
        return nowPs;
    }

    /** @param atPs not before now */
    void add(long atPs, long event) {
        int list = lists.get(atPs);
        if (list == NONE) {
            list = newList();
            lists.put(atPs, list);
            push(atPs);
        }
        int entry = newEntry(event);
        if (firsts[list] == NONE) {
            firsts[list] = entry;
        } else {
            nexts[lasts[list]] = entry;
        }
        lasts[list] = entry;
    }

    /** Whether an event is left; if so, {@link #next} takes it. */
    boolean hasNext() {
        return taken < batchSize || hasBatch();
    }

    /** The first event, which is no longer there. */
    long next() {
        return batch[taken++];
    }

    private boolean hasBatch() {
        if (current != NONE && firsts[current] == NONE) {
            close();
        }
        if (current == NONE) {
            if (times == 0) {
                return false;
            }
            nowPs = pop();
            current = lists.get(nowPs);
        }
        takeList();
        return true;
    }

    /** All that is entered for the present time so far. */
    private void takeList() {
        taken = 0;
        batchSize = 0;
        boolean isAscending = true;
        int entry = firsts[current];
        while (entry != NONE) {
            if (batchSize == batch.length) {
                batch = Arrays.copyOf(batch, 2 * batchSize);
            }
            isAscending &= batchSize == 0 || batch[batchSize - 1] <= events[entry];
            batch[batchSize++] = events[entry];
            int next = nexts[entry];
            nexts[entry] = freeEvent;
            freeEvent = entry;
            entry = next;
        }
        firsts[current] = NONE;
        if (!isAscending) {
            Arrays.sort(batch, 0, batchSize);
        }
    }

    private void close() {
        lists.remove(nowPs);
        firsts[current] = freeList;
        freeList = current;
        current = NONE;
    }

    private int newList() {
        int list = freeList;
        if (list == NONE) {
            if (listsMade == firsts.length) {
                firsts = Arrays.copyOf(firsts, 2 * listsMade);
                lasts = Arrays.copyOf(lasts, 2 * listsMade);
            }
            list = listsMade++;
        } else {
            freeList = firsts[list];
        }
        firsts[list] = NONE;
        return list;
    }

    private int newEntry(long event) {
        int entry = freeEvent;
        if (entry == NONE) {
            if (eventsMade == events.length) {
                events = Arrays.copyOf(events, 2 * eventsMade);
                nexts = Arrays.copyOf(nexts, 2 * eventsMade);
            }
            entry = eventsMade++;
        } else {
            freeEvent = nexts[entry];
        }
        events[entry] = event;
        nexts[entry] = NONE;
        return entry;
    }

    private void push(long time) {
        if (times == heap.length) {
            heap = Arrays.copyOf(heap, 2 * times);
        }
        int at = times++;
        for (int above = (at - 1) >>> 2; at > 0 && heap[above] > time; above = (at - 1) >>> 2) {
            heap[at] = heap[above];
            at = above;
        }
        heap[at] = time;
    }

    private long pop() {
        long least = heap[0];
        long last = heap[--times];
        int at = 0;
        for (int below = least(at); below < times && heap[below] < last; below = least(at)) {
            heap[at] = heap[below];
            at = below;
        }
        heap[at] = last;
        return least;
    }

    /** The least of the four below; not in the heap if there is none. */
    private int least(int at) {
        int first = 4 * at + 1;
        int least = first;
        for (int below = first + 1; below < Math.min(first + 4, times); below++) {
            least = heap[below] < heap[least] ? below : least;
        }
        return least;
    }
}
