package org.braid.mpi.p2p;

import java.util.HashMap;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.Startpoint;
import org.braid.link.stream.Peer;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/**
 * What has gone wrong for good: peers that failed, and early messages that were lost. Whoever waits for what cannot come any more is told, and later calls look here first. Written under
 * the context's token.
 */
public final class Impairment implements Peer.EndListener {
    private final RequestPool requests;
    private final Map<ContextId, BraidException> failed = new HashMap<>();
    private @Nullable MpiFailure disorder;

    /** Read without the token by sends; a stale read belongs to a send that came before. */
    private boolean any;

    /** Nothing has gone wrong yet. */
    public Impairment(RequestPool requests) {
        this.requests = requests;
    }

    /** Whether the checks below have anything to say. One load on every call. */
    boolean any() {
        return any;
    }

    /** Throws what makes a receive of this kind from this source hopeless. */
    void checkReceive(Inbox at, Request.Kind kind, int source) {
        if (disorder != null) {
            throw disorder;
        }
        throwIfFailed(failureOf(at.slots(), neededSource(at.slots(), kind, source)));
    }

    /** Why nothing can come from this source of the object any more; null if something can. */
    @Nullable BraidException failureOf(LcoSlots slots, int source) {
        return slots.failureOf(source, failed);
    }

    /** A collective needs all members: a rank that waits for a live one in it may wait for what the dead one owes to that. */
    private static int neededSource(LcoSlots slots, Request.Kind kind, int source) {
        return kind == Request.Kind.COLLECTIVE_RECEIVE || slots.needsAllMembers() ? LcoSlots.ANY : source;
    }

    /** Throws if nobody will receive what is sent there. */
    void checkSend(Startpoint to) {
        throwIfFailed(to.peer().failure());
    }

    /**
     * A message that came before its receive is lost, for there were more than a process may hold, or no memory: no order of matching can be kept from here on, so every receive says so.
     *
     * @return {@code failure}
     */
    MpiFailure lost(MpiFailure failure) {
        any = true;
        disorder = failure;
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending() && takeBack(r)) {
                r.fail(failure);
            }
        }
        return failure;
    }

    /** Whatever waits for this peer, or may wait for it, fails; what the link layer moves fails there. */
    @Override
    public void ended(Peer peer, BraidException cause) {
        failed.putIfAbsent(peer.id(), cause);
        any = true;
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending() && (awaitsMatchAt(peer, r) || (mayComeFrom(peer, r) && takeBack(r)))) {
                r.fail(cause);
            }
        }
    }

    private static boolean awaitsMatchAt(Peer peer, Request r) {
        return r.kind == Request.Kind.SYNCHRONOUS_SEND && r.peer == peer;
    }

    private static boolean mayComeFrom(Peer peer, Request r) {
        return r.inbox != null && r.inbox.slots().mayComeFrom(peer, neededSource(r.inbox.slots(), r.kind, r.wantedSource));
    }

    private static boolean takeBack(Request r) {
        return r.inbox != null && r.inbox.takeBack(r);
    }

    private static void throwIfFailed(@Nullable BraidException failure) {
        if (failure != null) {
            throw new MpiFailure(ErrorClass.PEER_FAILED, failure);
        }
    }
}
