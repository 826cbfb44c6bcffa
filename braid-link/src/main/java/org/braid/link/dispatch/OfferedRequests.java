package org.braid.link.dispatch;

import org.braid.link.bulk.IncomingBulk;
import org.braid.link.bulk.Offer;
import org.braid.link.bulk.Slab;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one peer whose payload is still there (OFFER). Their handler runs at once if it takes offers, else after the bytes have been fetched into a slab. Guarded by the context's
 * token.
 */
final class OfferedRequests {
    private final Peer peer;
    private final EndpointTable endpoints;
    private final HandlerTable handlers;
    private final IncomingBulk incoming;
    private final Complaints complaints;
    private final Payload payload;

    OfferedRequests(Peer peer, EndpointTable endpoints, HandlerTable handlers, IncomingBulk incoming, Complaints complaints) {
        this.peer = peer;
        this.endpoints = endpoints;
        this.handlers = handlers;
        this.incoming = incoming;
        this.complaints = complaints;
        this.payload = new Payload(peer);
    }

    void request(Offer offer, int endpoint, int route, int handler, int a0, int a1, int a2, int a3) {
        Endpoint to = endpoints.at(endpoint, route & 0xFFFF);
        HandlerTable.Entry entry = handlers.at(handler);
        if (to == null || entry == null) {
            if (entry == null || !entry.handler().mayComeTooLate(a0, a1, a2, a3)) {
                complaints.undeliverable(peer, endpoint, handler, to == null);
            }
            offer.refuse();
        } else if (entry.takesOffers()) {
            announce(to, entry, a0, a1, a2, a3, offer);
        } else {
            long number = peer.handled().begin();
            incoming.fetch(offer, slab -> fetched(to, entry, a0, a1, a2, a3, slab, number));
        }
    }

    private void announce(Endpoint to, HandlerTable.Entry entry, int a0, int a1, int a2, int a3, Offer offer) {
        Payload p = payload.offered(offer);
        try {
            run(to, entry, a0, a1, a2, a3, p);
        } finally {
            Offer left = p.untakenOffer();
            if (left != null) {
                left.refuse();
            }
        }
    }

    private void fetched(Endpoint to, HandlerTable.Entry entry, int a0, int a1, int a2, int a3, @Nullable Slab slab, long number) {
        try {
            if (slab != null) {
                handOver(to, entry, a0, a1, a2, a3, slab);
            }
        } finally {
            peer.handled().end(number);
        }
    }

    private void handOver(Endpoint to, HandlerTable.Entry entry, int a0, int a1, int a2, int a3, Slab slab) {
        Payload p = payload.inSlab(slab);
        try {
            run(to, entry, a0, a1, a2, a3, p);
        } finally {
            Slab left = p.untakenSlab();
            if (left != null) {
                left.release();
            }
        }
    }

    private void run(Endpoint to, HandlerTable.Entry entry, int a0, int a1, int a2, int a3, Payload p) {
        try {
            entry.handler().handle(to, a0, a1, a2, a3, p);
        } catch (Throwable broken) {
            complaints.handlerFailed(entry.name(), broken);
        }
    }
}
