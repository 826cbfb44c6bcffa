package org.braid.pipe.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Lane;
import org.braid.pipe.fake.Fabric;
import org.braid.pipe.fake.Wire;
import org.braid.pipe.log.LogBudget;
import org.junit.jupiter.api.Test;

/** A frame in a pipe is what docs/wire.md draws, byte by byte. */
class FrameBytesTest {
    @Test
    void aFrameHasAChecksumAndACountBehindItsHeader() {
        byte[] payload = {1, 2, 3, 4, 5};
        LaneCounts counts = new LaneCounts();
        SendSide side = new SendSide(new LogBudget(1 << 20), counts, new Fabric(1));
        counts.received(0x1_0000_0007L);
        assertEquals(Lane.TAKEN, side.offer(FrameKind.RSR, 5, 0x01000003, 300, 6, 7, 8, 9, payload, 0, 5));
        ByteBuffer expected = ByteBuffer.allocate(45).order(ByteOrder.LITTLE_ENDIAN);
        expected.putInt(5 << 8 | 1).putInt(5).putInt(0x01000003).putInt(300).putInt(6).putInt(7).putInt(8).putInt(9).putInt(0).putInt(7).put(payload);
        CRC32C sum = new CRC32C();
        sum.update(expected.array());
        expected.putInt(32, (int) sum.getValue());
        assertEquals(HexFormat.of().formatHex(expected.array()), HexFormat.of().formatHex(written(side, 45)));
    }

    private static byte[] written(SendSide side, int bytes) {
        Wire wire = new Wire("one", "other");
        side.attach(wire.caller(), 0);
        ByteBuffer got = ByteBuffer.allocate(bytes + 1);
        assertEquals(bytes, wire.called().read(got, 0));
        byte[] exact = new byte[bytes];
        got.flip().get(exact);
        return exact;
    }
}
