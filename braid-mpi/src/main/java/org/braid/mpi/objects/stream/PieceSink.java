package org.braid.mpi.objects.stream;

import java.io.IOException;
import org.braid.mpi.objects.Chunks;

/** Where a {@link PieceWriter} puts what it has cut. */
public interface PieceSink {
    /**
     * The first piece is full, and more follows: takes it away.
     *
     * @throws IOException if nobody wants more
     */
    void head(Chunks first) throws IOException;

    /**
     * An array for the next piece, at least as long as that; it waits for one that is free.
     *
     * @throws IOException if nobody wants more
     */
    byte[] room() throws IOException;

    /**
     * A piece is full, and more follows: takes it away.
     *
     * @throws IOException if nobody wants more
     */
    void piece(byte[] piece) throws IOException;
}
