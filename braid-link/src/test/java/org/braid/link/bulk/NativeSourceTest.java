package org.braid.link.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Peers are told an address only where they would read the message, and nothing else of this process. */
class NativeSourceTest {
    private static final int BYTES = 4096;

    @Test
    void soundNativeMemoryHasAnAddress() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(BYTES);
            assertEquals(memory.address(), NativeSource.address(memory, 0, BYTES));
            assertEquals(memory.address(), NativeSource.address(memory, 96, BYTES - 96));
        }
    }

    @Test
    void heapMemoryHasNone() {
        assertEquals(0, NativeSource.address(new byte[BYTES], 0, BYTES));
    }

    @Test
    void closedMemoryHasNone() {
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(BYTES);
        }
        assertEquals(0, NativeSource.address(closed, 0, BYTES));
    }

    @Test
    void memoryThatIsShorterThanTheMessageHasNone() {
        ByteBuffer memory = ByteBuffer.allocateDirect(BYTES);
        assertEquals(0, NativeSource.address(memory, 0, BYTES + 1));
        assertEquals(0, NativeSource.address(memory, 96, BYTES));
        assertEquals(0, NativeSource.address(memory, -1, 8));
    }
}
