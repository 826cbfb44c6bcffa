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

    private static final PieceKind[] ALL = values();

    /** Null if there is no such kind. */
    static @Nullable PieceKind of(int tag) {
        return tag >= 0 && tag < ALL.length ? ALL[tag] : null;
    }
}
