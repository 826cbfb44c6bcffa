package org.braid.link.chain;

import java.util.ArrayDeque;
import org.braid.base.memory.Memory;
import org.braid.link.spi.Frame;

/** Frames that have come up through all devices and find no memory outside the heap, where streams want their payload: they wait here, copied, in order. Bounded. Guarded by the context's token. */
final class Unplaced {
    /** As much as a stream's credit lets its peer send eagerly. */
    static final long MOST_BYTES = 4 << 20;

    private final ArrayDeque<Frame> frames = new ArrayDeque<>(0);
    private long bytes;

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /** How many wait. */
    int count() {
        return frames.size();
    }

    boolean hasRoom(int length) {
        return bytes + length <= MOST_BYTES;
    }

    void add(Frame frame) {
        byte[] copy = new byte[frame.length()];
        Object base = frame.base();
        if (base != null && copy.length > 0) {
            Memory.copy(base, frame.offset(), copy, 0, copy.length);
        }
        frames.add(frame.with(copy, 0, copy.length));
        bytes += copy.length;
    }

    /** The oldest one; it stays. */
    Frame first() {
        return frames.element();
    }

    void removeFirst() {
        bytes -= frames.remove().length();
    }

    void clear() {
        frames.clear();
        bytes = 0;
    }
}
