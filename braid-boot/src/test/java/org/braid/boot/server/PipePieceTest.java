package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PipePieceTest {
    private static final long JOB = 0x1122334455667788L;

    private final List<String> got = new ArrayList<>();
    private final PipePiece.Reader reader = new PipePiece.Reader(JOB, (pid, bytes) -> got.add(pid + ":" + bytes.remaining()));

    private static byte[] envelope(int pid, int length) {
        return PipePiece.of(JOB, pid, new byte[length], 0, length);
    }

    /** Gives the reader these bytes in pieces as large as it has space for, at most {@code most}. */
    private void feed(byte[] bytes, int most) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.hasRemaining()) {
            int piece = Math.min(Math.min(most, in.remaining()), reader.space().remaining());
            assertTrue(piece > 0, "the reader must always have space");
            reader.space().put(in.slice(in.position(), piece));
            in.position(in.position() + piece);
            reader.advance();
        }
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    @Test
    void envelopesComeOutInOrderHoweverTheyAreCut() {
        byte[] all = join(envelope(7, 0), envelope(8, 1), envelope(7, PipePiece.MAX_LENGTH), envelope(9, 100));
        for (int most = 1; most < 60; most++) {
            got.clear();
            feed(all, most);
            assertEquals(List.of("7:0", "8:1", "7:" + PipePiece.MAX_LENGTH, "9:100"), got, "pieces of " + most);
        }
        assertEquals(0, reader.skipped());
    }

    @Test
    void garbageBetweenEnvelopesIsSkipped() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            byte[] garbage = new byte[random.nextInt(9000)];
            random.nextBytes(garbage);
            got.clear();
            feed(join(garbage, envelope(1, 5), garbage, envelope(2, 6)), 4096);
            assertEquals(List.of("1:5", "2:6"), got, "seed " + seed);
        }
        assertTrue(reader.skipped() > 0);
    }

    @Test
    void lengthsThatNoEnvelopeHasAreGarbage() {
        byte[] wrong = envelope(3, 8);
        wrong[13] = 0x7f;
        feed(join(wrong, envelope(4, 8)), 4096);
        assertEquals(List.of("4:8"), got);
    }
}
