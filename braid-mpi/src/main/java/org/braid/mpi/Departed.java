package org.braid.mpi;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;

/**
 * The ranks that have left MPI, and the end of what waits for them: a request that has met nothing by now never will, and fails. A receive from any source fails when all other members
 * have left. Guarded by the context's token.
 */
final class Departed {
    private final Engine engine;
    private final Context context;
    private final RequestPool requests;
    private final Map<ContextId, MpiFailure> gone = new HashMap<>();

    Departed(Engine engine) {
        this.engine = engine;
        this.context = engine.context;
        this.requests = engine.requests;
    }

    Set<ContextId> ranks() {
        return gone.keySet();
    }

    boolean contains(ContextId rank) {
        return gone.containsKey(rank);
    }

    /** Whoever has left may have come back. */
    void forget() {
        gone.clear();
    }

    /** All that the rank had sent has been looked at. */
    void add(ContextId whom) {
        gone.put(whom, Failures.left(whom));
        endWhatWaitsFor(whom);
    }

    /** Ends what waits for a rank; nothing if it has not left. */
    void endWhatWaitsFor(ContextId whom) {
        MpiFailure failure = gone.get(whom);
        if (failure == null) {
            return;
        }
        context.takeBackOffers(whom, failure);
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending()) {
                endIfVain(r, whom, failure);
            }
        }
    }

    private void endIfVain(Request r, ContextId whom, MpiFailure failure) {
        if (r.kind == Request.Kind.SYNCHRONOUS_SEND) {
            if (r.peer != null && whom.equals(r.peer.id())) {
                r.fail(failure);
            }
        } else if ((r.kind == Request.Kind.RECEIVE || r.kind == Request.Kind.PROBE) && r.lco != null) {
            boolean any = r.wantedSource == Engine.ANY;
            boolean vain = any ? allHaveLeft(r.lco) : whom.equals(r.lco.contextOf(r.wantedSource));
            if (vain && r.lco.inbox().takeBack(r)) {
                r.fail(any ? Failures.allLeft() : failure);
            }
        }
    }

    /** All but this process, which can't send to itself while its only thread waits. */
    private boolean allHaveLeft(Lco lco) {
        for (int slot = 0; slot < lco.size(); slot++) {
            ContextId member = lco.contextOf(slot);
            if (member == null || (!gone.containsKey(member) && !member.equals(context.id()))) {
                return false;
            }
        }
        return lco.size() > 1 && (!engine.threadMultiple || LoneThread.isIt());
    }

    /** A rank inside MPI_Finalize answers for its collectives itself (see {@link Agreement}); for one that is beyond, this is said here. */
    void endCollectivesThatWaitFor(ContextId whom) {
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending() && r.kind == Request.Kind.COLLECTIVE_RECEIVE && r.lco != null && whom.equals(r.lco.contextOf(r.wantedSource))) {
                r.lco.agreement().left(r.wantedSource, r.wantedTag, r.signature);
            }
        }
    }
}
