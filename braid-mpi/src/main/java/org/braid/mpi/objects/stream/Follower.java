package org.braid.mpi.objects.stream;

import java.nio.ByteBuffer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * What a piece that is broadcast says of the one behind it, since everybody has to know a length before it comes.
 *
 * <pre>
 *   | the piece: pieceBytes | kind of the next 4 | its length 4 |
 * </pre>
 *
 * Both numbers are big-endian.
 */
record Follower(PieceKind kind, int bytes) {
    /** So much longer than its piece is an array for it. */
    static final int ROOM_BYTES = 2 * Integer.BYTES;

    void put(byte[] piece) {
        int at = piece.length - ROOM_BYTES;
        ByteBuffer ignored = ByteBuffer.wrap(piece).putInt(at, kind.ordinal()).putInt(at + Integer.BYTES, bytes);
    }

    /** @throws BraidException if no sender could have meant it */
    static Follower get(byte[] piece) {
        int most = piece.length - ROOM_BYTES;
        ByteBuffer numbers = ByteBuffer.wrap(piece);
        int tag = numbers.getInt(most);
        int bytes = numbers.getInt(most + Integer.BYTES);
        PieceKind kind = PieceKind.of(tag);
        boolean fits = kind == PieceKind.MORE ? bytes == most : bytes >= 0 && bytes <= most;
        if (kind == null || !fits) {
            throw new BraidException(
                    ErrorCode.INPUT_OUT_OF_RANGE, "A piece of objects that are broadcast cannot have been meant", "the next one is of kind " + tag + " and has " + bytes + " bytes, of " + most + " at most",
                    "The sender is broken or runs another build");
        }
        return new Follower(kind, bytes);
    }
}
