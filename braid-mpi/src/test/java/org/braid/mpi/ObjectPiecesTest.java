package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.objects.stream.PieceLimits;
import org.braid.mpi.objects.stream.PieceWriter;
import org.braid.mpi.objects.stream.StreamHead;
import org.braid.mpi.objects.stream.StreamReceive;
import org.braid.mpi.objects.stream.StreamSend;
import org.braid.mpi.p2p.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams of very many short pieces, between two processes: what comes is what was written, whatever an end may hold, and nothing is left. */
@Timeout(60)
class ObjectPiecesTest {
    private static final int OBJECT = 9;
    private static final int TAG = 4;
    private static final int PIECE_BYTES = 48;
    private static final int BYTES = 200_000;

    private static byte at(int position) {
        return (byte) (position * 31 >>> 3);
    }

    private static StreamReceive head(Lco world, PieceLimits limits) {
        Request r = world.irecvWhole(OBJECT, 0, TAG);
        world.completions().await(r);
        byte[] head = (byte[]) Objects.requireNonNull(r.base());
        int length = (int) r.bytes();
        assertTrue(StreamHead.begins(head, length));
        world.completions().finish(r);
        return new StreamReceive(world, head, length, limits);
    }

    @Test
    void thousandsOfPiecesComeInTheirOrderWhateverAnEndMayHold() {
        for (int most = 1; most <= 5; most++) {
            PieceLimits limits = new PieceLimits(PIECE_BYTES, most);
            Ranks.run(2, world -> {
                if (world.rank() == 0) {
                    StreamSend stream = new StreamSend(world, OBJECT, 1, TAG, limits);
                    write(stream, BYTES, limits);
                    assertFalse(stream.isUnwanted());
                } else {
                    read(world, limits);
                }
                assertEquals(0, world.completions().liveRequests());
            });
        }
    }

    private static void write(StreamSend stream, int bytes, PieceLimits limits) throws IOException {
        PieceWriter out = new PieceWriter(stream, limits);
        for (int i = 0; i < bytes; i++) {
            out.write(at(i));
        }
        assertNull(out.whole());
        stream.end(out);
    }

    private static void read(Lco world, PieceLimits limits) throws IOException {
        try (StreamReceive stream = head(world, limits)) {
            InputStream in = stream.bytes();
            for (int i = 0; i < BYTES; i++) {
                assertEquals(at(i) & 0xFF, in.read());
            }
            assertEquals(-1, in.read());
        }
    }

    @Test
    void aReaderMayStopAnywhere() {
        PieceLimits limits = new PieceLimits(PIECE_BYTES, 3);
        for (int read = 0; read < 12 * PIECE_BYTES; read += PIECE_BYTES - 1) {
            int enough = read;
            Ranks.run(2, world -> {
                if (world.rank() == 0) {
                    StreamSend stream = new StreamSend(world, OBJECT, 1, TAG, limits);
                    assertThrows(IOException.class, () -> write(stream, BYTES, limits));
                    assertTrue(stream.isUnwanted());
                    stream.endEarly();
                } else {
                    stop(world, enough, limits);
                }
                assertEquals(0, world.completions().liveRequests());
            });
        }
    }

    private static void stop(Lco world, int enough, PieceLimits limits) throws IOException {
        try (StreamReceive stream = head(world, limits)) {
            for (int i = 0; i < enough; i++) {
                assertEquals(at(i) & 0xFF, stream.bytes().read());
            }
            stream.refuse();
        }
    }

    /** As an array of this length is refused whatever the heap. */
    @Test
    void aReaderWithoutMemoryForAPieceLetsItsSenderGo() {
        Ranks.run(2, world -> {
            if (world.rank() == 0) {
                StreamSend stream = new StreamSend(world, OBJECT, 1, TAG, new PieceLimits(PIECE_BYTES, 3));
                assertThrows(IOException.class, () -> write(stream, BYTES, new PieceLimits(PIECE_BYTES, 3)));
                assertTrue(stream.isUnwanted());
                stream.endEarly();
            } else {
                try (StreamReceive stream = head(world, new PieceLimits(Integer.MAX_VALUE, 3))) {
                    assertEquals(PIECE_BYTES, stream.bytes().readNBytes(PIECE_BYTES).length, "the head has come");
                    assertThrows(OutOfMemoryError.class, () -> stream.bytes().read());
                }
            }
            assertEquals(0, world.completions().liveRequests());
        });
    }

    @Test
    void aBrokenPieceIsTheEndWithTheSendersSentence() {
        PieceLimits limits = new PieceLimits(4 * PIECE_BYTES, 2);
        Ranks.run(2, world -> {
            if (world.rank() == 0) {
                StreamSend stream = new StreamSend(world, OBJECT, 1, TAG, limits);
                PieceWriter out = new PieceWriter(stream, limits);
                out.write(new byte[BYTES]);
                stream.endBroken("no Strich in Größe");
            } else {
                try (StreamReceive stream = head(world, limits)) {
                    IOException told = assertThrows(IOException.class, () -> stream.bytes().readAllBytes());
                    assertTrue(String.valueOf(told.getMessage()).endsWith("no Strich in Größe"), told.getMessage());
                }
            }
            assertEquals(0, world.completions().liveRequests());
        });
    }
}
