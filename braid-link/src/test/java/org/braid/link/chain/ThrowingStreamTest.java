package org.braid.link.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Frame;
import org.junit.jupiter.api.Test;

/** What the stream above a chain throws is none of the devices' business, and costs no other frame anything. */
class ThrowingStreamTest {
    private static final BraidException USED_UP = DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));

    private final Chains chains = new Chains();

    private static void bring(ReceivingChain to, char payload) {
        LoggedLane.bring(new Frame(FrameKind.RSR | FrameKind.CHAINED, 0, 0, 0, 0, 0, 0, 0, new byte[] {(byte) payload}, 0, 1), to);
    }

    @Test
    void aFrameOverWhichItsReceiverThrowsHasCome() {
        ReceivingChain chain = chains.with("pass", Ends.Passing::new).receiving();
        chains.arrivals.thrown = USED_UP;
        assertSame(USED_UP, assertThrows(BraidException.class, () -> bring(chain, '1')));
        chains.arrivals.thrown = null;
        bring(chain, '2');
        assertEquals(List.of("1", "2"), chains.arrivals.texts());
        assertEquals(2, chain.delivered());
        assertNull(chain.refusal());
    }

    @Test
    void aChainThatIsGivenUpMeanwhileHandsUpEverythingAllTheSame() {
        ReceivingChain chain = chains.with("hold", host -> {
            Ends.Holding holding = new Ends.Holding(host);
            holding.holds = true;
            return holding;
        }).receiving();
        bring(chain, '1');
        bring(chain, '2');
        chains.arrivals.thrown = USED_UP;
        chain.giveUp();
        assertEquals(List.of("1", "2"), chains.arrivals.texts());
        assertEquals(2, chain.delivered());
        assertEquals(1, chains.place.alerts.size());
        assertNull(chain.refusal());
    }
}
