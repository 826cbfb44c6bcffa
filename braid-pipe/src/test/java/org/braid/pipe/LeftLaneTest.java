package org.braid.pipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Lane;
import org.braid.pipe.fake.Fabric;
import org.braid.pipe.fake.Ledger;
import org.braid.pipe.fake.Node;
import org.braid.pipe.fake.Wire;
import org.junit.jupiter.api.Test;

/** A stream leaves a lane, in the middle of anything: what the peer has not accepted comes back, and the lane uses nothing up. */
class LeftLaneTest {
    private static final long S = 1_000_000_000L;
    private static final int LONG_BYTES = 100_000;

    private final long seed = Long.getLong("braid.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final byte[] scratch = new byte[Ledger.FRAME_BYTES];
    private final Fabric fabric = new Fabric(seed);
    private final Node a = new Node(fabric, 0);
    private final Node b = new Node(fabric, 1);

    private void send(Lane lane, long number, int length) {
        fabric.until("frame " + number + " is taken", () -> Ledger.offer(lane, number, scratch, length) == Lane.TAKEN);
    }

    private static List<Long> numbersOf(Lane lane, long accepted) {
        List<Long> back = new ArrayList<>();
        lane.handBack(accepted, frame -> back.add((frame.a0() & 0xFFFF_FFFFL) | (long) frame.a1() << 32));
        return back;
    }

    @Test
    void whateverHappenedToItsConnectionTheRestComesBackAndNothingElse() {
        for (int round = 0; round < 300; round++) {
            int before = b.ledgersOf(a).size();
            b.refuseFresh(false);
            Lane lane = a.freshLaneTo(b);
            int most = random.nextInt(40);
            int mostThatAreTaken = random.nextInt(80);
            for (int n = 0; n < most && lane.closedBy() == null; n++) {
                fabric.until("frame " + n + " is taken; " + replay(), () -> lane.closedBy() != null || Ledger.offer(lane, lane.takenFrames(), scratch, random.nextInt(300)) == Lane.TAKEN);
                mishap(before, mostThatAreTaken);
            }
            assertTrue(lane.giveUp());
            long count = lane.takenFrames();
            assertEquals(Lane.CLOSED, Ledger.offer(lane, count, scratch, 1));
            List<Ledger> there = List.copyOf(b.ledgersOf(a).subList(before, b.ledgersOf(a).size())); // some are left before the peer has met them
            there.forEach(Ledger::refuse);
            b.refuseFresh(true);
            fabric.turnFor(random.nextInt(50) * Fabric.TURN_NS);
            long accepted = there.isEmpty() ? 0 : there.getFirst().received();
            assertEquals(longs(accepted, count), numbersOf(lane, accepted), this::replay);
            assertEquals(Long.MAX_VALUE, lane.acceptedFrames(), "it refers to no user's memory");
            assertTrue(a.port().release(lane));
            fabric.until("both ends have forgotten it; " + replay(), () -> !a.port().open() && !b.port().open());
            for (Ledger each : b.ledgersOf(a).subList(before, b.ledgersOf(a).size())) {
                assertEquals(accepted, each.received(), this::replay);
                assertNull(each.violation(), this::replay);
                assertNull(each.ended(), this::replay);
            }
        }
        fabric.until("no connection is left; " + replay(), () -> fabric.wires().stream().allMatch(Wire::isClosed));
    }

    @Test
    void whatWaitsInADeviceAboveIsKeptOverConnectionsAndComesBack() {
        Lane lane = a.freshLaneTo(b);
        for (int n = 0; n < 5; n++) {
            send(lane, n, 20);
        }
        fabric.until("the peer has met it", () -> !b.ledgersOf(a).isEmpty());
        Ledger there = b.ledgerOf(a);
        there.acceptAtMost(2);
        fabric.until("all has come", () -> there.received() == 5);
        fabric.turnFor(S / 10);
        assertEquals(2, lane.acceptedFrames());
        assertFalse(b.port().pending(), "there is nothing to be said");
        fabric.lastWire().cut();
        send(lane, 5, 20);
        fabric.until("the next connection brings what is new, and nothing else", () -> there.received() == 6);
        fabric.turnFor(S / 10);
        there.acceptAtMost(3);
        fabric.until("the peer is told", () -> lane.acceptedFrames() == 3);
        there.refuse();
        assertTrue(lane.giveUp());
        assertEquals(List.of(3L, 4L, 5L), numbersOf(lane, 3));
        assertTrue(a.port().release(lane));
        fabric.until("both ends have forgotten it", () -> !a.port().open() && !b.port().open());
        assertNull(there.violation());
        assertEquals(List.of(), b.notices().stream().filter(notice -> notice.contains("farewell")).toList());
    }

    @Test
    void aLaneTakesLeaveWhenNothingWaitsInADeviceAboveAnyMore() {
        Lane lane = a.freshLaneTo(b);
        send(lane, 0, 20);
        fabric.until("the peer has met it", () -> !b.ledgersOf(a).isEmpty());
        Ledger there = b.ledgerOf(a);
        there.acceptAtMost(0);
        assertTrue(a.port().release(lane));
        fabric.turnFor(S / 10);
        assertTrue(a.port().open());
        there.acceptAtMost(1);
        fabric.until("both ends have forgotten it", () -> !a.port().open() && !b.port().open());
        assertNull(there.ended());
    }

    private void mishap(int before, int mostThatAreTaken) {
        List<Wire> wires = fabric.wires();
        switch (random.nextInt(60)) {
            case 0 -> wires.forEach(Wire::cut);
            case 1 -> wires.forEach(Wire::freeze);
            case 2, 3, 4 -> fabric.turnFor(random.nextInt(30) * Fabric.TURN_NS);
            case 5 -> fabric.turnFor(5 * S);
            default -> {}
        }
        b.ledgersOf(a).subList(before, b.ledgersOf(a).size()).forEach(ledger -> ledger.refuseBeyond(mostThatAreTaken));
    }

    private static List<Long> longs(long from, long to) {
        List<Long> all = new ArrayList<>();
        for (long n = from; n < to; n++) {
            all.add(n);
        }
        return all;
    }

    @Test
    void aThousandLanesOneAfterTheOtherUseNothingUp() {
        for (int i = 0; i < 1000; i++) {
            Node from = i % 2 == 0 ? a : b;
            Node to = i % 2 == 0 ? b : a;
            Lane lane = from.freshLaneTo(to);
            send(lane, 0, 20);
            fabric.until("arrived", lane::settled);
            assertTrue(lane.giveUp());
            assertEquals(List.of(), numbersOf(lane, 1));
            assertTrue(from.port().release(lane));
        }
        fabric.until("both ends have forgotten them all", () -> !a.port().open() && !b.port().open());
        assertTrue(fabric.wires().stream().allMatch(Wire::isClosed), "no connection is left");
        assertEquals(List.of(), a.notices());
        assertEquals(List.of(), b.notices());
    }

    @Test
    void sixtyFourAtATimeAreEnoughAndOneMoreIsRefused() {
        List<Lane> lanes = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            lanes.add(a.freshLaneTo(b));
            send(lanes.getLast(), 0, 1);
        }
        BraidException refused = assertThrows(BraidException.class, () -> a.freshLaneTo(b));
        assertEquals(ErrorCode.LANES_USED_UP, refused.code());
        assertTrue(a.port().release(lanes.getFirst()), "it ends once the peer has everything");
        fabric.until("its place is free", () -> b.ledgersOf(a).size() == 64 && freshLaneIsGiven());
        assertEquals(1, b.ledgersOf(a).getFirst().received());
    }

