package org.braid.mpi.objects.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.junit.jupiter.api.Test;

/** What is broadcast in pieces is what was written, whatever the lengths of pieces, of writes and of reads; and every member takes part in the same broadcasts, whatever becomes of its own reading. */
class BroadcastPiecesTest {
    /** What has been broadcast, as it came to one of the others. */
    private static final class Recorded {
        final List<byte[]> broadcasts = new ArrayList<>();
        int announced;

        BroadcastSend sender(int pieceBytes) {
            return new BroadcastSend(() -> announced++, (bytes, length) -> broadcasts.add(Arrays.copyOf(bytes, length)), new PieceLimits(pieceBytes, 2));
        }

        /** Fails unless as many bytes are expected as come. */
        BroadcastReceive receiver(int pieceBytes, Deque<byte[]> coming) {
            coming.addAll(broadcasts);
            PieceBroadcast taking = (bytes, length) -> {
                byte[] next = coming.remove();
                assertEquals(next.length, length, "all members know the length before");
                System.arraycopy(next, 0, bytes, 0, length);
            };
            return new BroadcastReceive(taking, new PieceLimits(pieceBytes, 2));
        }
    }

    private static byte[] text(int length) {
        byte[] text = new byte[length];
        new SplittableRandom(length).nextBytes(text);
        return text;
    }

    private static Recorded written(byte[] text, int pieceBytes, int step) throws IOException {
        Recorded recorded = new Recorded();
        BroadcastSend sender = recorded.sender(pieceBytes);
        PieceWriter writer = new PieceWriter(sender, new PieceLimits(pieceBytes, 2));
        for (int at = 0; at < text.length; at += step) {
            writer.write(text, at, Math.min(step, text.length - at));
        }
        if (writer.whole() == null) {
            sender.end(writer);
        }
        return recorded;
    }

    @Test
    void everyLengthOfPiecesWritesAndReadsGivesTheSameBytes() throws IOException {
        for (int pieceBytes = 1; pieceBytes <= 9; pieceBytes++) {
            for (int length = 0; length <= 40; length++) {
                for (int step : new int[] {1, 3, 40}) {
                    byte[] text = text(length);
                    Recorded recorded = written(text, pieceBytes, step);
                    assertEquals(length > pieceBytes ? 1 : 0, recorded.announced, "what is no longer than a piece is no stream");
                    if (length > pieceBytes) {
                        assertEquals(Math.ceilDiv(length, pieceBytes), recorded.broadcasts.size());
                        Deque<byte[]> coming = new ArrayDeque<>();
                        BroadcastReceive receiver = recorded.receiver(pieceBytes, coming);
                        assertArrayEquals(text, receiver.bytes().readAllBytes());
                        assertNull(receiver.next());
                        receiver.close();
                        assertTrue(coming.isEmpty());
                    }
                }
            }
        }
    }

    @Test
    void whoStopsReadingTakesPartInTheRest() throws IOException {
        byte[] text = text(40);
        Recorded recorded = written(text, 4, 7);
        for (int read = 0; read <= 40; read++) {
            Deque<byte[]> coming = new ArrayDeque<>();
            try (BroadcastReceive receiver = recorded.receiver(4, coming)) {
                assertArrayEquals(Arrays.copyOf(text, read), receiver.bytes().readNBytes(read));
            }
            assertTrue(coming.isEmpty());
        }
    }

    @Test
    void whatCannotBeWrittenIsToldWhereItEnds() throws IOException {
        for (int pieceBytes = 1; pieceBytes <= 9; pieceBytes++) {
            for (int length = pieceBytes + 1; length < 30; length++) {
                Recorded recorded = new Recorded();
                BroadcastSend sender = recorded.sender(pieceBytes);
                PieceWriter writer = new PieceWriter(sender, new PieceLimits(pieceBytes, 2));
                writer.write(text(length), 0, length);
                sender.endBroken("it breaks");
                Deque<byte[]> coming = new ArrayDeque<>();
                try (BroadcastReceive receiver = recorded.receiver(pieceBytes, coming)) {
                    IOException broken = assertThrows(IOException.class, () -> receiver.bytes().readAllBytes());
                    assertTrue(String.valueOf(broken.getMessage()).endsWith("could not write it: " + "it breaks".substring(0, pieceBytes)), broken.getMessage());
                    assertNull(receiver.next(), "nothing follows");
                }
                assertTrue(coming.isEmpty());
            }
        }
    }

    @Test
    void whatBreaksBeforeAnythingWasSaidIsNobodysElse() {
        Recorded recorded = new Recorded();
        recorded.sender(4).endBroken("too early");
        assertEquals(0, recorded.announced + recorded.broadcasts.size());
    }

    @Test
    void aBroadcastThatFailsFailsEachStepBehindIt() throws IOException {
        IllegalStateException dead = new IllegalStateException("a member has died");
        PieceBroadcast failing = (bytes, length) -> {
            throw dead;
        };
        BroadcastSend sender = new BroadcastSend(() -> {}, failing, new PieceLimits(4, 2));
        PieceWriter writer = new PieceWriter(sender, new PieceLimits(4, 2));
        writer.write(new byte[8], 0, 8);
        for (int i = 0; i < 2; i++) {
            assertSame(dead, assertThrows(IllegalStateException.class, () -> writer.write(new byte[4], 0, 4)));
        }
        assertSame(dead, assertThrows(IllegalStateException.class, () -> sender.end(writer)));
        assertSame(dead, sender.failure());
        BroadcastReceive receiver = new BroadcastReceive(failing, new PieceLimits(4, 2));
        for (int i = 0; i < 2; i++) {
            assertSame(dead, assertThrows(IllegalStateException.class, () -> receiver.bytes().read()));
        }
        receiver.close();
        assertSame(dead, receiver.failure());
    }

    @Test
    void aPieceThatCannotHaveBeenMeantIsRefused() {
        byte[] piece = new byte[4 + Follower.ROOM_BYTES];
        for (int[] strange : new int[][] {{0, 3}, {0, 5}, {1, 5}, {1, -1}, {2, -1}, {3, 0}, {-1, 4}}) {
            ByteBuffer.wrap(piece).putInt(4, strange[0]).putInt(8, strange[1]);
            assertThrows(BraidException.class, () -> Follower.get(piece));
        }
        for (Follower meant : List.of(new Follower(PieceKind.MORE, 4), new Follower(PieceKind.LAST, 0), new Follower(PieceKind.BROKEN, 4))) {
            meant.put(piece);
            assertEquals(meant, Follower.get(piece));
        }
    }
}
