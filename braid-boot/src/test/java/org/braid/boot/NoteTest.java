package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.server.RankProtocol;
import org.junit.jupiter.api.Test;

class NoteTest {
    private static <T extends Throwable> T at(T thrown, int... lines) {
        StackTraceElement[] frames = new StackTraceElement[lines.length];
        for (int i = 0; i < lines.length; i++) {
            frames[i] = new StackTraceElement("Main", "main", "Main.java", lines[i]);
        }
        thrown.setStackTrace(frames);
        return thrown;
    }

    @Test
    void itIsReadAsItWasWritten() {
        for (Throwable thrown : new Throwable[] {
            at(new IllegalStateException("why"), 3, 4), at(new IllegalStateException("why")), at(new IllegalStateException("first\nsecond\n\tat Nowhere.at(all)"), 1),
            at(new IllegalStateException(), 1), at(new IllegalStateException(""), 1)
        }) {
            Note note = Note.of(thrown);
            assertEquals(note, Note.parse(note.text()));
        }
        assertEquals(new Note("any text", "", ""), Note.parse("any text"));
        assertEquals(new Note("", "", ""), Note.parse(""));
        assertEquals(new Note("a", "b", ""), Note.parse("a\nb"));
    }

    @Test
    void theStackIsThatOfTheJdkWithoutItsFirstLine() {
        Throwable thrown = at(new IllegalStateException("why", at(new IOException("no land"), 9, 4)), 3, 4);
        assertEquals("\tat Main.main(Main.java:3)\n\tat Main.main(Main.java:4)\nCaused by: java.io.IOException: no land\n\tat Main.main(Main.java:9)\n\t... 1 more\n", Note.of(thrown).stack());
    }

    @Test
    void aCauseThatRepeatsTheSentenceIsLeftOutAndItsOwnCauseIsNot() {
        BraidException inside = at(new BraidException(ErrorCode.MPI_RANK, "rank 9", "there are 4", "", at(new IOException("no land"), 7)), 8);
        Throwable thrown = at(new IllegalStateException(inside.getMessage(), inside), 3);
        assertEquals("\tat Main.main(Main.java:3)\nCaused by: java.io.IOException: no land\n\tat Main.main(Main.java:7)\n", Note.of(thrown).stack());
        assertTrue(Note.of(at(new IllegalStateException("another sentence", inside), 3)).stack().contains("rank 9"));
    }

    @Test
    void causesThatGoInACircleEnd() {
        Throwable one = at(new IllegalStateException("one"), 1);
        one.initCause(at(new IllegalStateException("two", one), 2));
        assertTrue(Note.of(one).stack().lines().count() < 100);
    }

    @Test
    void aDeepStackIsCutAtALineAndFitsIntoAFrame() {
        Throwable thrown = at(new StackOverflowError("é".repeat(100)), new int[1024]);
        String text = Note.of(thrown).text();
        assertTrue(text.getBytes(StandardCharsets.UTF_8).length <= RankProtocol.MAX_TEXT_BYTES);
        assertTrue(text.endsWith(" more lines (braid run -v shows them)\n"), text);
        assertEquals(1024, text.lines().filter(line -> line.startsWith("\tat ")).count() + Integer.parseInt(text.replaceAll("(?s).*\\.\\.\\. (\\d+) more lines.*", "$1")));
        assertFalse(Note.of(at(new IllegalStateException("x".repeat(20_000)), 1)).text().isEmpty());
    }
}
