package org.braid.mpi.objects.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where a {@link PieceReader} gets what it joins. */
interface PieceSource {
    /**
     * Bytes that are there until the next call.
     *
     * @param bytes an array of which the first {@code length} count
     */
    record Piece(byte[] bytes, int length) {}

    /**
     * The piece behind the one before, waited for; null behind the last one.
     *
     * @throws IOException if the sender could not write it
     */
    @Nullable Piece next() throws IOException;
}
