package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RankInputTest {
    @Test
    void whoLooksInsteadOfWaitingHasItAskedForOnceForWhatItHasRead() throws IOException {
        List<Long> asked = new ArrayList<>();
        RankInput input = new RankInput(asked::add, false);
        assertTrue(asked.isEmpty());
        for (int i = 0; i < 3; i++) {
            assertEquals(0, input.available());
        }
        assertEquals(List.of(0L), asked);
        input.append(new byte[5]);
        assertEquals(5, input.available());
        assertEquals(5, input.read(new byte[8], 0, 8));
        for (int i = 0; i < 3; i++) {
            assertEquals(0, input.available());
        }
        assertEquals(List.of(0L, 5L), asked);
    }

    /** The launcher would take the next word of the program's for a prompt. */
    @Test
    void theOneLookOfAReaderBehindEachReadAsksForNothing() throws IOException {
        List<Long> asked = new ArrayList<>();
        RankInput[] input = new RankInput[1];
        input[0] = new RankInput(taken -> {
            asked.add(taken);
            try {
                input[0].append("line\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }, false);
        BufferedReader lines = new BufferedReader(new InputStreamReader(input[0], StandardCharsets.US_ASCII));
        assertEquals("line", lines.readLine());
        assertEquals(List.of(0L), asked);
    }

    @Test
    void anEndedInputIsLookedAtWithoutAQuestion() {
        assertEquals(0, new RankInput(taken -> assertTrue(false, "asked"), true).available());
    }

    @Test
    void anEndedInputEndsAtOnceAndAsksForNothing() throws IOException {
        RankInput input = new RankInput(taken -> assertTrue(false, "asked"), true);
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

    @Test
    void everyWaitIsToldWithWhatWasReadBeforeItThoughMoreMayComeUnasked() throws IOException {
        List<Long> waits = new ArrayList<>();
        RankInput[] input = new RankInput[1];
        input[0] = new RankInput(taken -> {
            waits.add(taken);
            try {
                input[0].append(new byte[3]);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }, false);
        for (int i = 0; i < 7; i++) {
            input[0].read();
        }
        input[0].append(new byte[9]);
        assertEquals(11, input[0].readNBytes(11).length);
        assertEquals(List.of(0L, 3L, 6L), waits);
        input[0].read();
        assertEquals(List.of(0L, 3L, 6L, 18L), waits);
    }

    /** Ends each wait at once, with as much as fits, in pieces of many sizes. */
    private static final class Feeder {
        private final byte[] all;
        private int sent;
        private RankInput input = new RankInput(taken -> {}, true);

        Feeder(byte[] all) {
            this.all = all;
        }

        void feed(long taken) {
            assertEquals(sent, taken);
            int end = Math.min(all.length, sent + RankInput.CAPACITY_BYTES);
            try {
                for (int piece = 1; sent < end; piece = piece * 3 % 1021 + 1) {
                    int length = Math.min(piece, end - sent);
                    input.append(Arrays.copyOfRange(all, sent, sent + length));
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
        RankInput input = new RankInput(taken -> {}, false);
        assertThrows(IOException.class, () -> input.append(new byte[RankInput.CAPACITY_BYTES + 1]));
    }
}
