package org.braid.pipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.spi.Lane;
import org.braid.pipe.fake.Fabric;
import org.braid.pipe.fake.Ledger;
import org.braid.pipe.fake.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A context that closes is heard to the end, even if it sends by lanes that its peer gets to know last. */
class LeaveOrderTest {
    private static final int FRAMES = 20;

    private final byte[] scratch = new byte[Ledger.FRAME_BYTES];
    private final Fabric fabric = new Fabric(5);
    private final Node a = new Node(fabric, 0);
    private final Node b = new Node(fabric, 1);

    /** Ends are told by the lane that the peer opened itself, and that it knew long before. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void nobodyIsToldBeforeTheLastMessageOfTheLastLane(int lanes) {
        Lane back = b.freshLaneTo(a);
        assertEquals(Lane.TAKEN, Ledger.offer(back, 0, scratch, 100));
        fabric.until("the way back is open", () -> !a.ledgersOf(b).isEmpty() && a.ledgerOf(b).received() == 1);
        for (int i = 0; i < lanes; i++) {
            Lane lane = a.freshLaneTo(b);
            for (long n = 0; n < FRAMES; n++) {
                assertEquals(Lane.TAKEN, Ledger.offer(lane, n, scratch, 100));
            }
        }
        a.startClose();
        fabric.until("the peer is told", this::isTold);
        assertEquals((long) lanes * FRAMES, b.ledgersOf(a).stream().mapToLong(Ledger::received).sum());
        assertTrue(b.ledgersOf(a).stream().allMatch(each -> each.violation() == null));
        fabric.until("it has closed", () -> a.port().closed());
    }

    /** Neither can know of the other's close, nor the one that is called of the lane. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void twoThatCloseAtOnceHearEachOtherOutByALaneThatOneOfThemHasJustOpened(boolean isShared) {
        Lane known = b.freshLaneTo(a);
        assertEquals(Lane.TAKEN, Ledger.offer(known, 0, scratch, 100));
        fabric.until("they have met", known::settled);
        Lane young = isShared ? a.laneTo(b) : a.freshLaneTo(b);
        assertEquals(Lane.TAKEN, Ledger.offer(young, 0, scratch, 100));
        b.startClose();
        a.startClose();
        fabric.until("both have closed", () -> a.port().closed() && b.port().closed());
        assertTrue(young.settled());
        assertEquals(1, b.ledgersOf(a).getLast().received());
    }

    /** Else a peer that stays, and answers the farewell by that lane before the port has looked at it again, would be taken for one that leaves. */
    @Test
    void aLaneThatIsCalledWhileItsContextClosesIsShutFromItsFirstMomentOn() {
        PipeLane lane = (PipeLane) a.freshLaneTo(b);
        PipeLanes lanes = new PipeLanes("wire", (peer, number, route) -> lane, new LaneRota(), lane.connections.route());
        lanes.startClose();
        assertSame(lane, lanes.called(b.self(), -1, true, fabric.nowNs()));
        assertEquals(Lane.CLOSED, Ledger.offer(lane, 0, scratch, 100));
    }

    private boolean isTold() {
        for (Ledger each : b.ledgersOf(a)) {
            Throwable cause = each.ended();
            if (cause != null) {
                assertEquals(ErrorCode.CONTEXT_CLOSED, assertInstanceOf(BraidException.class, cause).code());
                return true;
            }
        }
        return false;
    }
}
