package org.braid.link.stream;

import java.util.ArrayDeque;
import org.braid.base.memory.Memory;
import org.braid.link.control.Introductions;
import org.braid.link.spi.Frame;
import org.jspecify.annotations.Nullable;

/** What the runtime has to say to a peer for whose first lane there is no memory yet. Bounded by what it is about, as in an {@link Outbox}. Guarded by the context's token. */
final class Unsaid {
    private final ArrayDeque<Frame> frames = new ArrayDeque<>(0);

    boolean isEmpty() {
        return frames.isEmpty();
    }

    void add(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, int length) {
        byte[] copy = new byte[base == null ? 0 : length];
        if (base != null && length > 0) {
            Memory.copy(base, 0, copy, 0, length);
        }
        frames.add(new Frame(kind, endpoint, route, handler, a0, a1, a2, a3, copy, 0, copy.length));
    }

    /** All of it, in order. */
    void sayBy(Stream stream, Introductions told) {
        for (Frame f = frames.poll(); f != null; f = frames.poll()) {
            told.handler(f.handler());
            stream.answer(f.kind(), f.endpoint(), f.route(), f.handler(), f.a0(), f.a1(), f.a2(), f.a3(), f.base(), 0, f.length());
        }
    }

    void drop() {
        frames.clear();
    }
}
