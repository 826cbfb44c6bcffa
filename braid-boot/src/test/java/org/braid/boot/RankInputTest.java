package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RankInputTest {
    @Test
    void nothingIsAskedForBeforeTheProgramReads() throws IOException {
        List<Integer> asked = new ArrayList<>();
        RankInput input = new RankInput(asked::add, false);
        assertEquals(0, input.available());
        assertTrue(asked.isEmpty());
    }

    @Test
    void anEndedInputEndsAtOnceAndAsksForNothing() throws IOException {
        RankInput input = new RankInput(bytes -> assertTrue(false, "asked"), true);
        assertEquals(-1, input.read());
    }

    @Test
    void bytesArriveInOrderWhateverThePieces() throws IOException {
        long seed = 42;
        byte[] all = new byte[200_000];
        new Random(seed).nextBytes(all);
        Feeder feeder = new Feeder(all);
        feeder.input = new RankInput(feeder::feed, false);
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        feeder.input.transferTo(got);
        assertArrayEquals(all, got.toByteArray());
    }

    /** Answers each demand at once, in pieces of many sizes. */
    private static final class Feeder {
        private final byte[] all;
        private int sent;
        private RankInput input = new RankInput(bytes -> {}, true);

        Feeder(byte[] all) {
            this.all = all;
        }

        void feed(int bytes) {
            int end = Math.min(all.length, sent + bytes);
            try {
                for (int piece = 1; sent < end; piece = piece * 3 % 1021 + 1) {
                    int length = Math.min(piece, end - sent);
                    input.append(java.util.Arrays.copyOfRange(all, sent, sent + length));
                    sent += length;
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            if (sent == all.length) {
                input.end();
            }
        }
    }

    @Test
    void moreThanWasAskedForIsRefused() {
        RankInput input = new RankInput(bytes -> {}, false);
        assertThrows(IOException.class, () -> input.append(new byte[RankInput.CAPACITY_BYTES + 1]));
    }
}
