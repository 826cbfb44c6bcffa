package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HexFormat;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

class PutBufferTest {

    @Test
    void valuesAreLittleEndianAndUnaligned() {
        byte[] bytes = new PutBuffer().putByte(1).putInt(0x11223344).putLong(2).putString("é").toBytes();
        assertEquals("01" + "44332211" + "0200000000000000" + "02000000" + "c3a9", HexFormat.of().formatHex(bytes));
    }

    @Test
    void aBufferGrowsFromNothingUpToItsCapacityAndNotOneByteFurther() {
        var buffer = new PutBuffer(0, 9);
        buffer.putLong(1).putByte(2);
        Refused.with(ErrorCode.BUFFER_FULL, () -> buffer.putByte(3), "it holds 9 and may grow to 9");
        assertEquals(9, buffer.length());
    }

    @Test
    void aPutThatDoesNotFitChangesNothing() {
        var buffer = new PutBuffer(0, 8).putByte(7);
        Refused.with(ErrorCode.BUFFER_FULL, () -> buffer.putInts(new int[] {1}, 0, 1));
        Refused.with(ErrorCode.BUFFER_FULL, () -> buffer.putString("long text"));
        Refused.with(ErrorCode.BUFFER_FULL, () -> buffer.putContextId(new ContextId(1, 2, 3)));
        Refused.with(ErrorCode.BUFFER_FULL, () -> buffer.putDoubles(new double[0], 0, Integer.MAX_VALUE));
        assertArrayEquals(new byte[] {7}, buffer.toBytes());
    }

    @Test
    void theCapacityMayBeSetButNotBelowWhatIsHeld() {
        var buffer = new PutBuffer(0, 4).putInt(1).capacityBytes(8).putInt(2);
        assertEquals(8, buffer.length());
        Refused.with(ErrorCode.BUFFER_FULL, () -> buffer.capacityBytes(7));
    }

    @Test
    void aResetBufferWithReservedRoomKeepsItsMemory() {
        var buffer = new PutBuffer().reserve(5000);
        byte[] memory = buffer.array();
        for (int round = 0; round < 3; round++) {
            buffer.reset();
            for (int i = 0; i < 625; i++) buffer.putLong(i);
        }
        assertSame(memory, buffer.array());
    }

    @Test
    void halfASurrogatePairIsRefusedBecauseUtf8CannotCarryIt() {
        Refused.with(ErrorCode.TEXT_INVALID, () -> new PutBuffer().putString("\ud834"));
    }

    @Test
    void nonsensicalSizesAreRefused() {
        Refused.with(ErrorCode.INPUT_OUT_OF_RANGE, () -> new PutBuffer(-1, 8));
        Refused.with(ErrorCode.INPUT_OUT_OF_RANGE, () -> new PutBuffer(9, 8));
    }
}
