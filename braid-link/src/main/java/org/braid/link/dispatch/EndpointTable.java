package org.braid.link.dispatch;

import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The open endpoints of one context, by index. Changed under {@code this}; looked up without a lock by the poller: entries are immutable, so a racy
 * read sees a whole endpoint or none, and {@code slots} is replaced only to grow.
 */
public final class EndpointTable {
    /** Indices below are given by name: the same in every context of a job. */
    public static final int WELL_KNOWN = 64;

    private static final int MOST = 1 << 24;

    private volatile @Nullable Endpoint[] slots = new @Nullable Endpoint[WELL_KNOWN * 2];
    private int[] generations = new int[WELL_KNOWN * 2];
    private int next = WELL_KNOWN;

    /** The endpoint that a header names, or null if there is none such now. */
    @Nullable Endpoint at(int index, int generation) {
        Endpoint[] s = slots;
        if (index < 0 || index >= s.length) {
            return null;
        }
        Endpoint e = s[index];
        return e != null && e.generation() == generation ? e : null;
    }

    /** Opens one at a free index. */
    public synchronized Endpoint open(@Nullable Object userData) {
        return place(freeIndex(), userData);
    }

    /** Opens the one at this index, below {@link #WELL_KNOWN}. */
    public synchronized Endpoint openWellKnown(int index, @Nullable Object userData) {
        if (index < 0 || index >= WELL_KNOWN || slots[index] != null) {
            throw new BraidException(
                    ErrorCode.ENDPOINT_UNKNOWN,
                    "Endpoint " + index + " cannot be opened",
                    "Well-known indices are 0.." + (WELL_KNOWN - 1) + " and each is open at most once per context",
                    "Choose another index, or close the endpoint that holds it");
        }
        return place(index, userData);
    }

    synchronized void close(Endpoint endpoint) {
        if (slots[endpoint.index()] == endpoint) {
            slots[endpoint.index()] = null;
            next = Math.min(next, Math.max(WELL_KNOWN, endpoint.index()));
        }
    }

    private Endpoint place(int index, @Nullable Object userData) {
        // A well-known endpoint keeps generation 0 so that peers can name it without having met it.
        int generation = index < WELL_KNOWN ? 0 : ++generations[index] & 0xFFFF;
        Endpoint e = new Endpoint(this, index, generation, userData);
        slots[index] = e;
        return e;
    }

    private int freeIndex() {
        int i = next;
        while (i < slots.length && slots[i] != null) {
            i++;
        }
        if (i == slots.length) {
            grow();
        }
        next = i + 1;
        return i;
    }

    private void grow() {
        if (slots.length >= MOST) {
            throw new BraidException(
                    ErrorCode.TOO_MANY_ENDPOINTS,
                    "No further endpoint can be opened in this context",
                    slots.length + " are open, the limit",
                    "Close endpoints that are no longer used");
        }
        slots = Arrays.copyOf(slots, slots.length * 2);
        generations = Arrays.copyOf(generations, generations.length * 2);
    }
}
