package org.braid.link.dispatch;

import org.braid.link.stream.Complaints;
import org.braid.link.stream.Peer;

/** Handlers that run after one peer has put something into a region of ours. Guarded by the context's token. */
final class PutNotices {
    private final Peer peer;
    private final EndpointTable endpoints;
    private final HandlerTable handlers;
    private final Complaints complaints;
    private final Payload payload;

    PutNotices(Peer peer, EndpointTable endpoints, HandlerTable handlers, Complaints complaints) {
        this.peer = peer;
        this.endpoints = endpoints;
        this.handlers = handlers;
        this.complaints = complaints;
        this.payload = new Payload(peer);
    }

    void run(int endpoint, int route, int handler, int a0, int a1, int a2, int a3) {
        Endpoint to = endpoints.at(endpoint, route & 0xFFFF);
        HandlerTable.Entry entry = handlers.at(handler);
        if (to == null || entry == null) {
            complaints.undeliverable(peer, endpoint, handler, to == null);
            return;
        }
        try {
            entry.handler().handle(to, a0, a1, a2, a3, payload.nothing());
        } catch (Throwable broken) {
            complaints.handlerFailed(entry.name(), broken);
        }
    }
}
