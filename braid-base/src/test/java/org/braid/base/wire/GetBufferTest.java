package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

class GetBufferTest {

    @Test
    void everyTypeIsReadFromNativeMemoryAtAnyAlignment() {
        byte[] bytes = new PutBuffer().putByte(-1).putBoolean(true).putShort(-2).putChar('λ').putInt(-3).putLong(-4).putFloat(1.5f)
            .putDouble(-0.0).putString("𝄞").putInts(new int[] {9, 5, 6}, 1, 2).toBytes();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(bytes.length + 8);
            for (int shift = 0; shift < 8; shift++) {
                MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, shift, bytes.length);
                var from = new GetBuffer().wrap(segment, shift, bytes.length);
                assertEquals(-1, from.getByte());
                assertEquals(true, from.getBoolean());
                assertEquals(-2, from.getShort());
                assertEquals('λ', from.getChar());
                assertEquals(-3, from.getInt());
                assertEquals(-4, from.getLong());
                assertEquals(1.5f, from.getFloat());
                assertEquals(-0.0, from.getDouble());
                assertEquals("𝄞", from.getString(100));
                assertArrayEquals(new int[] {5, 6}, from.getInts(2));
                from.expectEnd();
            }
        }
    }

    @Test
    void aMessageThatEndsTooEarlyIsRefusedWithThePositionAndBothSizes() {
        var from = new GetBuffer(new byte[10]);
        from.skip(4);
        Refused.with(ErrorCode.INPUT_TRUNCATED, from::getLong, "at byte 4", "8 more bytes are needed and 6 are left");
        assertEquals(4, from.position());
    }

    @Test
    void theBytesBehindTheMessageAreNeverRead() {
        var from = new GetBuffer().wrap(MemorySegment.ofArray(new byte[100]), 10, 3);
        Refused.with(ErrorCode.INPUT_TRUNCATED, from::getInt);
        from.skip(3);
        from.expectEnd();
    }

    @Test
    void aCountIsComparedWithItsLimitAndWithWhatIsLeftBeforeAnythingIsAllocated() {
        for (int count : new int[] {-1, Integer.MIN_VALUE, 101, Integer.MAX_VALUE})
            Refused.with(ErrorCode.INPUT_OUT_OF_RANGE, () -> ints(count, 8).getInts(100), "ints at byte 0 is " + count, "from 0 to 100");
        for (int count : new int[] {3, 1 << 29, 1 << 30, Integer.MAX_VALUE})
            Refused.with(ErrorCode.INPUT_TRUNCATED, () -> ints(count, 8).getInts(Integer.MAX_VALUE), "8 are left");
        assertEquals(2, ints(2, 8).getInts(100).length);
    }

    @Test
    void negativeLengthsThatTheCallerTookFromElsewhereAreRefusedToo() {
        Refused.with(ErrorCode.INPUT_TRUNCATED, () -> new GetBuffer(new byte[4]).skip(-1));
        Refused.with(ErrorCode.INPUT_TRUNCATED, () -> new GetBuffer(new byte[4]).raw(Integer.MIN_VALUE));
    }

    @Test
    void aBooleanIsZeroOrOne() {
        Refused.with(ErrorCode.INPUT_OUT_OF_RANGE, () -> new GetBuffer(new byte[] {2}).getBoolean(), "boolean at byte 0 is 2");
    }

    @Test
    void textThatIsNotUtf8IsRefusedAndNeverReplaced() {
        byte[][] bad = {{(byte) 0xff}, {(byte) 0xc3}, {(byte) 0xc0, (byte) 0x80}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}};
        for (byte[] text : bad) {
            byte[] message = new PutBuffer().putBytes(text, 0, text.length).toBytes();
            Refused.with(ErrorCode.TEXT_INVALID, () -> new GetBuffer(message).getString(100), "text at byte 0");
        }
    }

    @Test
    void bytesThatNobodyTookAreReported() {
        var from = new GetBuffer(new byte[3]);
        from.getByte();
        Refused.with(ErrorCode.INPUT_TRAILING, from::expectEnd, "goes on at byte 1", "2 bytes are left");
    }

    private static GetBuffer ints(int count, int bytesAfter) {
        return new GetBuffer(new PutBuffer().putInt(count).putRaw(new byte[bytesAfter], 0, bytesAfter).toBytes());
    }
}
