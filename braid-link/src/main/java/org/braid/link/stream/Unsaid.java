package org.braid.link.stream;

import java.util.ArrayDeque;
import org.braid.base.memory.Memory;
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

    /** The oldest one, which is said from now on; null if there is none. */
    @Nullable Frame next() {
        return frames.poll();
    }

    void drop() {
        frames.clear();
    }
}
