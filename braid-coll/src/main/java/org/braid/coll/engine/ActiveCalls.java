package org.braid.coll.engine;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The calls of an engine that are under way. The oldest of them go on; those behind wait for room, so that whoever moves calls on looks at a bounded number of them, however many were started. Nobody waits for more by that: all members start their calls in one order, so whoever needs a younger one will have started the
 * older ones, too (MPI 4.1, section 6.12). Whoever walks through them does so backwards, for one that is over leaves.
 */
final class ActiveCalls {
    /** Enough to keep a delayed network busy with short calls, and no more than a look takes a microsecond or two for. */
    static final int MOST = 128;

    private final Call[] calls = new Call[MOST];
    private final ArrayDeque<Call> behind = new ArrayDeque<>();
    private int count;

    /** Those that go on. */
    int count() {
        return count;
    }

    /** Those that go on and those that wait for room. */
    int all() {
        return count + behind.size();
    }

    Call at(int index) {
        return calls[index];
    }

    /** One more; true if it goes on, false if it waits for room. */
    boolean add(Call call) {
        if (count == MOST || !behind.isEmpty()) {
            behind.add(call);
            return false;
        }
        calls[count++] = call;
        return true;
    }

    /** The oldest that waits, which goes on from now; null if there is none, or no room. */
    @Nullable Call admit() {
        Call next = count < MOST ? behind.poll() : null;
        if (next != null) {
            calls[count++] = next;
        }
        return next;
    }

    /** Nothing happens if it is not there. */
    void remove(Call call) {
        int at = indexOf(call);
        if (at >= 0) {
            calls[at] = calls[--count];
        } else {
            behind.remove(call);
        }
    }

    boolean contains(Call call) {
        return goesOn(call) || behind.contains(call);
    }

    /** Whether it is one of those that go on. */
    boolean goesOn(Call call) {
        return indexOf(call) >= 0;
    }

    private int indexOf(Call call) {
        for (int at = 0; at < count; at++) {
            if (calls[at] == call) {
                return at;
            }
        }
        return -1;
    }
}