    private boolean freshLaneIsGiven() {
        try {
            return a.freshLaneTo(b) != null;
        } catch (BraidException none) {
            return false;
        }
    }

    @Test
    void aFreshLaneIsNeverOneThatExists() {
        Lane shared = a.laneTo(b);
        Lane fresh = a.freshLaneTo(b);
        assertNotSame(shared, fresh);
        assertNotSame(fresh, a.freshLaneTo(b));
        assertSame(shared, a.laneTo(b));
        send(shared, 0, 10);
        send(fresh, 0, 10);
        fabric.until("arrived", () -> shared.settled() && fresh.settled());
        assertEquals(List.of(1L, 1L), b.ledgersOf(a).stream().filter(ledger -> ledger.received() > 0).map(Ledger::received).toList());
    }

    @Test
    void aFrameThatTheSinkRefusesIsNeitherCountedNorAcknowledgedAndNothingFollowsIt() {
        Lane lane = a.freshLaneTo(b);
        send(lane, 0, 10);
        fabric.until("arrived", lane::settled);
        b.ledgerOf(a).refuseBeyond(3);
        for (int n = 1; n < 10; n++) {
            send(lane, n, n == 5 ? LONG_BYTES : 10);
        }
        fabric.turnFor(10 * S);
        assertEquals(3, b.ledgerOf(a).received());
        assertNull(b.ledgerOf(a).violation());
        assertEquals(3, lane.acceptedFrames());
        assertEquals(1, fabric.wires().size(), "a peer that refuses still answers: its connection is not given up");
        assertTrue(lane.giveUp());
        assertEquals(longs(3, 10), numbersOf(lane, 3));
    }

    @Test
    void theOtherHalfOfASharedLaneGoesOnWhenOneIsLeft() {
        Lane ab = a.laneTo(b);
        Lane ba = b.laneTo(a);
        for (int n = 0; n < 5; n++) {
            send(ab, n, 10);
            send(ba, n, 10);
        }
        fabric.until("exchanged", () -> ab.settled() && ba.settled());
        b.ledgerOf(a).refuse();
        send(ab, 5, LONG_BYTES);
        assertTrue(ab.giveUp());
        assertEquals(List.of(5L), numbersOf(ab, 5));
        assertTrue(a.port().release(ab));
        for (int n = 5; n < 50; n++) {
            send(ba, n, n * 100);
            if (n % 10 == 0) {
                fabric.lastWire().cut();
            }
        }
        fabric.until("the other half goes on, over broken connections, too", ba::settled);
        assertEquals(50, a.ledgerOf(b).received());
        assertNull(a.ledgerOf(b).violation());
        assertNotSame(ab, a.laneTo(b), "no other stream gets a lane that was left");
        a.ledgerOf(b).refuse();
        assertTrue(ba.giveUp());
        assertEquals(List.of(), numbersOf(ba, 50));
        fabric.until("the shared lane is gone when both have left it", () -> fabric.wires().stream().filter(wire -> !wire.isClosed()).count() == 1);
        assertNull(a.ledgerOf(b).ended(), "its end says nothing about the peer");
        assertNull(b.ledgerOf(a).ended());
    }

