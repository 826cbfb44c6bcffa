package org.braid.launch.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PoolSizeTest {
    @Test
    void thereAreNoMoreRanksThanABoundAndHalfOfTheMemoryAllows() {
        assertEquals(4, PoolSize.of(4, 1L << 20));
        assertEquals(PoolSize.MOST, PoolSize.of(1_000, 1L << 20));
        assertEquals(5, PoolSize.of(8, 2_000));
        assertEquals(1, PoolSize.of(8, 100));
    }

    @Test
    void theKernelSaysHowMuchMemoryThereIs() {
        assertEquals(2, PoolSize.availableMib("MemTotal:       8000 kB\nMemAvailable:    2048 kB\n"));
        assertEquals(Long.MAX_VALUE, PoolSize.availableMib("MemTotal: 1 kB\n"));
    }
}
