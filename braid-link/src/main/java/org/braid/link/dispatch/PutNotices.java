package org.braid.link.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.receiving.Creditor;
import org.braid.link.region.RemoteMemory;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Peer;

/**
 * Handlers that run after one peer has put something into a region of ours. Such frames take no credit; in its place stands the answer to the put, which is given when the message is consumed: when its handler has returned, or, if that is a blocking one, has ended. So whoever notifies a
 * slow handler has many puts under way, of which it may have a bounded number. Guarded by the context's token.
 */
final class PutNotices {
    /** As many as a context may have accesses under way. */
    private static final int MOST_GOING = 1 << 16;

    private final Peer peer;
    private final EndpointTable endpoints;
    private final HandlerTable handlers;
    private final RemoteMemory memory;
    private final Complaints complaints;
    private final Payload payload;
    private final AtomicInteger going = new AtomicInteger();

    PutNotices(Peer peer, EndpointTable endpoints, HandlerTable handlers, RemoteMemory memory, Complaints complaints) {
        this.peer = peer;
        this.endpoints = endpoints;
        this.handlers = handlers;
        this.memory = memory;
        this.complaints = complaints;
        this.payload = new Payload(peer);
    }

    /** Whether another one may run; a peer that waits for more than any honest one is given up. */
    boolean mayRun() {
        if (going.get() < MOST_GOING) {
            return true;
        }
        peer.condemn(new BraidException(ErrorCode.CREDIT_VIOLATED, "Context " + peer.id() + " notifies faster than it may", MOST_GOING + " of its puts wait for their handlers", "See whether that process is Braid's"));
        return false;
    }

    /** Who is told that a put is over when the message that it sent is consumed. */
    private final class Answer implements Creditor {
        private final long put;

        Answer(long put) {
            this.put = put;
        }

        @Override
        public void consumed(int chargeBytes) {
            consumedElsewhere(chargeBytes);
        }

        @Override
        public void consumedElsewhere(int chargeBytes) {
            going.decrementAndGet();
            memory.answer(peer, put);
        }
    }

    void run(long put, int endpoint, int route, int handler, int a0, int a1, int a2, int a3) {
        Endpoint to = endpoints.at(endpoint, route & 0xFFFF);
        HandlerTable.Entry entry = handlers.at(handler);
        if (to == null || entry == null) {
            complaints.undeliverable(peer, endpoint, handler, to == null);
            memory.answer(peer, put);
            return;
        }
        going.incrementAndGet();
        payload.creditor(new Answer(put));
        Payload p = payload.nothing();
        try {
            entry.handler().handle(to, a0, a1, a2, a3, p);
        } catch (Throwable broken) {
            complaints.handlerFailed(entry.name(), broken);
        } finally {
            p.settle();
        }
    }
}
