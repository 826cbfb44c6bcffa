package org.braid.link.bulk;

import org.braid.base.BraidException;
import org.braid.link.progress.Work;
import org.braid.link.stream.Peer;

/**
 * Large payloads (DESIGN section 3; charm-on-vmi, section 5.2: the large message strategy). The sender offers; the receiver chooses how the bytes travel: out of the sender's shared
 * segment or address space with one copy, into the receiver's shared segment by the sender's hand with one copy, or in fragments through the lane. What is legal when is decided by
 * the pure machines in {@link org.braid.link.bulk}; here they meet memory and lanes. Guarded by the context's token.
 */
public final class Bulk implements Work {
    /** Transfers of one direction under way at once; beyond it a sender waits, a handler that sends gets an error, and a receiver fails the message at both ends. */
    public static final int MOST_TRANSFERS = 1 << 16;

    private final OutgoingBulk outgoing;
    private final IncomingBulk incoming;

    /** Both directions of one context's. */
    public Bulk(OutgoingBulk outgoing, IncomingBulk incoming) {
        this.outgoing = outgoing;
        this.incoming = incoming;
    }

    /** Those that we send. */
    public OutgoingBulk outgoing() {
        return outgoing;
    }

    /** Those that we receive. */
    public IncomingBulk incoming() {
        return incoming;
    }

    @Override
    public boolean active() {
        return outgoing.active() || incoming.active();
    }

    /** True while any transfer of ours has not ended. */
    @Override
    public boolean pending() {
        return outgoing.live() > 0 || incoming.live() > 0;
    }

    /** One piece of each transfer. */
    @Override
    public int poll() {
        return incoming.poll() + outgoing.poll();
    }

    /** Nothing more will come from this peer: whoever waits for its bytes, or for it to take ours, is told. */
    public void peerEnded(Peer peer, BraidException cause) {
        outgoing.peerEnded(peer, cause);
        incoming.peerEnded(peer, cause);
    }

    /** This context closes and the time is over: whoever still waits is told. */
    public void giveUp(BraidException why) {
        outgoing.giveUp(why);
        incoming.giveUp(why);
    }

}
