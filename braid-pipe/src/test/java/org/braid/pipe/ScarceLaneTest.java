package org.braid.pipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.spi.Lane;
import org.braid.pipe.fake.Fabric;
import org.braid.pipe.fake.Ledger;
import org.braid.pipe.fake.Node;
import org.junit.jupiter.api.Test;

/** A lane takes some memory outside the heap: an end that has none for it lets its peer wait. */
class ScarceLaneTest {
    private static final int MESSAGES = 5;

    private final byte[] scratch = new byte[100];
    private final Fabric fabric = new Fabric(7);
    private final Node a = new Node(fabric, 0);
    private final Node b = new Node(fabric, 1);

    @Test
    void aPeerThatCannotBeAnsweredForWantOfMemoryCallsAgain() {
        b.isScarce(true);
        Lane lane = a.laneTo(b);
        for (int i = 0; i < MESSAGES; i++) {
            assertEquals(Lane.TAKEN, Ledger.offer(lane, i, scratch, 10));
        }
        fabric.until("somebody has called", () -> b.notices().stream().anyMatch(line -> line.contains("memory")));
        assertNull(lane.closedBy());
        b.isScarce(false);
        fabric.until("all have come", lane::settled);
        assertEquals(MESSAGES, b.ledgerOf(a).received());
    }

    @Test
    void aLaneForWhichThereIsNoMemoryIsRefusedAndItsNumberIsFree() {
        a.isScarce(true);
        assertEquals(ErrorCode.DIRECT_MEMORY_FULL, assertThrows(BraidException.class, () -> a.laneTo(b)).code());
        a.isScarce(false);
        assertTrue(((PipeLane) a.laneTo(b)).number == 0, "the first one");
    }
}
