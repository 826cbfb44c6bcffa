package org.braid.mpi;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/** Whom this process waits for, and has for long: the peers of those requests that two looks have found pending. Guarded by the context's token. */
final class LongWaits {
    private final RequestPool requests;
    private final ContextId self;

    /** By index of the request: the generation that the last look found pending, plus one. */
    private int[] seen = new int[0];

    LongWaits(RequestPool requests, ContextId self) {
        this.requests = requests;
        this.self = self;
    }

    /**
     * One look, about a second after the one before.
     *
     * @param gone who has left MPI: where one of several would do, another one is named
     * @return whom requests wait for that the last look has found pending, too
     */
    Set<ContextId> look(Set<ContextId> gone) {
        if (seen.length < requests.size()) {
            seen = Arrays.copyOf(seen, requests.size());
        }
        Set<ContextId> all = new HashSet<>();
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            ContextId awaited = r != null && r.isPending() && hasWaited(r) ? awaited(r, gone) : null;
            if (awaited != null) {
                all.add(awaited);
            }
        }
        return all;
    }

    private boolean hasWaited(Request r) {
        boolean before = seen[r.index] == r.generation() + 1;
        seen[r.index] = r.generation() + 1;
        return before;
    }

    /** Who must do something for this request to go on; null if that can't be said. */
    private @Nullable ContextId awaited(Request r, Set<ContextId> gone) {
        return switch (r.kind) {
            case RECEIVE, COLLECTIVE_RECEIVE, PROBE -> r.lco == null ? null : awaited(r.lco, r.wantedSource, gone);
            case SEND, SYNCHRONOUS_SEND -> r.peer == null ? null : r.peer.id();
            case COLLECTIVE -> null;
        };
    }

    private @Nullable ContextId awaited(Lco lco, int source, Set<ContextId> gone) {
        if (source != Engine.ANY) {
            return lco.contextOf(source);
        }
        ContextId last = null;
        for (int slot = 0; slot < lco.size(); slot++) {
            ContextId member = lco.contextOf(slot);
            if (member != null && !member.equals(self)) {
                last = member;
                if (!gone.contains(member)) {
                    return member;
                }
            }
        }
        return last;
    }
}
