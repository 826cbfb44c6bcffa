package org.braid.mpi.objects.stream;

import org.jspecify.annotations.Nullable;

/** What a piece is: its tag is the ordinal. */
enum PieceKind {
    /** Others follow. */
    MORE,
    /** The end of the stream. It may be empty. */
    LAST,
    /** The end, for the sender could not write the rest; the bytes are a sentence about it, in UTF-8. */
    BROKEN;

    /** Null if there is no such kind. */
    static @Nullable PieceKind of(int tag) {
        return switch (tag) {
            case 0 -> MORE;
            case 1 -> LAST;
            case 2 -> BROKEN;
            default -> null;
        };
    }
}
