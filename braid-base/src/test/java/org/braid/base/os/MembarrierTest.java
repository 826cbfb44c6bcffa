package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MembarrierTest {
    private static final long GET_REGISTRATIONS = 1 << 9; // since Linux 6.3
    private static final long GLOBAL_EXPEDITED = 1 << 2;
    private static final long PRIVATE_EXPEDITED = 1 << 4;

    @Test
    void aBarrierOverTheThreadsOfThisProcessReturns() {
        assertTrue(Membarrier.available(), Membarrier.whyNot());
        assertTrue(Membarrier.ofProcess());
    }

    /** A process that registers for the global one is interrupted by the visitors at gates of every other process. */
    @Test
    void otherProcessesNeitherInterruptThisOneNorAreInterrupted() {
        assertTrue(Membarrier.available(), Membarrier.whyNot());
        assertTrue(Membarrier.ofProcess());
        long registered = SystemCall.call(SystemCall.Numbers.MEMBARRIER, GET_REGISTRATIONS, 0, 0, 0, 0, 0);
        if (registered < 0) {
            System.out.println("NOT TESTED: membarrier's registrations (the kernel does not tell them)");
            return;
        }
        assertEquals(PRIVATE_EXPEDITED, registered & (PRIVATE_EXPEDITED | GLOBAL_EXPEDITED));
    }
}
