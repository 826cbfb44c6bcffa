package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.function.Executable;

/** Expects a refusal with a code, and texts that its message must contain. */
public final class Refused {
    private Refused() {}

    public static void with(ErrorCode code, Executable call, String... parts) {
        BraidException refused = assertThrows(BraidException.class, call);
        assertEquals(code, refused.code(), refused.getMessage());
        for (String part : parts) assertTrue(refused.getMessage().contains(part), "'" + part + "' is not in: " + refused.getMessage());
    }
}
