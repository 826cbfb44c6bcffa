package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class FrameCheckTest {
    private static final int MAX = 100;

    @Test
    void everyKindWithEveryFlagsByteAndEveryInterestingLengthAndHandlerIsJudgedByTheRules() {
        for (int kind = 0; kind < 256; kind++)
            for (int flags = 0; flags < 256; flags++)
                for (int bytes : new int[] {0, 7, 8, MAX, MAX + 1, (1 << 24) - 1})
                    for (int handler : new int[] {0, 1, 256, -1})
                        for (int low : new int[] {0, 0xffffff})
                            assertEquals(expected(kind, flags, bytes, handler),
                                FrameCheck.check(Frame.word0(bytes, kind), Frame.route(low, low >>> 16, flags), handler, MAX));
    }

    @Test
    void aRecordThatCanHoldNothingHoldsNoPayload() {
        assertEquals(FrameCheck.OK, FrameCheck.check(Frame.word0(0, Frame.RSR), 0, 1, 0));
        assertEquals(FrameCheck.TOO_LONG, FrameCheck.check(Frame.word0(1, Frame.RSR), 0, 1, 0));
        assertEquals(FrameCheck.TOO_LONG, FrameCheck.check(Frame.word0(0, Frame.RSR), 0, 1, -1));
    }

    @Test
    void everyResultHasItsReason() {
        for (int result = FrameCheck.OK; result <= FrameCheck.NO_NUMBER; result++) assertFalse(FrameCheck.reason(result).isBlank());
    }

    private static int expected(int kind, int flags, int bytes, int handler) {
        if (kind < 1 || kind > 17 || kind == 2) return FrameCheck.UNKNOWN_KIND;
        if (bytes > MAX) return FrameCheck.TOO_LONG;
        if (flags > 3) return FrameCheck.UNKNOWN_FLAG;
        if (handler == 0 && (kind == 1 || kind == 5)) return FrameCheck.NO_HANDLER;
        return flags >= 2 && bytes < 8 ? FrameCheck.NO_NUMBER : FrameCheck.OK;
    }
}
