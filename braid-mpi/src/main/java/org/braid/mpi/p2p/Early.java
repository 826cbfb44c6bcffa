package org.braid.mpi.p2p;

import org.braid.link.bulk.Offer;
import org.braid.link.bulk.Slab;
import org.braid.link.receiving.Creditor;
import org.braid.link.stream.Peer;
import org.braid.mpi.match.Arrived;
import org.jspecify.annotations.Nullable;

/**
 * A message that came before its receive. Its bytes are in one of four places, or there are none: {@code block} (short, copied aside), {@code slab} (long, in memory of its own),
 * {@code offer} (still with a remote sender) or {@code sender} (still in the buffer of a send of this process). Pooled; guarded by the context's token.
 */
public final class Early extends Arrived {
    int word;
    int extra;
    long length;

    /** Its sender; null for a send of this process. */
    @Nullable Peer peer;

    /** Credit that is held until the bytes are received. */
    int charge;

    /** Who gets it back then: the stream that brought the message. */
    @Nullable Creditor creditor;

    EarlyMemory.@Nullable Block block;
    @Nullable Slab slab;
    @Nullable Offer offer;
    @Nullable Request sender;

    @Nullable Early next;

    /** Length in bytes. */
    public long bytes() {
        return length;
    }

    /** Type code that the sender gave; 0 if untyped. */
    public int senderType() {
        return Envelope.type(word);
    }

    /** Of a collective message: what its sender believes is being called. */
    long signature() {
        return Envelope.signature(word, extra);
    }

    /** What a probe tells of this message. */
    public void showTo(Request probe) {
        probe.source = source();
        probe.tag = tag();
        probe.bytes = length;
        probe.senderType = Envelope.type(word);
        probe.complete();
    }

    void clear() {
        peer = null;
        charge = 0;
        creditor = null;
        block = null;
        slab = null;
        offer = null;
        sender = null;
    }
}
