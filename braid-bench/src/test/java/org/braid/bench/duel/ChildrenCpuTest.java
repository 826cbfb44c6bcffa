package org.braid.bench.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ChildrenCpuTest {
    @Test
    void itIsUserAndSystemTimeOfChildrenWhateverTheProcessIsCalled() {
        assertEquals(160_000_000, ChildrenCpu.ns("42 (a ) b) S 1 42 42 0 -1 4194304 100 200 0 0 11 12 13 3 20 0 1 0 100 1 1\n"));
    }

    @Test
    void aChildThatHasWorkedCounts() throws Exception {
        long before = ChildrenCpu.ns();
        assertEquals(0, new ProcessBuilder("/bin/sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done").start().waitFor());
        assertTrue(ChildrenCpu.ns() > before);
    }
}
