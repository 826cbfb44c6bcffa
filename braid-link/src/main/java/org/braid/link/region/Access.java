package org.braid.link.region;

import org.braid.link.progress.Completion;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/** An access by frames that its owner has not answered yet. Guarded by the context's token. */
final class Access {
    final long id;
    final Framed way;
    final int operation;
    final long at;
    final long bytes;
    final Completion done;
    final @Nullable Object base; // of a get: where to
    final long offset;
    boolean sent; // of a put: its last piece
    long asked; // of a get
    long received;
    int pieces;

    Access(long id, Framed way, int operation, long at, long bytes, @Nullable Object base, long offset, Completion done) {
        this.id = id;
        this.way = way;
        this.operation = operation;
        this.at = at;
        this.bytes = bytes;
        this.base = base;
        this.offset = offset;
        this.done = done;
    }

    /** Whose memory it is. */
    Peer peer() {
        return way.peer();
    }
}
