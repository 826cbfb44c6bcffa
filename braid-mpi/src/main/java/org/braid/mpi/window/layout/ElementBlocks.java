package org.braid.mpi.window.layout;

import org.braid.mpi.data.LayoutCursor;

/** The blocks of elements of a type with gaps, one after the other: nothing is listed, however many they are. */
final class ElementBlocks {
    private final org.braid.mpi.data.Layout places;
    private final long mostBytes;

    /** @param mostBytes of a block */
    ElementBlocks(org.braid.mpi.data.Layout places, long mostBytes) {
        this.places = places;
        this.mostBytes = mostBytes;
    }

    /** Bytes of data of one element. */
    long elementBytes() {
        return places.sizeBytes();
    }

    /** Whether the first so many bytes of data lie in one piece. */
    boolean areOneBlock(long bytes) {
        return bytes <= mostBytes && places.cursor(0).left() >= bytes;
    }

    /** The lowest place of any of the first so many bytes, of which there is at least one. */
    long first(long bytes) {
        return places.firstOf(bytes);
    }

    /** One past the highest place of any of them. */
    long end(long bytes) {
        return places.endOf(bytes);
    }

    /** Shows the blocks in which the first so many bytes lie. */
    void forEach(long bytes, Layout.Visitor visitor) {
        LayoutCursor cursor = places.cursor(0);
        for (long packed = 0; packed < bytes; ) {
            long length = Math.min(Math.min(cursor.left(), mostBytes), bytes - packed);
            visitor.block(cursor.displacement(), packed, length);
            cursor.skip(length);
            packed += length;
        }
    }
}
