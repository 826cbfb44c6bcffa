package org.braid.mpi.liveness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.RequestPool;

/** The requests that have been pending for long: those that two looks in a row have found so. Guarded by the context's token. */
final class LongPending {
    private final RequestPool requests;

    /** By index of the request: the generation that the last look found pending, plus one. */
    private int[] seen = new int[0];

    LongPending(RequestPool requests) {
        this.requests = requests;
    }

    /** One look, about a second after the one before. */
    List<Request> look() {
        if (seen.length < requests.size()) {
            seen = Arrays.copyOf(seen, requests.size());
        }
        List<Request> found = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending() && wasSeen(r)) {
                found.add(r);
            }
        }
        return found;
    }

    private boolean wasSeen(Request r) {
        boolean before = seen[r.index()] == r.generation() + 1;
        seen[r.index()] = r.generation() + 1;
        return before;
    }
}
