package org.braid.mpi;

import org.braid.link.bulk.Offer;
import org.braid.link.bulk.Slab;
import org.braid.link.stream.Peer;
import org.braid.mpi.match.Arrived;
import org.jspecify.annotations.Nullable;

/**
 * A message that came before its receive. Its bytes are in one of four places, or there are none: {@code block} (short, copied aside), {@code slab} (long, in memory of its own),
 * {@code offer} (still with a remote sender) or {@code sender} (still in the buffer of a send of this process). Pooled; guarded by the context's token.
 */
final class Early extends Arrived {
    int word;
    int extra;
    long length;

    /** Who sent it; null for a send of this process. */
    @Nullable Peer peer;

    /** Credit of the peer that is held until the bytes are received. */
    int charge;

    EarlyMemory.@Nullable Block block;
    @Nullable Slab slab;
    @Nullable Offer offer;
    @Nullable Request sender;

    @Nullable Early next;

    void clear() {
        peer = null;
        charge = 0;
        block = null;
        slab = null;
        offer = null;
        sender = null;
    }
}
