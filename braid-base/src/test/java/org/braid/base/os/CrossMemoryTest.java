package org.braid.base.os;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CrossMemoryTest {
    private static final int LONGS = 1 << 16;
    private static final int BYTES = 8 * LONGS;

    private final MemorySegment here = Arena.ofAuto().allocate(BYTES + 64L, 8);

    @Test
    void anotherProcessIsReadWithoutItsHelp() throws IOException {
        try (ChildJvm peer = peer()) {
            long there = Long.parseLong(peer.line());
            assertEquals(0, CrossMemory.probe(peer.pid(), there + 8, 1));
            assertEquals(BYTES, CrossMemory.read(peer.pid(), there, here, 16, BYTES));
            for (int i = 0; i < LONGS; i++) {
                assertEquals(i, here.get(JAVA_LONG, 16 + 8L * i));
            }
            assertEquals(0, here.get(JAVA_LONG, 8));
            assertEquals(0, here.get(JAVA_LONG, 16 + BYTES));
        }
    }

    @Test
    void whatCannotBeReadIsAnsweredByItsErrno() throws IOException {
        long pid;
        try (ChildJvm peer = peer()) {
            pid = peer.pid();
            long there = Long.parseLong(peer.line());
            assertEquals(-CrossMemory.EXDEV, CrossMemory.probe(pid, there + 8, 2), "another value");
            assertEquals(-CrossMemory.EFAULT, CrossMemory.probe(pid, 8, 0), "nothing is mapped at 8");
            assertEquals(-CrossMemory.EFAULT, CrossMemory.read(pid, -4096, here, 0, 8));
        }
        assertEquals(-CrossMemory.ESRCH, CrossMemory.probe(pid, 8, 0), "the process has ended");
    }

    @Test
    void aPieceOutsideTheTargetIsRefusedBeforeTheKernelSeesIt() {
        assertThrows(IndexOutOfBoundsException.class, () -> CrossMemory.read(1, 0, here, here.byteSize() - 7, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> CrossMemory.read(1, 0, here, 0, -1));
        assertThrows(IllegalArgumentException.class, () -> CrossMemory.read(1, 0, here.asReadOnly(), 0, 8));
        assertThrows(IllegalArgumentException.class, () -> CrossMemory.read(1, 0, MemorySegment.ofArray(new long[1]), 0, 8));
    }

    private static ChildJvm peer() throws IOException {
        return ChildJvm.start(NativePeer.class, List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"), "memory",
                Integer.toString(LONGS));
    }
}
