package org.braid.mpi.data;

/**
 * Where the bytes of repeated elements of a type lie, counted as one stream: byte {@code position} of all data, in type-map order, lies at a displacement from the first element (MPI 4.1, sections 5.1 and 14.1.1). Immutable; of the
 * size of one element's description, however many elements there are, and however often loops in it are repeated.
 *
 * <pre>
 *   stream         0                          size                     2 size
 *   element 0      |#####|          |#########|        | element 1 |#####|       |
 *   displacement   first                               extent + first
 * </pre>
 */
public final class Layout {
    private final Dataloop loop;
    private final long extentBytes;
    private final long placeBits;

    Layout(Dataloop loop, long extentBytes) {
        this.loop = loop;
        this.extentBytes = extentBytes;
        this.placeBits = loop.placeBits() | extentBytes;
    }

    /** One element. */
    Dataloop loop() {
        return loop;
    }

    /** Bytes of data in one element. */
    public long sizeBytes() {
        return loop.sizeBytes();
    }

    /** From element to element. */
    long extentBytes() {
        return extentBytes;
    }

    /** Whether all elements together are one run without gaps. */
    public boolean isDense() {
        return loop instanceof Runs runs && runs.length() == 1 && sizeBytes() == extentBytes;
    }

    /** Whether the stream goes upwards only, from displacements that are not negative, also from element to element, and no byte is named twice. */
    public boolean isRising() {
        return loop.sizeBytes() == 0 || loop.first() >= 0 && loop.isRising() && loop.last() - loop.first() <= extentBytes;
    }

    /** The displacement of a byte of the stream; there must be data at all. */
    public long displacementOf(long position) {
        return cursor(position).displacement();
    }

    /** How many bytes of the stream lie below a displacement, if the stream is {@linkplain #isRising rising}. */
    public long bytesBelow(long displacement) {
        if (loop.sizeBytes() == 0 || displacement <= loop.first()) {
            return 0;
        }
        long element = (displacement - loop.first()) / extentBytes;
        return element * sizeBytes() + loop.bytesBelow(displacement - element * extentBytes);
    }

    /** The lowest displacement of any of the stream's first {@code bytes} bytes, of which there is at least one. */
    public long firstOf(long bytes) {
        return elements(bytes).firstOf(bytes);
    }

    /** One past the highest displacement of any of them. */
    public long endOf(long bytes) {
        return elements(bytes).lastOf(bytes);
    }

    private Dataloop elements(long bytes) {
        return bytes <= sizeBytes() ? loop : new Repetition(loop, Math.ceilDiv(bytes, sizeBytes()), extentBytes);
    }

    /** Walks over the stream from a position on; there must be data at all. */
    public LayoutCursor cursor(long position) {
        return new LayoutCursor(this, position);
    }

    /** Sets a cursor there. */
    void find(long position, LayoutCursor cursor) {
        long element = position / sizeBytes();
        loop.find(position - element * sizeBytes(), element * extentBytes, Long.MAX_VALUE, extentBytes, cursor);
    }

    /** The union of the bits of all places, lengths and distances: what no unit of memory may split. */
    long placeBits() {
        return placeBits;
    }

    /** Runs of data in one element. */
    public long runs() {
        return loop.runs();
    }
}
