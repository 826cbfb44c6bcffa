package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class NetworkStackTest {
    private static final String BOOT = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9\n";

    @Test
    void itIsOneNumberForAKernelAndANamespace() {
        assertEquals(NetworkStack.of(BOOT, "net:[4026531840]"), NetworkStack.of(BOOT, "net:[4026531840]"));
        assertNotEquals(NetworkStack.of(BOOT, "net:[4026531840]"), NetworkStack.of(BOOT, "net:[4026532201]"), "another namespace");
        assertNotEquals(NetworkStack.of(BOOT, ""), NetworkStack.of(BOOT.replace('0', '1'), ""), "another boot");
        assertEquals(NetworkStack.id(), NetworkStack.id());
    }

    @Test
    void whereTheKernelSaysNothingItIsUnknown() {
        assertEquals(0, NetworkStack.of("", "net:[4026531840]"));
        assertEquals(0, NetworkStack.of("no number at all, however long it may be", ""));
    }
}
