package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class EntropyTest {
    @Test
    void givesAsManyBytesAsWereAskedFor() {
        for (int count : new int[] {0, 1, 16, 32, 100_000}) {
            assertEquals(count, Entropy.bytes(count).length);
        }
    }

    @Test
    void twoDrawsDiffer() {
        assertNotEquals(Entropy.nextLong(), Entropy.nextLong());
    }
}
