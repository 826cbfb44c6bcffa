package org.braid.devices.lz4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.wire.FrameKind;
import org.braid.base.wire.Limits;
import org.braid.devices.ChainPair;

/** Any bytes as the payload of a frame that comes up to lz4: refused, or of the length that they say, and never anything else. */
final class Lz4Decoder {
    private Lz4Decoder() {}

    /** True if it was accepted. */
    static boolean survive(byte[] bytes) {
        ChainPair pair = new ChainPair("lz4");
        pair.bring(new org.braid.link.spi.Frame(FrameKind.RSR | FrameKind.CHAINED, 0, 0, 0, 0, 0, 0, 0, bytes, 0, Math.min(bytes.length, Limits.MAX_FRAME_PAYLOAD)));
        String refusal = pair.receiving.refusal();
        if (refusal != null) {
            assertTrue(refusal.startsWith("lz4 of ") && !refusal.contains("threw"), refusal);
            assertEquals(0, pair.receiving.delivered());
            return false;
        }
        int length = bytes.length == 0 ? 0 : bytes[1] & 0xFF | (bytes[2] & 0xFF) << 8 | (bytes[3] & 0xFF) << 16;
        assertEquals(length, pair.above.getFirst().length());
        return true;
    }
}
