package org.braid.mpi;

import java.util.HashMap;
import java.util.Map;
import org.braid.base.wire.ContextId;
import org.braid.coll.engine.CallLog;
import org.jspecify.annotations.Nullable;

/**
 * The ranks that have left MPI, what is in vain because of it, and its end: all that they had sent has been looked at, so what has met nothing by then never will. A receive from any
 * source is in vain when all other members have left. Guarded by the context's token.
 */
final class Departed {
    /**
     * @param answersItself it is inside MPI_Finalize, and says itself which collective calls it does not make (see {@link Agreement}); beyond that it says nothing
     */
    private record Farewell(MpiFailure failure, boolean answersItself) {}

    private final Engine engine;
    private final Map<ContextId, Farewell> gone = new HashMap<>();

    Departed(Engine engine) {
        this.engine = engine;
    }

    /** Whoever has left may have come back. */
    void forget() {
        gone.clear();
    }

    /** All that the rank had sent has been looked at. */
    void add(ContextId whom, boolean answersItself) {
        gone.put(whom, new Farewell(Failures.left(whom), answersItself));
    }

    /** Whether it can be said whom this request waits for. */
    boolean knowsPeersOf(Request r) {
        return switch (r.kind) {
            case RECEIVE, PROBE, COLLECTIVE_RECEIVE -> r.lco != null && r.lco.rank() != Lco.NO_RANK;
            case SEND, SYNCHRONOUS_SEND -> r.peer != null;
            case COLLECTIVE -> false;
        };
    }

    /** A rank that can still do what this request waits for; null if all that could have left. */
    @Nullable ContextId hopeOf(Request r) {
        if (r.kind == Request.Kind.SEND || r.kind == Request.Kind.SYNCHRONOUS_SEND) {
            return unlessGone(r.peer == null ? null : r.peer.id());
        }
        return r.lco == null ? null : hopeOf(r.lco, r.wantedSource);
    }

    /** A rank that can still send from this source; null if all that could have left. This process itself is not counted among any. */
    @Nullable ContextId hopeOf(Lco lco, int source) {
        if (source != Engine.ANY) {
            return unlessGone(lco.contextOf(source));
        }
        ContextId hope = null;
        for (int slot = 0; slot < lco.size() && hope == null; slot++) {
            hope = slot == lco.rank() ? null : unlessGone(lco.contextOf(slot));
        }
        return hope;
    }

    private @Nullable ContextId unlessGone(@Nullable ContextId rank) {
        return rank == null || gone.containsKey(rank) ? null : rank;
    }

    /** What who waits for a message from this source is told; null if it can still come. */
    @Nullable MpiFailure failureOf(Lco lco, int source) {
        if (source == Engine.ANY) {
            return allHaveLeft(lco) ? Failures.allLeft() : null;
        }
        Farewell farewell = farewellOf(lco.contextOf(source));
        return farewell == null ? null : farewell.failure;
    }

    /** All but this process, which can't send to itself while its only thread waits. */
    private boolean allHaveLeft(Lco lco) {
        return lco.size() > 1 && hopeOf(lco, Engine.ANY) == null && (!engine.threadMultiple || LoneThread.isIt(engine.context));
    }

    private @Nullable Farewell farewellOf(@Nullable ContextId rank) {
        return rank == null ? null : gone.get(rank);
    }

    /** Ends a request for which there is no hope. */
    void end(Request r) {
        switch (r.kind) {
            case RECEIVE, PROBE -> endReceive(r);
            case COLLECTIVE_RECEIVE -> endCollective(r);
            case SEND, SYNCHRONOUS_SEND -> endSend(r);
            case COLLECTIVE -> { } // ends with its transfers
        }
    }

    private void endReceive(Request r) {
        MpiFailure failure = r.lco == null ? null : failureOf(r.lco, r.wantedSource);
        if (failure != null && r.lco != null && r.lco.inbox().takeBack(r)) {
            r.fail(failure);
        }
    }

    /** A long message is taken back unless its receiver has begun to fetch it. */
    private void endSend(Request r) {
        Farewell farewell = r.peer == null ? null : farewellOf(r.peer.id());
        if (farewell == null || r.peer == null) {
            return;
        }
        engine.context.longMessages().takeBack(r.peer.id(), farewell.failure);
        if (r.kind == Request.Kind.SYNCHRONOUS_SEND) {
            r.fail(farewell.failure);
        }
    }

    private void endCollective(Request r) {
        Farewell farewell = r.lco == null ? null : farewellOf(r.lco.contextOf(r.wantedSource));
        if (farewell == null || r.lco == null) {
            return;
        }
        if (r.wantedTag >= CallLog.FREE_TAGS) {
            endReceive(r); // of a group of members, who do not agree on calls
        } else if (!farewell.answersItself) {
            r.lco.agreement().left(r.wantedSource, r.wantedTag, r.signature);
        }
    }
}
