package org.braid.base.memory.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentWindowTest {
    private static final long LONG = (1L << 32) + 11;

    @Test
    void shortMemoryIsOneBuffer() {
        SegmentWindow window = new SegmentWindow(MemorySegment.ofArray(new byte[] {0, 1, 2, 3}));
        ByteBuffer first = window.of(1, 2);
        assertEquals(ByteBuffer.wrap(new byte[] {1, 2}), first);
        assertSame(first, window.of(0, 4));
        assertEquals(0, window.of(4, 0).remaining());
        assertThrows(IndexOutOfBoundsException.class, () -> window.of(2, 3));
        assertFalse(window.holds(2, 3));
        assertFalse(window.holds(-1, 1));
        assertFalse(window.holds(Long.MAX_VALUE, 1));
    }

    @Test
    void ofLongMemoryTheBufferIsTheSameUntilAnotherPartIsWanted(@TempDir Path directory) throws Exception {
        try (Arena arena = Arena.ofConfined();
                FileChannel sparse = FileChannel.open(directory.resolve("sparse"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment memory = sparse.map(FileChannel.MapMode.READ_WRITE, 0, LONG, arena);
            SegmentWindow window = new SegmentWindow(memory);
            for (long at : new long[] {0, SegmentWindow.MOST_BYTES - 2, 3L << 30, Integer.MAX_VALUE - 4L, LONG - 5}) {
                memory.set(ValueLayout.JAVA_BYTE, at + 4, (byte) 7);
                ByteBuffer there = window.of(at, 5);
                assertEquals(7, there.get(there.limit() - 1));
                assertSame(there, window.of(at + 1, 4));
            }
            assertTrue(window.holds(LONG - 5, 5));
            assertThrows(IndexOutOfBoundsException.class, () -> window.of(LONG - 5, 6));
        }
    }
}
