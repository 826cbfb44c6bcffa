package org.braid.link.receiving;

/** Whoever gave a peer the credit that a message has used, and gets it back when the message's bytes are consumed. */
public interface Creditor {
    /** Gives back credit that {@link org.braid.link.dispatch.Payload#hold} kept. Caller holds the token. */
    void consumed(int chargeBytes);

    /** As {@link #consumed}, from any thread. */
    void consumedElsewhere(int chargeBytes);
}
