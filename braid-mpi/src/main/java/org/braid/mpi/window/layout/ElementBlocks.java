package org.braid.mpi.window.layout;

import org.braid.mpi.data.LayoutCursor;
import org.braid.mpi.data.TypeMap;

/** The blocks of elements of a type with gaps, one after the other: nothing is listed, however many they are. */
final class ElementBlocks {
    private final TypeMap type;

    ElementBlocks(TypeMap type) {
        this.type = type;
    }

    /** Whether the first so many bytes of data lie in one piece. */
    boolean areOneBlock(long bytes) {
        return type.layout().cursor(0).left() >= bytes;
    }

    /** The lowest place of any of the first so many bytes, of which there is at least one. */
    long first(long bytes) {
        return type.layout().firstOf(bytes);
    }

    /** One past the highest place of any of them. */
    long end(long bytes) {
        return type.layout().endOf(bytes);
    }

    /** Shows the blocks in which the first so many bytes lie. */
    void forEach(long bytes, Layout.Visitor visitor) {
        LayoutCursor cursor = type.layout().cursor(0);
        for (long packed = 0; packed < bytes; ) {
            long length = Math.min(cursor.left(), bytes - packed);
            visitor.block(cursor.displacement(), packed, length);
            cursor.skip(length);
            packed += length;
        }
    }
}
