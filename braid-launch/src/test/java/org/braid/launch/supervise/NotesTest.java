package org.braid.launch.supervise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.braid.boot.Note;
import org.junit.jupiter.api.Test;

class NotesTest {
    private static final String SEA = "threw X: all at sea";

    private final Notes notes = new Notes(4);

    private static Note note(String sentence, int line) {
        return new Note(sentence, "at Main.main(Main.java:" + line + ")", "\tat Main.main(Main.java:" + line + ")\n");
    }

    @Test
    void aSentenceIsPassedOnOnceWithTheStackOfTheFirstThatSaidIt() {
        notes.add(0, note(SEA, 7));
        notes.add(1, note(SEA, 8));
        notes.add(2, note("threw Y: no land", 9));
        assertEquals("rank 1 threw X: all at sea at Main.main(Main.java:8)\n\tat Main.main(Main.java:8)\n", notes.take(1, "rank 1"));
        assertEquals("", notes.take(0, "rank 0"));
        assertEquals("rank 2 threw Y: no land at Main.main(Main.java:9)\n\tat Main.main(Main.java:9)\n", notes.take(2, "rank 2"));
        assertEquals("", notes.take(2, "rank 2"));
    }

    @Test
    void whatTheLastLinesOfTheJobSayIsPassedOnByNobodyElse() {
        notes.add(0, note(SEA, 7));
        notes.add(3, note(SEA, 7));
        notes.blame(3);
        assertEquals("", notes.take(3, "rank 3"));
        assertEquals("", notes.take(0, "rank 0"));
        assertEquals("threw X: all at sea at Main.main(Main.java:7)", notes.line(3));
        assertEquals("\tat Main.main(Main.java:7)\n", notes.stack(3));
    }

    @Test
    void thoseThatSayTheSameAreCounted() {
        notes.add(0, note(SEA, 7));
        assertEquals("", notes.others(0));
        notes.add(2, note(SEA, 9));
        assertEquals("rank 2", notes.others(0));
        notes.add(3, note(SEA, 7));
        assertEquals("ranks 0, 3", notes.others(2));
        assertEquals("", notes.others(1));
    }

    @Test
    void aRankThatHasSaidNothingHasNoWords() {
        notes.blame(1);
        assertEquals("", notes.take(1, "rank 1"));
        assertEquals("", notes.line(1));
        assertEquals("", notes.stack(1));
    }
}
