package org.braid.mpi.p2p;

import java.util.HashMap;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/**
 * "mpi.matched", both ends: how the sender of a short synchronous message learns that a receive has met it, that of a message which was to go on that nobody wants the rest, and that of one which it takes back that none has met it. Holds the
 * context's token.
 */
public final class Acknowledgements implements Handler {
    private static final int INDEX_MASK = (1 << RequestPool.INDEX_BITS) - 1;
    private static final int GENERATION_MASK = (1 << 32 - RequestPool.INDEX_BITS) - 1;

    private final Context context;
    private final RequestPool requests;
    private final int matched;
    private final Map<Peer, Startpoint> engines = new HashMap<>();

    /** Answers from now on to what comes to {@code context}. */
    public Acknowledgements(Context context, RequestPool requests) {
        this.context = context;
        this.requests = requests;
        this.matched = context.register(Envelope.MATCHED, this);
    }

    /** What a request is called in a message: index, and as much of its generation as fits. */
    static int handle(Request r) {
        return (r.generation() & GENERATION_MASK) << RequestPool.INDEX_BITS | r.index;
    }

    /** Tells the peer that its message with this handle was matched. If it cannot be reached, for it has ended since, the message is here all the same: that is nothing to the call that receives it. */
    void send(Peer peer, int handle) {
        send(peer, handle, Envelope.MET);
    }

    /** Tells the peer that its message with this handle was dropped, as it has asked for. */
    void withdrawn(Peer peer, int handle) {
        send(peer, handle, Envelope.WITHDRAWN);
    }

    /**
     * Tells whoever waits by this request for a word on how to go on that nobody wants more.
     *
     * @param peer its process; null for this one
     */
    void refuseRest(@Nullable Peer peer, int handle) {
        if (peer == null) {
            restIsUnwanted(handle, null);
        } else {
            send(peer, handle, Envelope.UNWANTED);
        }
    }

    private void send(Peer peer, int handle, int what) {
        try {
            tell(peer, handle, what);
        } catch (BraidException unreachable) {
            if (context.progress().isPolling()) {
                throw unreachable; // what handlers throw becomes a notice
            }
        }
    }

    private void tell(Peer peer, int handle, int what) {
        Startpoint to = engines.get(peer);
        if (to == null) {
            to = context.quietStartpointTo(peer.id(), Envelope.PROCESS_ENDPOINT, 0);
            engines.put(peer, to);
        }
        to.answer(matched, handle, what, 0, 0);
    }

    /** Only the peer that the message was sent to may say that it was matched, or withdrawn. */
    @Override
    public void handle(Endpoint to, int handle, int what, int a2, int a3, Payload payload) {
        if (what == Envelope.UNWANTED) {
            restIsUnwanted(handle, payload.source());
            return;
        }
        Request r = requests.at(handle & INDEX_MASK);
        if (r == null || !r.isPending() || handle(r) != handle || r.peer != payload.source()) {
            return;
        }
        if (what == Envelope.WITHDRAWN && r.kind == Request.Kind.SEND) {
            r.cancelled = true; // done when the link layer has heard that nobody fetches it
        } else if (r.kind == Request.Kind.SYNCHRONOUS_SEND) {
            r.cancelled = what == Envelope.WITHDRAWN;
            r.complete();
        }
    }

    /** The receive is over, without a message; only the peer that it waits for may say so. */
    private void restIsUnwanted(int handle, @Nullable Peer from) {
        Request r = requests.at(handle & INDEX_MASK);
        Inbox at = r == null || !r.isPending() || !r.isAnswer() || handle(r) != handle ? null : r.inbox;
        if (r != null && at != null && (from == null || at.slots().mayComeFrom(from, r.wantedSource)) && at.takeBack(r)) {
            r.cancel();
        }
    }
}
