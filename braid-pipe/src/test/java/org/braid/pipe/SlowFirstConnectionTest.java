package org.braid.pipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.link.spi.Lane;
import org.braid.pipe.fake.Fabric;
import org.braid.pipe.fake.Ledger;
import org.braid.pipe.fake.Node;
import org.braid.pipe.state.LaneTimes;
import org.braid.pipe.state.PipeTimes;
import org.junit.jupiter.api.Test;

/** Processes that have to share their processor with many others may need long for the handshake of a first connection. Whoever answers lives; who does not is given up as soon as ever. */
class SlowFirstConnectionTest {
    private static final long MS = 1_000_000;
    private static final long ATTEMPT_NS = 10 * MS;
    private static final long GRACE_NS = 10 * MS;
    private static final long FIRST_NS = 100 * MS;
    private static final long FOR_EVER_NS = Long.MAX_VALUE / 4;
    private static final PipeTimes TIMES =
            new PipeTimes(new LaneTimes(ATTEMPT_NS, ATTEMPT_NS, MS, MS, GRACE_NS, FIRST_NS), ATTEMPT_NS, 1000 * MS, 3000 * MS, 1000 * MS, MS);

    private final byte[] scratch = new byte[100];
    private final Fabric fabric = new Fabric(11);
    private final Node a = new Node(fabric, 0, Node.secret(1), TIMES);
    private final Node b = new Node(fabric, 1, Node.secret(1), TIMES);

    @Test
    void aPeerThatAnswersHasItsTimeAndNothingThatWasDoneForTheConnectionIsLost() {
        fabric.handshakesTake(8 * GRACE_NS, true);
        Lane lane = a.laneTo(b);
        assertEquals(Lane.TAKEN, Ledger.offer(lane, 0, scratch, 10));
        fabric.until("it has arrived, or cannot", () -> lane.settled() || lane.closedBy() != null);
        assertNull(lane.closedBy());
        assertEquals(1, b.ledgerOf(a).received());
        assertEquals(1, fabric.wires().size(), "calls");
    }

    @Test
    void bothMayHaveCalled() {
        fabric.handshakesTake(8 * GRACE_NS, true);
        Lane ab = a.laneTo(b);
        Lane ba = b.laneTo(a);
        assertEquals(Lane.TAKEN, Ledger.offer(ab, 0, scratch, 10));
        assertEquals(Lane.TAKEN, Ledger.offer(ba, 0, scratch, 10));
        fabric.until("they have arrived, or cannot", () -> ab.settled() && ba.settled() || ab.closedBy() != null || ba.closedBy() != null);
        assertNull(ab.closedBy());
        assertNull(ba.closedBy());
        assertEquals(2, fabric.wires().size(), "calls, one each");
    }

    @Test
    void itsTimeIsBounded() {
        fabric.handshakesTake(FOR_EVER_NS, true);
        assertFailsWithin(a.laneTo(b), FIRST_NS, FIRST_NS + 2 * ATTEMPT_NS);
    }

    @Test
    void whereNobodyAnswersTheGraceTimeIsAllThatThereIs() {
        fabric.handshakesTake(FOR_EVER_NS, false);
        assertFailsWithin(a.laneTo(b), GRACE_NS, GRACE_NS + ATTEMPT_NS);
    }

    @Test
    void whoAnsweredAndEndedThenIsGivenUpWithTheNextCall() {
        fabric.handshakesTake(FOR_EVER_NS, true);
        Lane lane = a.laneTo(b);
        fabric.turnFor(5 * GRACE_NS);
        assertNull(lane.closedBy());
        fabric.outOfOrder(true);
        fabric.lastWire().cut();
        long endedNs = fabric.nowNs();
        fabric.handshakesTake(0, false);
        fabric.until("it has failed", () -> lane.closedBy() != null);
        assertTrue(fabric.nowNs() - endedNs < GRACE_NS, () -> "noticed after " + (fabric.nowNs() - endedNs) / MS + " ms");
    }

    @Test
    void aLaneThatHadAConnectionWaitsNoLongerForTheNextOne() {
        Lane lane = a.laneTo(b);
        assertEquals(Lane.TAKEN, Ledger.offer(lane, 0, scratch, 10));
        fabric.until("it has arrived", lane::settled);
        fabric.handshakesTake(FOR_EVER_NS, true);
        fabric.lastWire().cut();
        assertFailsWithin(lane, GRACE_NS, GRACE_NS + 2 * ATTEMPT_NS);
    }

    private void assertFailsWithin(Lane lane, long leastNs, long mostNs) {
        long sinceNs = fabric.nowNs();
        fabric.until("it has failed", () -> lane.closedBy() != null);
        assertNotNull(lane.closedBy());
        long tookNs = fabric.nowNs() - sinceNs;
        assertTrue(tookNs >= leastNs - MS && tookNs <= mostNs, () -> "failed after " + tookNs / MS + " ms: " + lane.closedBy());
    }
}
