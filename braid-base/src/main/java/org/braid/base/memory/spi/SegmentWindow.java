package org.braid.base.memory.spi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Memory as channels and checksums want it, in byte buffers, though it may be longer than the longest of these (2^31 - 9 bytes): one buffer lies over a part of it, and is made anew where another part is wanted. Memory of up to
 * {@link #MOST_BYTES} is one part.
 *
 * <p>Not for several threads.
 */
public final class SegmentWindow {
    /** Of one part. */
    public static final long MOST_BYTES = 1L << 30;

    private final MemorySegment whole;
    private long start;
    private ByteBuffer part = ByteBuffer.allocate(0);

    /** @param whole native memory, or a part of a heap array */
    public SegmentWindow(MemorySegment whole) {
        this.whole = whole;
    }

    /** Whether so many bytes lie there. */
    public boolean holds(long offset, int length) {
        return (offset | length) >= 0 && offset <= whole.byteSize() - length;
    }

    /**
     * The bytes from {@code offset} on, between position and limit of a buffer that is the same for all calls but those that leave its part.
     *
     * @throws IndexOutOfBoundsException if not so many bytes lie there
     */
    public ByteBuffer of(long offset, int length) {
        if (offset < start || offset + length > start + part.capacity()) {
            moveTo(offset, length);
        }
        int from = (int) (offset - start);
        return part.limit(from + length).position(from);
    }

    private void moveTo(long offset, int length) {
        boolean fits = whole.byteSize() <= MOST_BYTES;
        long from = fits ? 0 : offset;
        long bytes = fits ? whole.byteSize() : Math.min(Math.max(MOST_BYTES, length), whole.byteSize() - offset);
        if (!holds(offset, length)) {
            throw new IndexOutOfBoundsException(length + " bytes from byte " + offset + " on are not in memory of " + whole.byteSize());
        }
        part = whole.asSlice(from, bytes).asByteBuffer();
        start = from;
    }
}
