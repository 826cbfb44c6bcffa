package org.braid.link.dispatch;

import java.util.function.Supplier;
import org.braid.link.bulk.Bulk;
import org.braid.link.receiving.Gathering;
import org.braid.link.region.RemoteMemory;
import org.braid.link.select.Chains;
import org.braid.link.spi.FrameSink;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.Peer;
import org.braid.link.stripe.Stripes;

/** Makes the receiving ends of the lanes that lead to one context. */
public final class Arrivals {
    private final EndpointTable endpoints;
    private final HandlerTable handlers;
    private final Bulk bulk;
    private final RemoteMemory memory;
    private final Complaints complaints;
    private final Chains chains;
    private final Stripes stripes;

    /** For one context; what is given is what its arrivals work with. */
    public Arrivals(EndpointTable endpoints, HandlerTable handlers, Bulk bulk, RemoteMemory memory, Complaints complaints, Chains chains, Stripes stripes) {
        this.endpoints = endpoints;
        this.handlers = handlers;
        this.bulk = bulk;
        this.memory = memory;
        this.complaints = complaints;
        this.chains = chains;
        this.stripes = stripes;
    }

    /**
     * The receiving end of one lane from this peer.
     *
     * @param method the transport by which it comes
     */
    public FrameSink from(Peer peer, String method) {
        OfferedRequests offered = new OfferedRequests(peer, endpoints, handlers, bulk.incoming(), complaints);
        Supplier<FrameSink> stripeTop = () -> from(peer, Gathering.METHOD);
        ControlFrames control = new ControlFrames(peer, offered, handlers, bulk, memory, new PutNotices(peer, endpoints, handlers, memory, complaints), stripes, stripeTop, complaints);
        return new Arrival(peer, endpoints, handlers, control, complaints, chains, method, stripeTop);
    }
}
