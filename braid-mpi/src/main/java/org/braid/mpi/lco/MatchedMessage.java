package org.braid.mpi.lco;

import org.braid.link.progress.Progress;
import org.braid.mpi.p2p.Early;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.Receiving;
import org.braid.mpi.p2p.Refusals;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/**
 * A message that a matched probe has taken out of matching (MPI 4.1, section 3.8.2): no other receive can meet it. Its holder receives it, once. Until then it stays where it was kept,
 * and its sender's credit stays charged.
 */
public final class MatchedMessage {
    private final Inbox inbox;
    private final Progress progress;
    private final Receiving receiving;
    private final int source;
    private final int tag;
    private final long bytes;
    private final int senderType;
    private @Nullable Early early;

    MatchedMessage(Inbox inbox, Early early, Progress progress, Receiving receiving) {
        this.inbox = inbox;
        this.progress = progress;
        this.receiving = receiving;
        this.early = early;
        this.source = early.source();
        this.tag = early.tag();
        this.bytes = early.bytes();
        this.senderType = early.senderType();
    }

    /** Where it came, for messages about its receive. */
    public Titled destination() {
        return inbox.slots();
    }

    /** The sender's slot (its rank). */
    public int source() {
        return source;
    }

    /** The tag that the sender gave. */
    public int tag() {
        return tag;
    }

    /** Length in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Type code that the sender gave; 0 if untyped. */
    public int senderType() {
        return senderType;
    }

    /**
     * Starts its receive, as {@link Lco#irecv} would.
     *
     * @throws org.braid.mpi.failure.MpiFailure if it was received before
     */
    public Request receive(@Nullable Object base, long offset, long capacityBytes, int type) {
        return receive(base, offset, capacityBytes, type, null);
    }

    private Request receive(@Nullable Object base, long offset, long capacityBytes, int type, @Nullable Object attachment) {
        progress.enter();
        try {
            Early message = early;
            if (message == null) {
                throw Refusals.staleRequest();
            }
            Request r = receiving.takeMatched(inbox, base, offset, capacityBytes, type, source, tag);
            r.attach(attachment);
            early = null;
            receiving.meet(r, message);
            return r;
        } finally {
            progress.exit();
        }
    }

    /** As {@link #receive}, into an array made for it; see {@link Lco#irecvWhole}. */
    public Request receiveWhole(int type) {
        return receiveWhole(type, null);
    }

    /** As {@link #receiveWhole(int)}, with an {@linkplain Request#attachment attachment}. */
    public Request receiveWhole(int type, @Nullable Object attachment) {
        return receive(null, 0, Request.WHOLE, type, attachment);
    }
}
