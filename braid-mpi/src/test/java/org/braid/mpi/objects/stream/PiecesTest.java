package org.braid.mpi.objects.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.braid.base.memory.Memory;
import org.braid.base.wire.ContextId;
import org.braid.mpi.data.Pieces;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.p2p.LcoName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is cut into pieces and joined again is what was written, whatever the lengths of pieces, of writes and of reads. */
class PiecesTest {
    private static final LcoName NAME = new LcoName(new ContextId(0x0102030405060708L, -1, 77), 1234, 5);

    /** Keeps pieces in memory, in two arrays that it gives out by turns. */
    private static final class Kept implements PieceSink, PieceSource {
        private final byte[][] rooms;
        private final ArrayDeque<byte[]> pieces = new ArrayDeque<>();
        private int given;
        byte @Nullable [] head;

        Kept(int pieceBytes) {
            rooms = new byte[2][pieceBytes];
        }

        @Override
        public void head(Chunks first) {
            Pieces message = first.behind(StreamHead.of(NAME));
            head = new byte[(int) message.bytes()];
            Memory.copy(message, 0, head, 0, head.length);
        }

        @Override
        public byte[] room() {
            return rooms[given++ % rooms.length];
        }

        @Override
        public void piece(byte[] piece) {
            pieces.add(piece.clone());
        }

        @Override
        public @Nullable Piece next() {
            byte[] next = pieces.poll();
            return next == null ? null : new Piece(next, next.length);
        }
    }

    @Test
    void everyLengthOfPiecesAndOfWritesGivesTheSameBytes() throws IOException {
        byte[] text = new byte[40];
        new SplittableRandom(1).nextBytes(text);
        for (int pieceBytes = 1; pieceBytes <= 12; pieceBytes++) {
            for (int length = 0; length <= text.length; length++) {
                for (int step : new int[] {1, 2, 3, 7, 40}) {
                    roundTrip(Arrays.copyOf(text, length), pieceBytes, step);
                }
            }
        }
    }

    @SuppressWarnings("NullAway") // what is there is asserted
    private static void roundTrip(byte[] text, int pieceBytes, int step) throws IOException {
        Kept kept = new Kept(pieceBytes);
        PieceWriter writer = new PieceWriter(kept, new PieceLimits(pieceBytes, 2));
        for (int at = 0; at < text.length; at += step) {
            writer.write(text, at, Math.min(step, text.length - at));
        }
        Chunks whole = writer.whole();
        assertEquals(text.length <= pieceBytes, whole != null, "what is no longer than a piece is no stream");
        if (whole != null) {
            assertEquals(text.length, whole.bytes());
            assertNull(kept.head);
            return;
        }
        assertTrue(writer.restBytes() > 0, "the last piece is never empty");
        kept.pieces.add(Arrays.copyOf(writer.rest(), writer.restBytes()));
        assertEquals((text.length - 1) / pieceBytes, kept.pieces.size());
        assertTrue(StreamHead.begins(kept.head, kept.head.length));
        assertEquals(NAME, StreamHead.sender(kept.head));
        assertArrayEquals(text, joined(kept, step));
    }

    @SuppressWarnings("NullAway")
    private static byte[] joined(Kept kept, int step) throws IOException {
        PieceReader reader = new PieceReader(kept.head, StreamHead.BYTES, kept.head.length, kept);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] some = new byte[step];
        for (int next = reader.read(); next >= 0; next = reader.read()) {
            all.write(next);
            int more = reader.read(some, 0, step);
            all.write(some, 0, Math.max(0, more));
        }
        assertEquals(-1, reader.read(some, 0, step));
        assertEquals(0, reader.read(some, 0, 0));
        return all.toByteArray();
    }

    @Test
    void emptyPiecesAreNoEnd() throws IOException {
        Kept kept = new Kept(4);
        kept.pieces.add(new byte[0]);
        kept.pieces.add(new byte[] {9});
        kept.pieces.add(new byte[0]);
        PieceReader reader = new PieceReader(new byte[0], 0, 0, kept);
        assertEquals(9, reader.read());
        assertEquals(-1, reader.read());
    }

    @Test
    void aWriterThatWasRefusedNeverSendsTheHeadAgain() {
        int[] heads = {0};
        PieceWriter writer = new PieceWriter(
                new PieceSink() {
                    @Override
                    public void head(Chunks first) throws IOException {
                        heads[0]++;
                        throw new IOException("nobody wants it");
                    }

                    @Override
                    public byte[] room() throws IOException {
                        throw new IOException("nobody wants it");
                    }

                    @Override
                    public void piece(byte[] piece) {
                        throw new AssertionError("there is no room");
                    }
                },
                new PieceLimits(4, 2));
        for (int i = 0; i < 3; i++) {
            assertThrows(IOException.class, () -> writer.write(new byte[10], 0, 10));
        }
        assertEquals(1, heads[0]);
    }

    @Test
    void noOtherFormOfMessageBeginsAsAHeadDoes() {
        assertTrue(!StreamHead.begins(new byte[] {(byte) 0xAC, (byte) 0xED, 0, 5}, 4), "an object stream");
        assertTrue(!StreamHead.begins(StreamHead.of(NAME), StreamHead.BYTES - 1), "a head that is cut off");
        assertNull(PieceKind.of(-1));
        assertNull(PieceKind.of(PieceKind.values().length));
    }
}
