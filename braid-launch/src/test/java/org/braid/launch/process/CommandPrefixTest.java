package org.braid.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CommandPrefixTest {
    @Test
    void eachRankHasItsShareOfTheCores() {
        int[] cores = {0, 1, 2, 3, 8};
        assertEquals("0,1", CommandPrefix.share(cores, 0, 2));
        assertEquals("2,3,8", CommandPrefix.share(cores, 1, 2));
        assertEquals("8", CommandPrefix.share(cores, 4, 5));
    }
}
