package org.braid.mpi.objects.stream;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.braid.base.memory.Memory;
import org.braid.mpi.data.Pieces;
import org.braid.mpi.objects.Chunks;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of an object stream that goes to all members of a group, piece by piece, each of which is a broadcast of its own. A full piece is held back until the next one is, or the end has come, for it says what follows it. All
 * calls wait. Of one thread at a time.
 */
public final class BroadcastSend implements PieceSink {
    /** Of what a program's exception says more is cut off. */
    private static final int LONGEST_SENTENCE_BYTES = 2048;

    private final Runnable announcing;
    private final PieceBroadcast broadcast;
    private final int pieceBytes;
    private final @Nullable Chunks copy;
    private byte @Nullable [] held;
    private byte @Nullable [] free;
    private @Nullable RuntimeException failure;

    /** @param announcing tells everybody that a stream follows */
    public BroadcastSend(Runnable announcing, PieceBroadcast broadcast, PieceLimits limits) {
        this(announcing, broadcast, limits, null);
    }

    /**
     * As above.
     *
     * @param copy gets all that is sent, too; null: nothing does
     */
    public BroadcastSend(Runnable announcing, PieceBroadcast broadcast, PieceLimits limits, @Nullable Chunks copy) {
        this.announcing = announcing;
        this.broadcast = broadcast;
        this.pieceBytes = limits.pieceBytes();
        this.copy = copy;
    }

    /** What has ended it, for a broadcast has failed; null: nothing. */
    public @Nullable RuntimeException failure() {
        return failure;
    }

    // ---- what the writer calls

    @Override
    public void head(Chunks first) {
        byte[] piece = new byte[pieceBytes + Follower.ROOM_BYTES];
        free = new byte[piece.length]; // both before anybody waits for them
        Pieces written = first.behind(new byte[0]);
        Memory.copy(written, 0, piece, 0, pieceBytes);
        guarded(announcing);
        hold(piece);
    }

    @Override
    public byte[] room() {
        throwIfFailed();
        byte[] room = Objects.requireNonNull(free);
        free = null;
        return room;
    }

    @Override
    public void piece(byte[] piece) {
        throwIfFailed();
        free = sendHeld(new Follower(PieceKind.MORE, pieceBytes));
        hold(piece);
    }

    private void hold(byte[] piece) {
        held = piece;
        copy(piece, pieceBytes);
    }

    private void copy(byte[] piece, int length) {
        if (copy != null) {
            copy.write(piece, 0, length);
        }
    }

    /** A program's own code may have swallowed what was thrown before. */
    private void throwIfFailed() {
        if (failure != null) {
            throw failure;
        }
    }

    // ---- its end

    /** All was written. */
    public void end(PieceWriter written) {
        byte[] rest = Objects.requireNonNull(written.rest());
        copy(rest, written.restBytes());
        end(PieceKind.LAST, rest, written.restBytes());
    }

    /** The rest cannot be written; everybody is told why who was told that a stream follows. */
    public void endBroken(String sentence) {
        if (held == null && failure == null) {
            return;
        }
        byte[] text = sentence.getBytes(StandardCharsets.UTF_8);
        end(PieceKind.BROKEN, text, Math.min(text.length, Math.min(LONGEST_SENTENCE_BYTES, pieceBytes)));
    }

    private void end(PieceKind kind, byte[] last, int length) {
        throwIfFailed();
        byte[] ignored = sendHeld(new Follower(kind, length));
        guarded(() -> broadcast.carry(last, length));
    }

    // ---- messages

    private byte[] sendHeld(Follower next) {
        byte[] piece = Objects.requireNonNull(held);
        next.put(piece);
        guarded(() -> broadcast.carry(piece, piece.length));
        return piece;
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException failed) {
            failure = failed;
            throw failed;
        }
    }
}
