package org.braid.link.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripeTrailerTest {
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 255", "72057594037927935, 64", "4294967296, 0", "1023, 128"})
    void whatIsWrittenIsRead(long number, int kind) {
        byte[] frame = new byte[5 + StripeTrailer.BYTES];
        StripeTrailer.put(frame, 5, number, kind);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(frame.length + 1);
            MemorySegment.copy(frame, 0, memory, ValueLayout.JAVA_BYTE, 1, frame.length);
            long trailer = StripeTrailer.get(memory, 6);
            assertEquals(number, StripeTrailer.number(trailer));
            assertEquals(kind, StripeTrailer.kind(trailer));
        }
        assertEquals((byte) kind, frame[frame.length - 1], "the kind is the last byte");
    }
}
