package org.braid.mpi.objects.stream;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The receiving end of an object stream that goes to all members of a group: takes part in a broadcast for each piece, when that is to be read, and in all that are left when it is closed. Of one thread at a time. */
public final class BroadcastReceive implements PieceSource, AutoCloseable {
    private final PieceBroadcast broadcast;
    private final byte[] room;
    private final PieceReader bytes = new PieceReader(new byte[0], 0, 0, this);
    private Follower next;
    private boolean isOver;
    private @Nullable RuntimeException failure;

    /** Everybody knows that the stream follows; nothing has come. */
    public BroadcastReceive(PieceBroadcast broadcast, PieceLimits limits) {
        this.broadcast = broadcast;
        this.room = new byte[limits.pieceBytes() + Follower.ROOM_BYTES];
        this.next = new Follower(PieceKind.MORE, limits.pieceBytes());
    }

    /** What was written at the other end. */
    public InputStream bytes() {
        return bytes;
    }

    /** What has ended it, for a broadcast has failed; null: nothing. */
    public @Nullable RuntimeException failure() {
        return failure;
    }

    @Override
    public @Nullable Piece next() throws IOException {
        if (failure != null) { // a program's own code may have swallowed it
            throw failure;
        }
        return isOver ? null : take();
    }

    private Piece take() throws IOException {
        Follower now = next;
        boolean isLast = now.kind() != PieceKind.MORE;
        isOver = isLast;
        try {
            broadcast.carry(room, isLast ? now.bytes() : room.length);
            next = isLast ? now : Follower.get(room);
        } catch (RuntimeException failed) {
            failure = failed;
            throw failed;
        }
        if (now.kind() == PieceKind.BROKEN) {
            throw new IOException("its sender could not write it: " + new String(room, 0, now.bytes(), StandardCharsets.UTF_8));
        }
        return new Piece(room, now.bytes());
    }

    /** Takes what comes still: the others wait for this member. */
    @Override
    public void close() {
        while (!isOver && failure == null) {
            try {
                Piece ignored = take();
            } catch (IOException broken) {
                isOver = true; // whoever reads was told, or has failed before
            }
        }
    }
}
