package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

class HandlerIdTest {

    @Test
    void theIdOfANameNeverChangesBecauseOtherBuildsAndLanguagesComputeItToo() {
        assertEquals(0xe8353ac7, HandlerId.of("ping"));
        assertEquals(0x5e8f3444, HandlerId.of("org.example.größe"));
    }

    @Test
    void aHundredThousandNamesNeverHashToAPredefinedId() {
        for (int i = 0; i < 100_000; i++) assertFalse(HandlerId.isPredefined(HandlerId.of("name" + i)));
    }

    @Test
    void onlyZeroTo255ArePredefined() {
        for (int id = 0; id <= 255; id++) assertEquals(true, HandlerId.isPredefined(id));
        assertFalse(HandlerId.isPredefined(256));
        assertFalse(HandlerId.isPredefined(-1));
    }

    @Test
    void namesThatAreEmptyTooLongOrHaveControlCharactersAreRefused() {
        for (String name : new String[] {"", "a".repeat(256), "ü".repeat(128), "a\u0000b", "a\nb", "a\u202eb"}) {
            var refused = assertThrows(BraidException.class, () -> HandlerId.of(name));
            assertEquals(ErrorCode.NAME_INVALID, refused.code());
        }
    }
}
