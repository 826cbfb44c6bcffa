package org.braid.mpi.liveness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.wire.ContextId;
import org.braid.coll.agreement.CallLog;
import org.braid.link.Context;
import org.braid.link.stream.Peer;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * The ranks that have left MPI, what is in vain because of it, and its end: all that they had sent has been looked at, so what has met nothing by then never will. A receive from any
 * source is in vain when all other members have left. Guarded by the context's token.
 */
public final class Departed {
    /**
     * @param answersItself it is inside MPI_Finalize, and may say itself which collective calls it does not make (see {@link Agreement}); beyond that, or where it was waited for in vain, it says nothing
     */
    private record Farewell(MpiFailure failure, boolean answersItself) {
        Farewell silent() {
            return new Farewell(failure, false);
        }
    }

    private final Context context;
    private final Agreements agreements;
    private final boolean threadMultiple;
    private final Map<ContextId, Farewell> gone = new HashMap<>();

    /**
     * Nobody has left.
     *
     * @param threadMultiple whether other threads of this process may send to it while one waits
     */
    public Departed(Context context, Agreements agreements, boolean threadMultiple) {
        this.context = context;
        this.agreements = agreements;
        this.threadMultiple = threadMultiple;
    }

    /** Whoever has left may have come back. */
    void forget() {
        gone.clear();
    }

    /** All that the rank had sent has been looked at. */
    void add(ContextId whom, boolean answersItself) {
        gone.put(whom, new Farewell(left(whom), answersItself));
    }

    /** The process that asks. */
    ContextId self() {
        return context.id();
    }

    /** Whether it can be said whom this request waits for. */
    boolean knowsPeersOf(Request r) {
        return switch (r.kind()) {
            case RECEIVE, PROBE, COLLECTIVE_RECEIVE -> r.inbox() != null && r.inbox().slots().rank() != LcoSlots.NO_RANK;
            case SEND, SYNCHRONOUS_SEND -> r.peer() != null;
            case COLLECTIVE -> false;
        };
    }

    /** Ranks that can still do what this request waits for, at most {@code most} of them; none if all that could have left. */
    List<ContextId> hopesOf(Request r, int most) {
        if (r.kind() == Request.Kind.SEND || r.kind() == Request.Kind.SYNCHRONOUS_SEND) {
            return some(unlessGone(r.peer() == null ? null : r.peer().id()));
        }
        return r.inbox() == null ? List.of() : hopesOf(r.inbox().slots(), r.wantedSource(), most);
    }

    /** This process itself is not counted among any. */
    private List<ContextId> hopesOf(LcoSlots slots, int source, int most) {
        if (source != LcoSlots.ANY) {
            return some(unlessGone(slots.contextOf(source)));
        }
        List<ContextId> hopes = new ArrayList<>();
        for (int slot = 0; slot < slots.size() && hopes.size() < most; slot++) {
            hopes.addAll(some(slot == slots.ownSlot() ? null : unlessGone(slots.contextOf(slot))));
        }
        return hopes;
    }

    private static List<ContextId> some(@Nullable ContextId rank) {
        return rank == null ? List.of() : List.of(rank);
    }

    /** Whether it is known that this rank has left, and sends nothing any more. */
    boolean has(ContextId rank) {
        return gone.containsKey(rank);
    }

    /** A rank that can still send from this source; null if all that could have left. This process itself is not counted among any. */
    @Nullable ContextId hopeOf(LcoSlots slots, int source) {
        List<ContextId> hopes = hopesOf(slots, source, 1);
        return hopes.isEmpty() ? null : hopes.getFirst();
    }

    private @Nullable ContextId unlessGone(@Nullable ContextId rank) {
        return rank == null || gone.containsKey(rank) ? null : rank;
    }

    /** What a thread that waits for a message from this source is told; null if it can still come. */
    @Nullable MpiFailure failureOf(LcoSlots slots, int source) {
        if (source == LcoSlots.ANY) {
            return allHaveLeft(slots) ? allLeft() : null;
        }
        Farewell farewell = farewellOf(slots.contextOf(source));
        return farewell == null ? null : farewell.failure;
    }

    /** All but this process, which can't send to itself while its only thread waits. */
    private boolean allHaveLeft(LcoSlots slots) {
        return (slots.size() > 1 || slots.ownSlot() == LcoSlots.NO_RANK) && hopeOf(slots, LcoSlots.ANY) == null && (!threadMultiple || LoneThread.isIt(context));
    }

    private @Nullable Farewell farewellOf(@Nullable ContextId rank) {
        return rank == null ? null : gone.get(rank);
    }

    /** Ends a request for which there is no hope. */
    void end(Request r) {
        switch (r.kind()) {
            case RECEIVE, PROBE -> endReceive(r);
            case COLLECTIVE_RECEIVE -> endCollective(r);
            case SEND, SYNCHRONOUS_SEND -> endSend(r);
            case COLLECTIVE -> { } // ends with its transfers
        }
    }

    private void endReceive(Request r) {
        Inbox inbox = r.inbox();
        MpiFailure failure = inbox == null ? null : failureOf(inbox.slots(), r.wantedSource());
        if (failure != null && inbox != null && inbox.takeBack(r)) {
            r.fail(failure);
        }
    }

    /** A long message is taken back unless its receiver has begun to fetch it. */
    private void endSend(Request r) {
        Peer peer = r.peer();
        Farewell farewell = peer == null ? null : farewellOf(peer.id());
        if (farewell == null || peer == null) {
            return;
        }
        context.longMessages().takeBack(peer.id(), farewell.failure);
        if (r.kind() == Request.Kind.SYNCHRONOUS_SEND) {
            r.fail(farewell.failure);
        }
    }

    private void endCollective(Request r) {
        Inbox inbox = r.inbox();
        ContextId whom = inbox == null ? null : inbox.slots().contextOf(r.wantedSource());
        Farewell farewell = farewellOf(whom);
        Agreement agreement = inbox == null ? null : agreements.at(inbox);
        if (whom == null || farewell == null || agreement == null) {
            return;
        }
        if (r.wantedTag() >= CallLog.FREE_TAGS) {
            endReceive(r); // of a group of members, who do not agree on calls
        } else if (farewell.answersItself) {
            gone.put(whom, farewell.silent()); // until the next look: where calls before this one were made through memory it does not know in which they part
        } else {
            agreement.left(r.wantedSource(), r.wantedTag(), r.signature());
        }
    }

    // ---- what is told

    private static MpiFailure left(ContextId rank) {
        return left("Rank " + rank.number() + " has left MPI", "it");
    }

    private static MpiFailure allLeft() {
        return left("All other ranks have left MPI", "they");
    }

    private static MpiFailure left(String what, String who) {
        return new MpiFailure(
                ErrorClass.PEER_LEFT,
                what,
                who + " called MPI.Finalize, or ended in good order without it, all that was sent before has arrived, and what this call waits for was not among it",
                "Let every rank finalize after the last message to and from it");
    }
}
