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

/** "mpi.matched", both ends: how the sender of a short synchronous message learns that a receive has met it. Holds the context's token. */
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
        try {
            tell(peer, handle);
        } catch (BraidException unreachable) {
            if (context.progress().isPolling()) {
                throw unreachable; // what handlers throw becomes a notice
            }
        }
    }

    private void tell(Peer peer, int handle) {
        Startpoint to = engines.get(peer);
        if (to == null) {
            to = context.quietStartpointTo(peer.id(), Envelope.PROCESS_ENDPOINT, 0);
            engines.put(peer, to);
        }
        to.answer(matched, handle, 0, 0, 0);
    }

    /** Only the peer that the message was sent to may say that it was matched. */
    @Override
    public void handle(Endpoint to, int handle, int a1, int a2, int a3, Payload payload) {
        Request r = requests.at(handle & INDEX_MASK);
        if (r != null && r.isPending() && r.kind == Request.Kind.SYNCHRONOUS_SEND && handle(r) == handle && r.peer == payload.source()) {
            r.complete();
        }
    }
}
