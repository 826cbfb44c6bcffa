package org.braid.base.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {
    private static final List<String> WORDS = List.of("--timeout", "--tag-output", "host", "site", "shm", "tcp");

    @Test
    void aLetterAddedDroppedChangedOrSwappedIsForgiven() {
        assertEquals("host", Spelling.nearest("hosst", WORDS));
        assertEquals("host", Spelling.nearest("hst", WORDS));
        assertEquals("host", Spelling.nearest("hust", WORDS));
        assertEquals("host", Spelling.nearest("hots", WORDS));
        assertEquals("tcp", Spelling.nearest("TCP", WORDS));
        assertEquals("--timeout", Spelling.nearest("--timout", WORDS));
    }

    @Test
    void wordsThatAreTooFarAwayAreNotGuessed() {
        assertNull(Spelling.nearest("xyz", WORDS));
        assertNull(Spelling.nearest("", WORDS));
        assertNull(Spelling.nearest("x".repeat(1000), WORDS));
        assertEquals("Look it up", Spelling.didYouMean("xyz", WORDS, "Look it up"));
    }
}
