package org.braid.link.region;

import org.braid.base.wire.region.RegionCapability;
import org.braid.link.progress.Completion;
import org.braid.link.stream.Link;
import org.jspecify.annotations.Nullable;

/** An access by frames that its owner has not answered yet. Guarded by the context's token. */
final class Access {
    final long id;
    final Link link;
    final RegionCapability capability;
    final RegionName name;
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

    Access(long id, Link link, RegionCapability capability, RegionName name, int operation, long at, long bytes, @Nullable Object base, long offset, Completion done) {
        this.id = id;
        this.link = link;
        this.capability = capability;
        this.name = name;
        this.operation = operation;
        this.at = at;
        this.bytes = bytes;
        this.base = base;
        this.offset = offset;
        this.done = done;
    }
}
