package org.braid.mpi.p2p;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The inboxes of this process by the endpoints of their objects: where messages of a process to itself go. Endpoints are numbered densely and numbers are given out again, so an array has room for them. Guarded
 * by the context's token.
 */
final class Inboxes {
    private static final int FIRST_ENDPOINTS = 16;

    private @Nullable Inbox[] inboxes = new @Nullable Inbox[FIRST_ENDPOINTS];
    private int[] generations = new int[FIRST_ENDPOINTS];

    void add(LcoName name, Inbox inbox) {
        int at = name.endpoint();
        if (at >= inboxes.length) {
            int length = Math.max(at + 1, inboxes.length * 2);
            @Nullable Inbox[] more = Arrays.copyOf(inboxes, length);
            generations = Arrays.copyOf(generations, length);
            inboxes = more;
        }
        generations[at] = name.generation();
        inboxes[at] = inbox;
    }

    void remove(LcoName name) {
        if (of(name) != null) {
            inboxes[name.endpoint()] = null;
        }
    }

    /** The inbox of this process's object with that name, or null if the object was freed. */
    @Nullable Inbox of(LcoName name) {
        int at = name.endpoint();
        return at >= 0 && at < inboxes.length && generations[at] == name.generation() ? inboxes[at] : null;
    }
}
