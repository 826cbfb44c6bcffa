package org.braid.mpi.objects.stream;

import java.io.IOException;
import java.io.OutputStream;
import org.braid.mpi.objects.Chunks;
import org.jspecify.annotations.Nullable;

/** Cuts what is written into pieces. What is not longer than the first one stays {@link #whole}. */
public final class PieceWriter extends OutputStream {
    private final PieceSink sink;
    private final int pieceBytes;
    private final byte[] one = new byte[1];
    private @Nullable Chunks first = new Chunks();
    private byte @Nullable [] piece; // null while the first one is written
    private int used;

    /** Nothing yet. */
    public PieceWriter(PieceSink sink, PieceLimits limits) {
        this.sink = sink;
        this.pieceBytes = limits.pieceBytes();
    }

    @Override
    public void write(int single) throws IOException {
        one[0] = (byte) single;
        write(one, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            Chunks beginning = first;
            done += beginning != null ? begin(beginning, from, offset + done, length - done) : goOn(from, offset + done, length - done);
        }
    }

    private int begin(Chunks beginning, byte[] from, int offset, int length) throws IOException {
        int bytes = (int) Math.min(length, pieceBytes - beginning.bytes());
        if (bytes == 0) {
            StackRoom.require();
            first = null; // whatever becomes of it: streams that fail write again
            sink.head(beginning);
            return 0;
        }
        beginning.write(from, offset, bytes);
        return bytes;
    }

    private int goOn(byte[] from, int offset, int length) throws IOException {
        byte[] room = piece;
        if (room == null || used == pieceBytes) {
            room = next(room);
        }
        int bytes = Math.min(length, pieceBytes - used);
        System.arraycopy(from, offset, room, used, bytes);
        used += bytes;
        return bytes;
    }

    private byte[] next(byte @Nullable [] full) throws IOException {
        StackRoom.require();
        if (full != null) {
            sink.piece(full);
        }
        byte[] room = sink.room();
        piece = room;
        used = 0;
        return room;
    }

    /** All that was written, if that is no longer than a piece; else null. */
    public @Nullable Chunks whole() {
        return first;
    }

    /** What was written behind the pieces that the sink has; of {@link #restBytes} bytes. */
    byte @Nullable [] rest() {
        return piece;
    }

    int restBytes() {
        return used;
    }
}
