package org.braid.mpi.match;

import org.jspecify.annotations.Nullable;

/**
 * All that waits under one key (source, tag), either of which may be {@link Matcher#ANY}: posted receives and unexpected messages, each in order of their running numbers. Doubly
 * linked through the entries, so that append and unlink are O(1). With an exact key at most one of both is non-empty.
 */
final class QueuePair {
    /** The source of a pair that is no queue now: whoever remembers the pair sees that. */
    static final int NOBODY = -2;

    int source;
    int tag;

    /** Next pair of the same hash chain, or of the list of spare pairs. */
    @Nullable QueuePair chain;

    @Nullable Posted firstPosted;
    @Nullable Posted lastPosted;
    @Nullable Arrived firstArrived;
    @Nullable Arrived lastArrived;

    boolean isEmpty() {
        return firstPosted == null && firstArrived == null;
    }

    void append(Posted p) {
        Posted last = lastPosted;
        p.queue = this;
        p.earlier = last;
        if (last == null) {
            firstPosted = p;
        } else {
            last.later = p;
        }
        lastPosted = p;
    }

    void unlink(Posted p) {
        Posted before = p.earlier;
        Posted after = p.later;
        if (before == null) {
            firstPosted = after;
        } else {
            before.later = after;
        }
        if (after == null) {
            lastPosted = before;
        } else {
            after.earlier = before;
        }
        p.queue = null;
        p.earlier = null;
        p.later = null;
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
