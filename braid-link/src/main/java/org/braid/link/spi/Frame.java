package org.braid.link.spi;

import org.jspecify.annotations.Nullable;

/**
 * One frame as a value, where an object costs nothing that matters: in chains of devices, in outboxes, when a lane hands back. Lanes take and hand up the same eleven words one by one.
 *
 * @param kind what it is, see {@link org.braid.base.wire.Frame} and {@code docs/wire.md}
 * @param endpoint index of the endpoint that it is for
 * @param route generation, channel and flags of the header as one int
 * @param handler id of the handler
 * @param base memory that holds the payload (see {@link org.braid.base.memory.Memory}), or null when {@code length} is 0; on its way up valid during the call only
 * @param offset bytes from element 0 of {@code base}
 * @param length payload length in bytes
 */
public record Frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
    /** The same header with another payload. */
    public Frame with(@Nullable Object otherBase, long otherOffset, int otherLength) {
        return new Frame(kind, endpoint, route, handler, a0, a1, a2, a3, otherBase, otherOffset, otherLength);
    }

    /** The same frame under another kind. */
    public Frame as(int otherKind) {
        return new Frame(otherKind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
    }

    /** The same frame by another route. */
    public Frame by(int otherRoute) {
        return new Frame(kind, endpoint, otherRoute, handler, a0, a1, a2, a3, base, offset, length);
    }

    /** {@link Lane#offer} of this frame. */
    public int offerTo(Lane lane) {
        return lane.offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
    }
}