    @Test
    void aLaneThatCannotBeMendedKeepsItsFramesUntilTheyAreHandedBack() {
        Lane lane = a.freshLaneTo(b);
        send(lane, 0, 10);
        fabric.until("arrived", lane::settled);
        fabric.outOfOrder(true);
        fabric.lastWire().cut();
        for (int n = 1; n < 5; n++) {
            send(lane, n, 10);
        }
        fabric.until("given up", () -> lane.closedBy() != null);
        assertEquals(Lane.CLOSED, Ledger.offer(lane, 5, scratch, 10));
        assertEquals(ErrorCode.PEER_LOST, assertInstanceOf(BraidException.class, lane.closedBy()).code());
        fabric.turnFor(10 * S);
        assertTrue(lane.giveUp());
        assertEquals(longs(1, 5), numbersOf(lane, 1));
        assertTrue(a.port().release(lane));
        fabric.until("forgotten", () -> !a.port().open());
    }

    @Test
    void aLaneToTheDeadHandsNothingBack() {
        Lane lane = a.freshLaneTo(b);
        send(lane, 0, 10);
        a.port().peerFailed(b.self(), new BraidException(ErrorCode.PEER_LOST, "it has died", "signal 9", ""));
        assertNotNull(lane.closedBy());
        assertTrue(lane.giveUp());
        assertEquals(List.of(), numbersOf(lane, 1));
    }

    @Test
    void aSenderThatDoesNotKnowYetLearnsItFromItsNextCall() {
        Lane lane = a.freshLaneTo(b);
        send(lane, 0, 10);
        fabric.until("arrived", lane::settled);
        b.ledgerOf(a).refuse();
        send(lane, 1, 10);
        fabric.lastWire().cut();
        fabric.until("told", () -> lane.closedBy() != null);
        assertEquals(ErrorCode.LANE_CUT, assertInstanceOf(BraidException.class, lane.closedBy()).code());
        assertTrue(lane.giveUp());
        assertEquals(List.of(1L), numbersOf(lane, 1));
    }

    @Test
    void theReceivingEndOfALaneThatIsRefusedDoesNotOutliveItsConnection() {
        Lane lane = a.freshLaneTo(b);
        send(lane, 0, 10);
        fabric.until("arrived", lane::settled);
        b.ledgerOf(a).refuse();
        fabric.outOfOrder(true); // nobody will say farewell
        fabric.lastWire().cut();
        fabric.until("forgotten", () -> !b.port().open());
        assertNull(b.ledgerOf(a).ended());
    }

    @Test
    void aContextThatClosesSaysSoByWhateverLaneItHas() {
        Lane lane = a.freshLaneTo(b);
        send(lane, 0, 10);
        fabric.until("arrived", lane::settled);
        a.startClose();
        fabric.until("told", () -> b.ledgerOf(a).ended() != null);
        assertEquals(ErrorCode.CONTEXT_CLOSED, assertInstanceOf(BraidException.class, b.ledgerOf(a).ended()).code());
        fabric.until("closed", a.port()::closed);
    }

    @Test
    void aFragmentOnItsWayToItsPlaceIsDivertedWhenTheStreamGoesOn() {
        Lane lane = a.freshLaneTo(b);
        ByteBuffer data = ByteBuffer.allocateDirect(200_000);
        Ledger.fill(scratch, 0, 200_000);
        data.put(0, scratch, 0, 200_000);
        int length = 200_000;
        assertEquals(Lane.TAKEN, lane.offer(FrameKind.FRAGMENT, 7, 3, 300, 0, 0, length, ~length, data, 0, length));
        fabric.until("it calls", () -> !fabric.wires().isEmpty());
        fabric.lastWire().slow(20_000);
        fabric.until("it has begun to land", () -> !b.ledgersOf(a).isEmpty() && b.ledgerOf(a).hasBegunToLand());
        b.ledgerOf(a).refuse();
        fabric.turnFor(S);
        assertEquals(0, b.ledgerOf(a).received());
        assertEquals(0, b.ledgerOf(a).landed());
        assertNull(b.ledgerOf(a).violation());
        assertEquals(0, lane.acceptedFrames());
        assertTrue(lane.giveUp());
        assertEquals(List.of(0L), numbersOf(lane, 0));
        assertFalse(lane.leftInPlace() < 0);
    }

    private String replay() {
        return "replay with -Dbraid.seed=" + seed;
    }
}
