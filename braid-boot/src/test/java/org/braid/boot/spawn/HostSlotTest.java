package org.braid.boot.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.BraidException;
import org.junit.jupiter.api.Test;

/** The hint {@code host}, as MPI libraries take it. */
class HostSlotTest {
    private static final String ADDRESS = "fd00::2";

    private static HostSlot slot(String named) {
        return HostSlot.of(named, ADDRESS::equals);
    }

    @Test
    void aListOfNamesIsReadWithCountsAndWithout() {
        assertEquals(List.of("a", "b:2", "c"), HostSlot.names("a,b:2, c"));
        assertEquals(new HostSlot("a", 1), slot("a"));
        assertEquals(new HostSlot("b", 2), slot("b:2"));
        assertEquals(List.of(""), HostSlot.names(""));
        assertTrue(HostSlot.isOwn("") && HostSlot.isOwn("localhost") && !HostSlot.isOwn("a"));
    }

    @Test
    void theColonsOfAnAddressAreNoCount() {
        assertEquals(new HostSlot(ADDRESS, 1), slot(ADDRESS));
        assertEquals(new HostSlot(ADDRESS, 3), slot(ADDRESS + ":3"));
    }

    @Test
    void whatIsNoCountAndAnEmptyNameBetweenOthersAreRefused() {
        for (String wrong : List.of("a:", "a:0", "a:-1", "a:x", "a:99999999999")) {
            assertThrows(BraidException.class, () -> slot(wrong), wrong);
        }
        assertThrows(BraidException.class, () -> HostSlot.names("a,,b"));
        assertThrows(BraidException.class, () -> HostSlot.names(","));
        assertThrows(BraidException.class, () -> HostSlot.names(":2"));
        assertThrows(BraidException.class, () -> HostSlot.names("a,:2"));
        assertEquals(List.of("::1"), HostSlot.names("::1"), "an address");
    }
}
