package org.braid.mpi;

import org.jspecify.annotations.Nullable;

/**
 * A message that a matched probe has taken out of matching (MPI 4.1, section 3.8.2): no other receive can meet it. Its holder receives it, once. Until then it stays where it was kept,
 * and its sender's credit stays charged.
 */
public final class MatchedMessage {
    private final Lco lco;
    private final int source;
    private final int tag;
    private final long bytes;
    private final int senderType;
    private @Nullable Early early;

    MatchedMessage(Lco lco, Early early) {
        this.lco = lco;
        this.early = early;
        this.source = early.source();
        this.tag = early.tag();
        this.bytes = early.length;
        this.senderType = Envelope.type(early.word);
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
     * @throws MpiFailure if it was received before
     */
    public Request receive(@Nullable Object base, long offset, long capacityBytes, int type) {
        Engine engine = lco.engine();
        engine.progress.enter();
        try {
            Early message = early;
            if (message == null) {
                throw Failures.staleRequest();
            }
            Request r = engine.requests.take(Request.Kind.RECEIVE);
            early = null;
            r.belongTo(lco);
            r.expect(base, offset, capacityBytes, type, source, tag);
            engine.receiving.meet(r, message);
            return r;
        } finally {
            engine.progress.exit();
        }
    }

    /** As {@link #receive}, into an array made for it; see {@link Lco#irecvWhole}. */
    public Request receiveWhole(int type) {
        return receive(null, 0, Request.WHOLE, type);
    }
}
