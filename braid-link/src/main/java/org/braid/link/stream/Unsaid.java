package org.braid.link.stream;

import java.util.ArrayDeque;
import org.braid.base.memory.Memory;
import org.braid.base.os.DirectMemory;
import org.braid.link.spi.Frame;
import org.jspecify.annotations.Nullable;

/**
 * What is to be said to a peer for whose first lane there is no memory outside the heap yet: copies, in order, which go by the default stream as soon as that can be opened. Bounded by what it is about, as in an
 * {@link Outbox}. Guarded by the context's token.
 */
final class Unsaid {
    private final Peer peer;
    private final ArrayDeque<Frame> frames = new ArrayDeque<>(0);
    private long bytes;

    Unsaid(Peer peer) {
        this.peer = peer;
    }

    /** True if there is no memory for the peer's first lane: whoever has something to say looks again on the next turn. */
    boolean awaitsMemory() {
        if (peer.hasStream()) {
            return false;
        }
        try {
            Stream ignored = peer.stream();
            return false;
        } catch (RuntimeException unreachable) {
            return DirectMemory.isUsedUp(unreachable);
        }
    }

    int size() {
        return frames.size();
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /** {@link Outbox#isOverfull}. */
    boolean isOverfull() {
        return bytes >= Outbox.OVERFULL_BYTES;
    }

    /** To be said as soon as there is memory. */
    void add(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        byte[] copy = new byte[base == null ? 0 : length];
        if (base != null && length > 0) {
            Memory.copy(base, offset, copy, 0, length);
        }
        bytes += copy.length; // not before: the user's memory may refuse to be read
        frames.add(new Frame(kind, endpoint, route, handler, a0, a1, a2, a3, copy, 0, copy.length));
        peer.wantPoll();
    }

    /** There is memory now. */
    void say(Stream out) {
        for (Frame f = frames.poll(); f != null; f = frames.poll()) {
            bytes -= f.length();
            peer.told().handler(f.handler());
            out.answer(f.kind(), f.endpoint(), f.route(), f.handler(), f.a0(), f.a1(), f.a2(), f.a3(), f.base(), 0, f.length());
        }
    }

    /** Nobody can be told. */
    void drop() {
        frames.clear();
        bytes = 0;
    }
}
