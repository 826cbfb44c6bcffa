package org.braid.mpi.objects.stream;

import java.io.IOException;
import java.io.InputStream;

/** Joins pieces to the stream that they were cut from. */
final class PieceReader extends InputStream {
    private final PieceSource source;
    private byte[] piece;
    private int at;
    private int end;

    /** Begins with the bytes {@code from} to {@code to} of the first piece. */
    PieceReader(byte[] first, int from, int to, PieceSource source) {
        this.source = source;
        this.piece = first;
        this.at = from;
        this.end = to;
    }

    @Override
    public int read() throws IOException {
        return hasMore() ? piece[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!hasMore()) {
            return -1;
        }
        int bytes = Math.min(length, end - at);
        System.arraycopy(piece, at, into, offset, bytes);
        at += bytes;
        return bytes;
    }

    @Override
    public int available() {
        return end - at;
    }

    /** A piece may be empty. */
    private boolean hasMore() throws IOException {
        if (at == end) {
            StackRoom.require();
        }
        PieceSource.Piece next = null;
        while (at == end && (next = source.next()) != null) {
            piece = next.bytes();
            at = 0;
            end = next.length();
        }
        return at < end;
    }
}
