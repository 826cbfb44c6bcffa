package org.braid.boot.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What ranks print that share a pipe is told apart wherever it is cut; what the process itself prints between is nobody's. */
class OutputPieceTest {
    private static final long JOB = 0x7a6b_5c4d_3e2f_1001L;
    private static final RankSet RANKS = RankSet.parse("4,6,9");

    private static final class Heard implements OutputPiece.Reader.Sink {
        final List<StringBuilder> ofRanks = new ArrayList<>(List.of(new StringBuilder(), new StringBuilder(), new StringBuilder()));
        final StringBuilder nobodys = new StringBuilder();

        @Override
        public void printed(int rank, ByteBuffer bytes) {
            ofRanks.get(RANKS.placeOf(rank)).append(StandardCharsets.ISO_8859_1.decode(bytes));
        }

        @Override
        public void printedByNobody(ByteBuffer bytes) {
            nobodys.append(StandardCharsets.ISO_8859_1.decode(bytes));
        }
    }

    private static Heard read(byte[] all, Random cuts) throws IOException {
        Heard heard = new Heard();
        OutputPiece.Reader reader = new OutputPiece.Reader(JOB, RANKS, heard);
        for (int at = 0; at < all.length; ) {
            int part = Math.min(Math.min(1 + cuts.nextInt(cuts.nextInt(2) == 0 ? 20 : 5000), reader.space().remaining()), all.length - at);
            reader.space().put(all, at, part);
            at += part;
            reader.advance();
        }
        reader.end();
        return heard;
    }

    @Test
    void whateverIsPrintedComesOutWhereItBelongs() throws IOException {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            ByteArrayOutputStream pipe = new ByteArrayOutputStream();
            StringBuilder[] expected = {new StringBuilder(), new StringBuilder(), new StringBuilder(), new StringBuilder()};
            for (int i = 0; i < 30; i++) {
                int who = random.nextInt(4);
                byte[] text = new byte[random.nextInt(i % 9 == 0 ? 10_000 : 40)];
                for (int b = 0; b < text.length; b++) {
                    text[b] = (byte) (random.nextInt(4) == 0 ? 0x01 : 'a' + random.nextInt(20)); // the first byte of the job's number comes often
                }
                OutputStream to = who == 3 ? pipe : OutputPiece.stream(JOB, RANKS.at(who), pipe);
                to.write(text);
                expected[who].append(new String(text, StandardCharsets.ISO_8859_1));
            }
            Heard heard = read(pipe.toByteArray(), random);
            for (int rank = 0; rank < 3; rank++) {
                assertEquals(expected[rank].toString(), heard.ofRanks.get(rank).toString(), "seed " + seed);
            }
            assertEquals(expected[3].toString(), heard.nobodys.toString(), "seed " + seed);
        }
    }

    @Test
    void aPieceOfAnotherJobOrOfNoRankHereIsNobodys() throws IOException {
        ByteArrayOutputStream pipe = new ByteArrayOutputStream();
        OutputPiece.stream(JOB + 1, 4, pipe).write(new byte[] {'x'});
        OutputPiece.stream(JOB, 5, pipe).write(new byte[] {'y'});
        OutputPiece.stream(JOB, 9, pipe).write(new byte[] {'z'});
        Heard heard = read(pipe.toByteArray(), new Random(1));
        assertEquals("z", heard.ofRanks.get(2).toString());
        assertEquals(2 * (OutputPiece.HEAD + 1), heard.nobodys.length());
    }
}
