package org.braid.link.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.Scarcity;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.Frame;
import org.junit.jupiter.api.Test;

/** What a device has made on the heap is copied for the stream: where there is no memory for that nothing is lost, refused or overtaken. */
class ScarceMemoryTest {
    private static final BraidException USED_UP = DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));

    private final Chains chains = new Chains().with("heap", host -> new DeviceEnd(host) {
        @Override
        public void up(Frame frame) {
            host.above(Ends.Holding.copied(frame));
        }
    });
    private final SendingChain sending = chains.sending();
    private final ReceivingChain receiving = chains.receiving();

    private void carry(String payload) {
        int before = chains.lane.frames.size();
        Chains.send(sending, payload);
        chains.lane.bring(before, receiving);
    }

    @Test
    void framesThatFindNoMemoryWaitForIt() {
        chains.place.isScarce = true;
        carry("1");
        carry("2");
        assertEquals(List.of(), chains.arrivals.texts());
        assertEquals(0, receiving.delivered());
        assertTrue(receiving.pending());
        assertEquals(Long.MIN_VALUE, receiving.dueNs());
        assertEquals(0, receiving.poll(0));
        chains.place.isScarce = false;
        carry("3");
        assertEquals(List.of(), chains.arrivals.texts(), "nothing overtakes");
        assertEquals(3, receiving.poll(0));
        assertEquals(List.of("1", "2", "3"), chains.arrivals.texts());
        assertEquals(3, receiving.delivered());
        assertFalse(receiving.pending());
        assertNull(receiving.refusal());
    }

    @Test
    void whoeverPollsIsToldOnceInAWhile() {
        chains.place.isScarce = true;
        carry("1");
        chains.place.nowNs = Scarcity.PATIENCE_NS;
        BraidException told = assertThrows(BraidException.class, () -> receiving.poll(Scarcity.PATIENCE_NS));
        assertEquals(ErrorCode.DIRECT_MEMORY_FULL, told.code());
        assertEquals(0, receiving.poll(Scarcity.PATIENCE_NS));
        chains.place.isScarce = false;
        assertEquals(1, receiving.poll(Scarcity.PATIENCE_NS));
        assertEquals(List.of("1"), chains.arrivals.texts());
    }

    @Test
    void aStreamThatGoesOnByAnotherLaneIsHandedBackWhatFoundNoMemory() {
        carry("1");
        chains.place.isScarce = true;
        carry("x".repeat(50_000));
        receiving.giveUp();
        assertEquals(1, receiving.delivered());
        assertFalse(receiving.pending());
        chains.handBack(sending, receiving.delivered());
        assertEquals(1, chains.returned.size());
    }

    @Test
    void soIsAStreamThatIsNotOrdered() {
        chains.place.delivery = DeliveryClass.UNORDERED;
        ReceivingChain unordered = chains.receiving();
        chains.place.isScarce = true;
        Chains.send(sending, "1");
        chains.lane.bring(0, unordered);
        unordered.giveUp();
        assertEquals(0, unordered.delivered());
    }

    @Test
    void moreThanAStreamsCreditIsRefusedInstead() {
        chains.place.isScarce = true;
        String large = "x".repeat(60_000);
        for (int bytes = 0; bytes <= Unplaced.MOST_BYTES; bytes += large.length()) {
            assertNull(receiving.refusal());
            carry(large);
        }
        assertNotNull(receiving.refusal());
        chains.place.isScarce = false;
        receiving.giveUp();
        assertEquals(chains.lane.frames.size() - 1, receiving.delivered());
    }

    @Test
    void whatTheStreamThrowsCostsNoDeviceAnythingAndTheFrameHasCome() {
        chains.arrivals.thrown = USED_UP;
        assertThrows(BraidException.class, () -> carry("1"));
        chains.arrivals.thrown = null;
        carry("2");
        assertEquals(List.of("1", "2"), chains.arrivals.texts());
        assertEquals(2, receiving.delivered());
        assertNull(receiving.refusal());
    }

    @Test
    void whatTheStreamThrowsWhileAChainIsGivenUpKeepsNothingBack() {
        Chains others = new Chains().with("hold", host -> {
            Ends.Holding holding = new Ends.Holding(host);
            holding.holds = true;
            return holding;
        });
        ReceivingChain chain = others.receiving();
        for (int i = 0; i < 2; i++) {
            LoggedLane.bring(new Frame(FrameKind.RSR | FrameKind.CHAINED, 0, 0, 0, i, 0, 0, 0, new byte[] {'x'}, 0, 1), chain);
        }
        others.arrivals.thrown = USED_UP;
        chain.giveUp();
        assertEquals(2, chain.delivered());
        assertEquals(1, others.place.alerts.size());
        assertNull(chain.refusal());
    }
}
