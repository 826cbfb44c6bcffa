package org.braid.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {

    @Test
    void everyIdIsUniqueAndInOneOfTheSevenRanges() {
        var seen = new HashSet<String>();
        for (ErrorCode code : ErrorCode.values()) {
            assertTrue(seen.add(code.id()), code.id() + " occurs twice");
            assertTrue(code.id().matches("BRD-1[0-6][0-9]{2}"), code.id());
        }
    }

    @Test
    void idsAscendSoThatAGapOrAnInsertionIsSeen() {
        String before = "";
        for (ErrorCode code : ErrorCode.values()) {
            assertTrue(before.compareTo(code.id()) < 0, code.id() + " stands after " + before);
            before = code.id();
        }
    }

    @Test
    void everyCodeHasATitleOfOneClauseAndAnExplanationOfSentences() {
        for (ErrorCode code : ErrorCode.values()) {
            assertFalse(code.title().isBlank() || code.title().endsWith("."), code.id());
            assertTrue(code.explanation().endsWith("."), code.id());
        }
    }

    @Test
    void everyCodeIsFoundByItsIdInAnyCaseAndByItsNumberAlone() {
        for (ErrorCode code : ErrorCode.values()) {
            assertEquals(code, ErrorCode.find(code.id()));
            assertEquals(code, ErrorCode.find(" " + code.id().toLowerCase(java.util.Locale.ROOT)));
            assertEquals(code, ErrorCode.find(code.id().substring(4)));
            assertEquals(code, ErrorCode.find("brd" + code.id().substring(4)));
        }
        assertNull(ErrorCode.find("BRD-1"));
        assertNull(ErrorCode.find("BRD"));
        assertNull(ErrorCode.find("-1505"));
        assertNull(ErrorCode.find(""));
    }

    @Test
    void aMessageSaysWhatWhyAndWhatToDoAndEndsInTheCode() {
        var error = new BraidException(ErrorCode.MPI_RANK, "rank 9 is out of range", "the communicator has 4 ranks", "Use 0 to 3");
        assertEquals("rank 9 is out of range: the communicator has 4 ranks. Use 0 to 3. [BRD-1501]", error.getMessage());
    }

    @Test
    void aMessageDoesNotDoubleTheMarkThatEndsAClause() {
        var error = new BraidException(ErrorCode.KEY_UNKNOWN, "unknown key 'a'", "", "Did you mean 'b'?");
        assertEquals("unknown key 'a': Did you mean 'b'? [BRD-1610]", error.getMessage());
    }
}
