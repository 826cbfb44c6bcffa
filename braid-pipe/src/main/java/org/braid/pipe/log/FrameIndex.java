package org.braid.pipe.log;

import org.jspecify.annotations.Nullable;

/**
 * Where each frame of a {@link ReplayLog} lies: a circular table indexed by frame number, doubled when full up to a bound.
 *
 * <pre>
 *   start[n]          position of the frame's first byte in the log (positions grow for ever; offset = position &amp; mask)
 *   logBytes[n]       bytes of the frame that lie in the log
 *   base/offset/bytes the rest of the frame, when it stayed in user memory; the three columns exist from the first such frame on
 * </pre>
 */
final class FrameIndex {
    private static final int FIRST_ENTRIES = 64;

    private final int mostEntries;
    private long[] start = new long[0];
    private int[] logBytes = new int[0];
    private @Nullable Object[] externalBase = new Object[0];
    private long[] externalOffset = new long[0];
    private int[] externalBytes = new int[0];

    FrameIndex(int mostEntries) {
        this.mostEntries = mostEntries;
    }

    /** Makes room for frame {@code next} when {@code oldest} is still needed; false when the bound is reached. */
    boolean hasRoom(long oldest, long next) {
        return next - oldest < start.length || grow(oldest, next);
    }

    void put(long number, long position, int bytes) {
        int slot = slot(number);
        start[slot] = position;
        logBytes[slot] = bytes;
        if (externalBytes.length > 0) externalBytes[slot] = 0;
    }

    void putExternal(long number, Object base, long offset, int bytes) {
        if (externalBytes.length == 0) makeExternalColumns();
        int slot = slot(number);
        externalBase[slot] = base;
        externalOffset[slot] = offset;
        externalBytes[slot] = bytes;
    }

    /** The rest of a frame that has one lies elsewhere, from offset 0 on. */
    void relocate(long number, @Nullable Object base, int bytes) {
        int slot = slot(number);
        externalBase[slot] = base;
        externalOffset[slot] = 0;
        externalBytes[slot] = bytes;
    }

    /** Forgets a frame's user memory, so that it isn't kept reachable. */
    void drop(long number) {
        if (externalBase.length > 0) externalBase[slot(number)] = null;
    }

    void moveTo(long number, long position) {
        start[slot(number)] = position;
    }

    long start(long number) {
        return start[slot(number)];
    }

    int logBytes(long number) {
        return logBytes[slot(number)];
    }

    int externalBytes(long number) {
        return externalBytes.length == 0 ? 0 : externalBytes[slot(number)];
    }

    @Nullable Object externalBase(long number) {
        return externalBase[slot(number)];
    }

    long externalOffset(long number) {
        return externalOffset[slot(number)];
    }

    int frameBytes(long number) {
        return logBytes(number) + externalBytes(number);
    }

    private int slot(long number) {
        return (int) number & (start.length - 1);
    }

    private boolean grow(long oldest, long next) {
        int entries = Math.max(FIRST_ENTRIES, 2 * start.length);
        if (entries > mostEntries) return false;
        FrameIndex old = columns();
        start = new long[entries];
        logBytes = new int[entries];
        if (externalBytes.length > 0) makeExternalColumns();
        for (long n = oldest; n < next; n++) copy(old, n);
        return true;
    }

    private FrameIndex columns() {
        FrameIndex same = new FrameIndex(mostEntries);
        same.start = start;
        same.logBytes = logBytes;
        same.externalBase = externalBase;
        same.externalOffset = externalOffset;
        same.externalBytes = externalBytes;
        return same;
    }

    private void copy(FrameIndex old, long number) {
        put(number, old.start(number), old.logBytes(number));
        Object base = old.externalBytes(number) > 0 ? old.externalBase(number) : null;
        if (base != null) putExternal(number, base, old.externalOffset(number), old.externalBytes(number));
    }

    private void makeExternalColumns() {
        externalBase = new Object[start.length];
        externalOffset = new long[start.length];
        externalBytes = new int[start.length];
    }
}
