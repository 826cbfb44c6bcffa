package org.braid.link.bulk;

import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.braid.link.stream.Peer;

/**
 * Data that a sender has announced and still holds. The receiver chooses when, and where to, it is moved; until then it costs the receiver a few words. All methods are called while
 * holding the context's token, each offer is pulled or refused once.
 */
public final class Offer {
    private final IncomingBulk bulk;
    private final Peer peer;
    private final BulkSource source;
    private boolean settled;

    Offer(IncomingBulk bulk, Peer peer, BulkSource source) {
        this.bulk = bulk;
        this.peer = peer;
        this.source = source;
    }

    /** Bytes that the sender holds. */
    public long length() {
        return source.length();
    }

    /** Whose data it is. */
    public Peer peer() {
        return peer;
    }

    /**
     * Moves the first {@code bytes} into user memory; the sender's buffer is free once they are there. The memory must stay untouched until {@code done}.
     *
     * @param bytes at most {@link #length()}; 0 takes none and frees the sender
     * @param done completes when the bytes are there, or fails with the reason
     */
    public void pull(Object base, long offset, long bytes, Completion done) {
        settle();
        bulk.pull(peer, source, base, offset, Math.min(bytes, length()), done);
    }

    /**
     * Moves everything into memory of its own, which the caller releases.
     *
     * @throws BraidException if there is not so much memory; the sender is told that its message has failed
     */
    public Slab pullWhole(Completion done) {
        settle();
        return bulk.pullWhole(peer, source, done);
    }

    /** Lets the sender go without taking anything. */
    public void refuse() {
        settle();
        bulk.refuse(peer, source);
    }

    /** As {@link #refuse()}, where the sender shall know that its message is lost: its send fails. */
    public void refuse(BraidException why) {
        settle();
        bulk.refuse(peer, source, why);
    }

    private void settle() {
        if (settled) {
            throw new IllegalStateException("An offer is pulled or refused once");
        }
        settled = true;
    }
}
