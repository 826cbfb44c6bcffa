package org.braid.mpi.match;

import org.jspecify.annotations.Nullable;

/**
 * All that waits under one key (source, tag), either of which may be {@link Matcher#ANY}: posted receives and unexpected messages, each in order of their running numbers. Linked
 * through the entries. Messages are linked both ways, since each stands in several queues and leaves any of them from the middle; receives leave in order but for cancelled ones, so
 * one way is enough and half the stores. With an exact key at most one of both is non-empty.
 */
final class QueuePair {
    /** The source of a pair that is no queue now: whoever remembers the pair sees that. */
    static final int NOBODY = -2;

    int source;
    int tag;

    /** Next pair of the same hash chain, or of the list of spare pairs. */
    @Nullable QueuePair chain;

    @Nullable Posted firstPosted;

    /** Out of date while there is no first. */
    private @Nullable Posted lastPosted;

    @Nullable Arrived firstArrived;
    @Nullable Arrived lastArrived;

    boolean isEmpty() {
        return firstPosted == null && firstArrived == null;
    }

    void append(Posted p) {
        Posted last = lastPosted;
        if (firstPosted == null || last == null) {
            firstPosted = p;
        } else {
            last.later = p;
        }
        lastPosted = p;
    }

    /** The receive that waits longest, taken out; null if none waits. */
    @Nullable Posted takeFirst() {
        Posted first = firstPosted;
        if (first != null) {
            firstPosted = first.later;
            first.later = null;
        }
        return first;
    }

    /**
     * Takes a receive out of the middle: one step for each that waits before it.
     *
     * @return false if it does not wait here
     */
    boolean remove(Posted p) {
        Posted before = firstPosted;
        if (before == p) {
            takeFirst();
            return true;
        }
        while (before != null && before.later != p) {
            before = before.later;
        }
        if (before != null) {
            before.later = p.later;
            lastPosted = lastPosted == p ? before : lastPosted;
            p.later = null;
        }
        return before != null;
    }

    boolean holds(Posted p) {
        Posted each = firstPosted;
        while (each != null && each != p) {
            each = each.later;
        }
        return each != null;
    }

    /** How many receives wait here. */
    int posted() {
        int count = 0;
        for (Posted p = firstPosted; p != null; p = p.later) {
            count++;
        }
        return count;
    }

    void append(Arrived a, int kind) {
        Arrived last = lastArrived;
        a.queue[kind] = this;
        a.earlier[kind] = last;
        if (last == null) {
            firstArrived = a;
        } else {
            last.later[kind] = a;
        }
        lastArrived = a;
    }

    void unlink(Arrived a, int kind) {
        Arrived before = a.earlier[kind];
        Arrived after = a.later[kind];
        if (before == null) {
            firstArrived = after;
        } else {
            before.later[kind] = after;
        }
        if (after == null) {
            lastArrived = before;
        } else {
            after.earlier[kind] = before;
        }
        a.queue[kind] = null;
        a.earlier[kind] = null;
        a.later[kind] = null;
    }
}
