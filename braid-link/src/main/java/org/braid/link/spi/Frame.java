package org.braid.link.spi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One frame as an object: in chains of devices, in outboxes, when a lane hands back. Lanes take and hand up the same eleven words one by one.
 *
 * <p>A frame that a device or a lane is shown is valid during the call, and may then be filled again ({@link FrameSlot}); whoever keeps one keeps what {@link #with} makes. Nobody but a slot's owner changes a frame.
 */
public final class Frame {
    int kind;
    int endpoint;
    int route;
    int handler;
    int a0;
    int a1;
    int a2;
    int a3;
    @Nullable Object base;
    long offset;
    int length;

    /** What a slot fills. */
    Frame() {}

    /**
     * A frame of its own.
     *
     * @param kind what it is, see {@link org.braid.base.wire.FrameKind} and {@code docs/wire.md}
     * @param endpoint index of the endpoint that it is for
     * @param route generation, channel and flags of the header as one int
     * @param handler id of the handler
     * @param base memory that holds the payload (see {@link org.braid.base.memory.Memory}), or null when {@code length} is 0; on its way up valid during the call only
     * @param offset bytes from element 0 of {@code base}
     * @param length payload length in bytes
     */
    public Frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        this.kind = kind;
        this.endpoint = endpoint;
        this.route = route;
        this.handler = handler;
        this.a0 = a0;
        this.a1 = a1;
        this.a2 = a2;
        this.a3 = a3;
        this.base = base;
        this.offset = offset;
        this.length = length;
    }

    /** What it is. */
    public int kind() {
        return kind;
    }

    /** Index of the endpoint that it is for. */
    public int endpoint() {
        return endpoint;
    }

    /** Generation, channel and flags of the header as one int. */
    public int route() {
        return route;
    }

    /** Id of the handler. */
    public int handler() {
        return handler;
    }

    /** The first of four words of its sender's. */
    public int a0() {
        return a0;
    }

    /** The second. */
    public int a1() {
        return a1;
    }

    /** The third. */
    public int a2() {
        return a2;
    }

    /** The fourth. */
    public int a3() {
        return a3;
    }

    /** Memory that holds the payload; null where there is none. */
    public @Nullable Object base() {
        return base;
    }

    /** Where the payload begins, in bytes from element 0 of {@link #base}. */
    public long offset() {
        return offset;
    }

    /** The payload's length in bytes. */
    public int length() {
        return length;
    }

    /** The same header with another payload, as a frame of its own. */
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

    /** Equal are frames of equal headers whose payloads lie in the same place. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Frame that && hasHeaderOf(that) && Objects.equals(base, that.base) && offset == that.offset && length == that.length;
    }

    /** True if all words but those of the payload are the same. */
    public boolean hasHeaderOf(Frame other) {
        return kind == other.kind
                && endpoint == other.endpoint
                && route == other.route
                && handler == other.handler
                && a0 == other.a0
                && a1 == other.a1
                && a2 == other.a2
                && a3 == other.a3;
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, endpoint, route, handler, a0, a1, a2, a3, offset, length);
    }

    @Override
    public String toString() {
        return "frame of kind " + kind + " for endpoint " + endpoint + ", handler " + handler + ", arguments " + a0 + " " + a1 + " " + a2 + " " + a3 + ", " + length + " bytes";
    }
}
