package org.braid.devices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Frame;
import org.braid.base.wire.Limits;
import org.braid.link.chain.ChainText;

/** What of a chain reads bytes that a peer has made: frames on their way up, and the text that announces it. Whatever comes is accepted, or refused with a reason that names the device. */
enum FrameDecoder {
    LZ4("lz4"),
    CHECKSUM("checksum"),
    DELAY("delay"),
    LZ4_OVER_CHECKSUM("lz4+checksum"),
    DELAY_OVER_LZ4("delay(jitter=1us)+lz4"),
    TEXT("");

    private final String devices;

    FrameDecoder(String devices) {
        this.devices = devices;
    }

    /** True if it was accepted. */
    boolean survive(byte[] bytes) {
        return this == TEXT ? text(new String(bytes, StandardCharsets.UTF_8)) : frame(bytes);
    }

    private boolean frame(byte[] bytes) {
        ChainPair pair = new ChainPair(devices);
        pair.bring(new org.braid.link.spi.Frame(Frame.RSR | Frame.CHAINED, 0, 0, 0, 0, 0, 0, 0, bytes, 0, Math.min(bytes.length, Limits.MAX_FRAME_PAYLOAD)));
        pair.pass(1_000_000_000);
        String refusal = pair.receiving.refusal();
        if (refusal == null) {
            assertEquals(1, pair.above.size());
            assertTrue(pair.above.getFirst().length() <= Limits.MAX_FRAME_PAYLOAD);
            return true;
        }
        assertTrue(refusal.contains(" of " + devices + "+log: "), refusal);
        assertFalse(refusal.contains("threw"), refusal);
        assertEquals(0, pair.above.size());
        assertEquals(0, pair.receiving.delivered());
        return false;
    }

    private static boolean text(String announced) {
        try {
            assertEquals(announced, ChainText.parse(announced).toString());
            return true;
        } catch (BraidException refused) {
            assertTrue(Set.of(ErrorCode.METHOD_SYNTAX, ErrorCode.CHAIN_DIFFERS).contains(refused.code()), refused::getMessage);
            return false;
        }
    }
}
