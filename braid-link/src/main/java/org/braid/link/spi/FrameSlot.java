package org.braid.link.spi;

import org.jspecify.annotations.Nullable;

/** Room for one frame at a time, filled again and again: an object for each message would cost a chain more than its devices do. Its owner alone fills it, when nobody looks at the frame before any more. */
public final class FrameSlot {
    private final Frame frame = new Frame();

    /** An empty slot. */
    public FrameSlot() {}

    /** The slot's frame, with these eleven words; see {@link Frame#Frame(int, int, int, int, int, int, int, int, Object, long, int)}. */
    public Frame fill(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        Frame f = frame;
        f.kind = kind;
        f.endpoint = endpoint;
        f.route = route;
        f.handler = handler;
        f.a0 = a0;
        f.a1 = a1;
        f.a2 = a2;
        f.a3 = a3;
        f.base = base;
        f.offset = offset;
        f.length = length;
        return f;
    }

    /** The slot's frame, as a repeat of the one before: with another second argument, and a payload elsewhere in the same memory. */
    public Frame again(int a1, long offset, int length) {
        Frame f = frame;
        f.a1 = a1;
        f.offset = offset;
        f.length = length;
        return f;
    }
}
