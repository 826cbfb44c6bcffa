package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameKind;
import org.braid.link.ring.RingLayout;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TcpLaneTest {
    private final Node a = new Node(0);
    private final Node b = new Node(1);
    private final byte[] scratch = new byte[Ledger.FRAME_BYTES];

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    @Test
    void theFirstOfferConnectsAndArrives() {
        Lane lane = a.laneTo(b);
        assertEquals(Lane.TAKEN, Ledger.offer(lane, 0, scratch, 8));
        Node.until("arrived", () -> b.ledgerOf(a).received() == 1, a, b);
        clean(b.ledgerOf(a));
    }

    @Test
    void everySizeUpToTheLongestFrameArrivesOnceAndInOrder() {
        Lane lane = a.laneTo(b);
        long number = 0;
        for (int length = 0; length <= 65_600; length += length < 300 || length > 65_400 ? 1 : 997) {
            send(lane, number++, length);
        }
        for (int length : new int[] {128 << 10, (256 << 10) - 1, 256 << 10}) {
            send(lane, number++, length);
        }
        long all = number;
        Node.until("all sizes arrived", () -> b.ledgerOf(a).received() == all, a, b);
        clean(b.ledgerOf(a));
    }

    @Test
    void aLongerPayloadThanAFrameHoldsIsRefusedWithoutHarm() {
        Lane lane = a.laneTo(b);
        assertEquals(Lane.TOO_LONG, lane.offer(FrameKind.RSR, 7, 3, 300, 0, 0, 0, 0, new byte[1 << 20], 0, Ledger.FRAME_BYTES + 1));
        send(lane, 0, 5);
        Node.until("arrived", () -> b.ledgerOf(a).received() == 1, a, b);
        clean(b.ledgerOf(a));
    }

    @Test
    void bothDirectionsShareOneConnection() {
        Lane ab = a.laneTo(b);
        Lane ba = b.laneTo(a);
        for (int i = 0; i < 2000; i++) {
            send(ab, i, i % 700);
            send(ba, i, i % 500);
        }
        Node.until("all arrived", () -> b.ledgerOf(a).received() == 2000 && a.ledgerOf(b).received() == 2000 && ab.settled() && ba.settled(), a, b);
        clean(b.ledgerOf(a));
        clean(a.ledgerOf(b));
        assertSame(ba, b.laneTo(a), "a lane is shared");
    }

    @Test
    void aLaneWithoutAnyoneReadingSaysFullAndLosesNothing() {
        Lane lane = a.laneTo(b);
        send(lane, 0, 0);
        Node.until("connected", () -> b.ledgerOf(a).received() == 1, a, b);
        long number = 1;
        int full = 0;
        while (full < 100 && number < 10_000) {
            int said = Ledger.offer(lane, number, scratch, 32 << 10);
            if (said == Lane.TAKEN) {
                number++;
            } else {
                assertEquals(Lane.FULL, said);
                full++;
            }
        }
        assertEquals(100, full, "a lane is bounded");
        long all = number;
        Node.until("the rest arrived", () -> b.ledgerOf(a).received() == all, a, b);
        clean(b.ledgerOf(a));
    }

    @Test
    void creditIsKeptForRequestsOnly() {
        Lane lane = a.laneTo(b);
        lane.grant(3 * RingLayout.recordBytes(100));
        for (int i = 0; i < 3; i++) {
            send(lane, i, 100);
        }
        assertEquals(Lane.NO_CREDIT, Ledger.offer(lane, 3, scratch, 100));
        Ledger.fill(scratch, 3, 100);
        assertEquals(Lane.TAKEN, lane.offer(FrameKind.FRAGMENT, 7, 3, 300, 3, 0, 100, ~100, scratch, 0, 100));
        lane.grant(4 * RingLayout.recordBytes(100));
        send(lane, 4, 100);
        Node.until("all arrived", () -> b.ledgerOf(a).received() == 5, a, b);
        clean(b.ledgerOf(a));
    }

    @Test
    void aLargeFragmentOfNativeMemoryTravelsWithoutACopyInTheLog() {
        Lane lane = a.laneTo(b);
        int length = 200_000;
        ByteBuffer direct = ByteBuffer.allocateDirect(length + 11);
        Ledger.fill(scratch, 0, length);
        direct.put(11, scratch, 0, length);
        assertEquals(Lane.TAKEN, lane.offer(FrameKind.FRAGMENT, 7, 3, 300, 0, 0, length, ~length, direct, 11, length));
        Node.until("accepted", lane::settled, a, b);
        clean(b.ledgerOf(a));
        assertEquals(length, b.ledgerOf(a).bytes());
    }

    @Test
    void closingFlushesAndTellsThePeer() {
        Lane lane = a.laneTo(b);
        for (int i = 0; i < 5000; i++) {
            send(lane, i, 900);
        }
        a.startClose();
        assertEquals(Lane.CLOSED, Ledger.offer(lane, 5000, scratch, 1));
        Node.until("closed", a.port::closed, a, b);
        Node.until("the peer knows", () -> b.ledgerOf(a).ended() != null, a, b);
        assertEquals(5000, b.ledgerOf(a).received());
        clean(b.ledgerOf(a));
        assertEquals(ErrorCode.CONTEXT_CLOSED, assertInstanceOf(BraidException.class, b.ledgerOf(a).ended()).code());
        b.startClose();
        Node.until("both closed", b.port::closed, b);
    }

    @Test
    void closingBothAtOnceLosesNothing() {
        Lane ab = a.laneTo(b);
        Lane ba = b.laneTo(a);
        for (int i = 0; i < 500; i++) {
            send(ab, i, 100);
            send(ba, i, 100);
        }
        a.startClose();
        b.startClose();
        Node.until("both closed", () -> a.port.closed() && b.port.closed(), a, b);
        assertEquals(500, b.ledgerOf(a).received());
        assertEquals(500, a.ledgerOf(b).received());
    }

    @Test
    void aPortThatNeverSpokeClosesAtOnce() {
        a.startClose();
        assertTrue(a.port.closed());
    }

    @Test
    void afterThePeersDeathEverySendReportsTheCause() {
        Lane lane = a.laneTo(b);
        send(lane, 0, 1);
        Node.until("arrived", () -> b.ledgerOf(a).received() == 1, a, b);
        Throwable killed = new BraidException(ErrorCode.PEER_LOST, "rank 1 has ended", "signal 9", "");
        a.port.peerFailed(b.id, killed);
        assertEquals(Lane.CLOSED, Ledger.offer(lane, 1, scratch, 1));
        assertSame(killed, lane.closedBy());
        assertSame(killed, a.ledgerOf(b).ended());
    }

    @Test
    void aLaneIsPendingUntilThePeerHasAcceptedEverything() {
        Lane lane = a.laneTo(b);
        send(lane, 0, 1);
        assertTrue(a.port.pending());
        Node.until("quiet", () -> !a.port.pending() && !b.port.pending(), a, b);
        assertTrue(lane.settled());
        assertEquals(1, b.ledgerOf(a).received());
    }

    @Test
    void aLaneThatHasFailedNeedsNoPollingWhateverItOwed() {
        Lane lane = a.laneTo(b);
        send(lane, 0, 1);
        Node.until("arrived", () -> b.ledgerOf(a).received() == 1, a, b);
        send(lane, 1, 1);
        BraidException killed = new BraidException(ErrorCode.PEER_LOST, "rank 1 has ended", "signal 9", "");
        a.port.peerFailed(b.id, killed);
        b.port.peerFailed(a.id, killed);
        assertFalse(lane.settled());
        assertFalse(a.port.pending(), "or its process would poll for ever");
        assertFalse(b.port.pending());
    }

    private void send(Lane lane, long number, int length) {
        int said;
        while ((said = Ledger.offer(lane, number, scratch, length)) == Lane.FULL) {
            a.port.poll(64);
            b.port.poll(64);
        }
        assertEquals(Lane.TAKEN, said);
    }

    private static void clean(Ledger ledger) {
        assertNull(ledger.violation());
        assertNotNull(ledger);
    }
}
