package org.braid.coll.engine;

import java.util.Arrays;

/** The calls of an engine that are under way. Whoever walks through them does so backwards, for one that is over leaves. */
final class ActiveCalls {
    private Call[] calls = new Call[4];
    private int count;

    int count() {
        return count;
    }

    Call at(int index) {
        return calls[index];
    }

    void add(Call call) {
        if (count == calls.length) {
            calls = Arrays.copyOf(calls, 2 * count);
        }
        calls[count++] = call;
    }

    /** Nothing happens if it is not there. */
    void remove(Call call) {
        int at = indexOf(call);
        if (at >= 0) {
            calls[at] = calls[--count];
        }
    }

    boolean contains(Call call) {
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
