package org.braid.pipe.hello;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Strangers who knock again and again cost few lines and little memory. */
class SourceNoticesTest {
    private static final long S = 1_000_000_000L;

    @Test
    void oneLinePerSourceAndMinuteAndTheRestIsCounted() {
        SourceNotices notices = new SourceNotices();
        assertEquals(0, notices.incident("1.2.3.4", 5));
        for (int i = 0; i < 100; i++) {
            assertEquals(-1, notices.incident("1.2.3.4", 6 + i));
        }
        assertEquals(0, notices.incident("1.2.3.5", 7));
        assertEquals(100, notices.incident("1.2.3.4", 61 * S));
        assertEquals(103, notices.total());
    }

    @Test
    void manySourcesCostBoundedMemoryAndFewLines() {
        SourceNotices notices = new SourceNotices();
        int lines = 0;
        for (int i = 0; i < 10_000; i++) {
            lines += notices.incident("source " + i, i) >= 0 ? 1 : 0;
        }
        assertTrue(lines <= SourceNotices.MOST_SOURCES + 1, lines + " lines");
    }
}
