package org.braid.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What a user is told when the kernel has ended ranks. */
class WantOfMemoryTest {
    @Test
    void theGroupsLimitIsNamedIfThereIsOne() {
        assertEquals(
                "the kernel has killed a process for want of memory: this control group may have 400 MiB (memory.max), shared memory included; raise that, start fewer ranks, or"
                        + " bound them with --jvm-args -Xmx",
                WantOfMemory.hint(1, 400 << 20));
        assertEquals(
                "the kernel has killed 3 processes for want of memory: this machine has no more, start fewer ranks, or bound them with --jvm-args -Xmx",
                WantOfMemory.hint(3, Long.MAX_VALUE));
    }

    @Test
    void whereNobodyWasKilledThereIsNothingToSay() {
        assertEquals("", new WantOfMemory().hint());
    }
}
