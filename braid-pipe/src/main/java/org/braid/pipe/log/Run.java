package org.braid.pipe.log;

import org.jspecify.annotations.Nullable;

/**
 * Bytes that lie together and are next to be written, as <em>user memory</em>: {@code bytes} bytes of {@code base} from
 * {@code offset}. A flyweight: {@link ReplayLog#gather} fills it, the next call on the log makes it stale.
 */
public final class Run {
    /** The log's segment, or the memory that a frame's payload stayed in. */
    @Nullable Object base;

    long offset;
    int bytes;
    boolean external;

    /** The memory that the run lies in. */
    public @Nullable Object base() {
        return base;
    }

    /** Bytes from the start of {@link #base}. */
    public long offset() {
        return offset;
    }

    /** Its length in bytes. */
    public int bytes() {
        return bytes;
    }

    /** True when the bytes are outside the log: base is what was given to {@link ReplayLog#commit(int, Object, long, int)}. */
    public boolean isExternal() {
        return external;
    }

    void set(@Nullable Object newBase, long newOffset, int newBytes, boolean isExternal) {
        base = newBase;
        offset = newOffset;
        bytes = newBytes;
        external = isExternal;
    }
}
