package org.braid.link.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** A lane that is given up hands back what its peer has not accepted: as it was offered, in order, nothing twice. */
class HandBackTest {
    private final Chains chains = new Chains();
    private final List<Ends.Holding> held = new ArrayList<>();

    private Chains holding() {
        return chains.with("hold" + held.size(), host -> {
            Ends.Holding end = new Ends.Holding(host);
            held.add(end);
            return end;
        });
    }

    @Test
    void whatTheLaneHadTakenIsUndoneFromTheLowestDeviceToTheHighest() {
        SendingChain chain = chains.after(3).marked('a').marked('b').sending();
        for (String each : List.of("1", "22", "")) {
            Chains.send(chain, each);
        }
        chains.handBack(chain, 1);
        assertEquals(List.of("22", ""), chains.returnedTexts());
        var first = chains.returned.getFirst();
        assertEquals(List.of(FrameKind.RSR, Chains.ENDPOINT, 1, 2, 2, 4, 5, 6), List.of(
                first.kind(), first.endpoint(), first.route(), first.handler(), first.a0(), first.a1(), first.a2(), first.a3()));
    }

    @Test
    void whatWaitsInDevicesFollowsAndLowerDevicesHaveTheOlderFrames() {
        chains.marked('a');
        holding();
        chains.marked('b');
        holding();
        SendingChain chain = chains.marked('c').sending();
        Chains.send(chain, "1");
        held.getFirst().holds = true; // opened first: the lower one
        Chains.send(chain, "2");
        Chains.send(chain, "3");
        held.getLast().holds = true;
        Chains.send(chain, "4");
        assertEquals(4, chain.takenFrames());
        chains.handBack(chain, 0);
        assertEquals(List.of("1", "2", "3", "4"), chains.returnedTexts());
    }

    @Test
    void aRequestThatADeviceHasTriedInVainIsHandedBackOnce() {
        holding();
        SendingChain chain = chains.marked('b').sending();
        held.getFirst().holds = true;
        Chains.send(chain, "1");
        held.getFirst().holds = false;
        chains.lane.answers.add(Lane.FULL);
        assertEquals(0, chain.poll(0));
        chains.handBack(chain, 0);
        assertEquals(List.of("1"), chains.returnedTexts());
    }

    @Test
    void moreThanWasSentCannotHaveBeenAccepted() {
        holding();
        SendingChain chain = chains.sending();
        Chains.send(chain, "1");
        held.getFirst().holds = true;
        Chains.send(chain, "2");
        chain.giveUp();
        for (long accepted : new long[] {-1, 2, Long.MAX_VALUE, Long.MIN_VALUE}) {
            BraidException refused = assertThrows(BraidException.class, () -> chain.handBack(accepted, frame -> {}));
            assertEquals(ErrorCode.STREAM_VIOLATED, refused.code());
        }
    }

    @Test
    void nothingIsTakenOnceTheChainIsGivenUpAndTheLaneIsAskedAgainWhileSomebodyIsInside() {
        SendingChain chain = chains.marked('a').sending();
        chains.lane.busy = true;
        assertFalse(chain.giveUp());
        assertEquals(Lane.CLOSED, Chains.send(chain, "x"));
        chains.lane.busy = false;
        chains.handBack(chain, 0);
        assertEquals(List.of(), chains.returned);
    }

    @Test
    void whatTheReceiverHasDeliveredIsNotSentAgainAndEverythingElseIs() {
        SendingChain sending = chains.after(1).marked('a').marked('b').sending();
        ReceivingChain receiving = chains.receiving();
        for (int i = 0; i < 10; i++) {
            Chains.send(sending, "message " + i);
        }
        for (var each : chains.lane.frames.subList(1, 7)) {
            LoggedLane.bring(each, receiving);
        }
        receiving.giveUp();
        assertEquals(6, receiving.delivered());
        chains.handBack(sending, receiving.delivered());
        List<String> all = new ArrayList<>(chains.arrivals.texts());
        all.addAll(chains.returnedTexts());
        assertEquals(10, all.size());
        for (int i = 0; i < 10; i++) {
            assertEquals("message " + i, all.get(i));
        }
    }
}
