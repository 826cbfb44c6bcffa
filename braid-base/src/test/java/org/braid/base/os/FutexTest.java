package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FutexTest {
    private final MemorySegment memory = Arena.ofAuto().allocate(64, 8);

    @Test
    void theKernelsFutexIsUsedWhereNativeAccessIsEnabled() {
        assertEquals("", Futex.whyNot());
        assertTrue(Futex.available());
    }

    @Test
    void aWordThatDiffersIsNotWaitedFor() {
        assertEquals(Futex.CHANGED, Futex.await(memory, 4, 1, Long.MAX_VALUE));
    }

    @Test
    void waitingEndsAtTheTimeout() {
        long start = System.nanoTime();
        assertEquals(Futex.TIMED_OUT, Futex.await(memory, 8, 0, 3_000_000));
        assertTrue(System.nanoTime() - start >= 3_000_000);
        assertEquals(Futex.TIMED_OUT, Futex.await(memory, 8, 0, 0));
        assertEquals(Futex.TIMED_OUT, Futex.await(memory, 8, 0, -1));
    }

    @Test
    void wakingWithoutAWaiterWakesNobody() {
        assertEquals(0, Futex.wake(memory, 0, Integer.MAX_VALUE));
    }

    @Test
    void twoProcessesTakeTurns() throws IOException {
        try (SharedSegment shared = SharedMemory.create(NativePeer.SEGMENT_BYTES);
                ChildJvm peer = ChildJvm.start(NativePeer.class, List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"),
                        "pingpong", Long.toString(Machine.pid()), Integer.toString(shared.fd()))) {
            NativePeer.play(shared.segment(), 0, NativePeer.ROUNDS);
            assertEquals(0, peer.exitCode());
            assertEquals(2 * NativePeer.ROUNDS, NativePeer.word(shared.segment()));
        }
    }

    @Test
    void aWordThatIsNotAlignedOrNotThereIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Futex.await(memory, 2, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> Futex.wake(memory, 2, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> Futex.await(memory, 64, 0, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> Futex.wake(memory, 64, 1));
    }
}
