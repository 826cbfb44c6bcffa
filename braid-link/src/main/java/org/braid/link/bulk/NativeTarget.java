package org.braid.link.bulk;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/** User memory that the kernel may write for us, past the checks of {@link org.braid.base.memory.Memory}: so they are made here. What does not pass is left to a copy that says what is wrong. */
final class NativeTarget {
    private NativeTarget() {}

    /** The whole memory; null unless it is native, lives, can be written, and is not another thread's alone. */
    static @Nullable MemorySegment of(Object base) {
        MemorySegment whole = segment(base);
        boolean writable = whole != null && whole.isNative() && !whole.isReadOnly() && whole.scope().isAlive() && whole.isAccessibleBy(Thread.currentThread());
        return writable ? whole : null;
    }

    private static @Nullable MemorySegment segment(Object base) {
        if (base instanceof MemorySegment segment) {
            return segment;
        }
        return base instanceof Buffer buffer && buffer.isDirect() ? MemorySegment.ofBuffer(buffer.duplicate().clear()) : null;
    }
}
