package org.braid.link.chain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameKind;
import org.braid.link.ring.RingLayout;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.junit.jupiter.api.Test;

class SendingChainTest {
    private final Chains chains = new Chains();

    @Test
    void framesGoThroughTheDevicesFromTheTopAndBelowUnderTheirKindWithTheMarkOfAChain() {
        SendingChain chain = chains.marked('a').marked('b').sending();
        assertEquals(Lane.TAKEN, Chains.send(chain, "payload"));
        assertEquals(List.of("payloadab"), Arrivals.texts(chains.lane.frames));
        var below = chains.lane.frames.getFirst();
        assertEquals(FrameKind.RSR | FrameKind.CHAINED, below.kind());
        assertArrayEquals(new int[] {Chains.ENDPOINT, 1, 2, 7, 4, 5, 6}, new int[] {
            below.endpoint(), below.route(), below.handler(), below.a0(), below.a1(), below.a2(), below.a3()
        });
    }

    @Test
    void theChainIsALaneWhoseFramesAreShorterByWhatTheDevicesAdd() {
        SendingChain chain = chains.marked('a').marked('b').sending();
        assertEquals("a+b+log", chain.method());
        assertEquals((1 << 16) - 2, chain.frameBytes());
        assertEquals((1 << 13) - 2, chain.eagerBytes());
        assertEquals(Reach.NONE, chain.reach());
        assertEquals(Lane.COPIED, chain.leftInPlace());
        assertEquals(Lane.TAKEN, chain.offer(FrameKind.FRAGMENT, 0, 0, 0, 0, 0, 0, 0, new byte[1 << 16], 0, chain.frameBytes()));
        assertEquals(Lane.TOO_LONG, chain.offer(FrameKind.FRAGMENT, 0, 0, 0, 0, 0, 0, 0, new byte[1 << 16], 0, chain.frameBytes() + 1));
    }

    @Test
    void aChainThatWouldLeaveNoRoomForAPayloadIsRefused() {
        chains.lane.eagerBytes = 2;
        BraidException refused = assertThrows(BraidException.class, () -> chains.marked('a').marked('b').sending());
        assertEquals(ErrorCode.CHAIN_REFUSED, refused.code());
    }

    @Test
    void creditIsChargedByTheLengthAboveTheChainAndForRequestsAlone() {
        SendingChain chain = chains.marked('a').sending();
        chain.grant(RingLayout.recordBytes(28));
        assertEquals(Lane.TAKEN, chain.offer(FrameKind.FRAGMENT, 0, 0, 0, 0, 0, 0, 0, new byte[500], 0, 500));
        assertEquals(Lane.TAKEN, Chains.send(chain, "x".repeat(28)), "28 bytes share a line with their header, 29 would not");
        assertEquals(Lane.NO_CREDIT, Chains.send(chain, ""));
        assertEquals(RingLayout.recordBytes(28), chain.chargedBytes());
        chain.grant(2L * RingLayout.recordBytes(28));
        assertEquals(Lane.TAKEN, Chains.send(chain, ""));
    }

    @Test
    void whatTheLaneDoesNotTakeIsNotChargedAndAsItWas() {
        List<String> seen = new ArrayList<>();
        List<Integer> told = new ArrayList<>();
        SendingChain chain = chains.with("counting", host -> new DeviceEnd(host) {
            @Override
            public int down(IoRequest request) {
                seen.add(Arrivals.text(request.frame()));
                request.onCompletion((answer, context) -> told.add(answer), null);
                return host.below(request);
            }
        }).marked('a').sending();
        chains.lane.answers.addAll(List.of(Lane.FULL, Lane.CONTENDED));
        assertEquals(Lane.FULL, Chains.send(chain, "one"));
        assertEquals(Lane.CONTENDED, Chains.send(chain, "one"));
        assertEquals(0, chain.chargedBytes());
        assertEquals(Lane.TAKEN, Chains.send(chain, "one"));
        assertEquals(List.of("one", "one", "one"), seen);
        assertEquals(List.of(Lane.FULL, Lane.CONTENDED, Lane.TAKEN), told);
        assertEquals(List.of("onea"), Arrivals.texts(chains.lane.frames));
        assertEquals(1, chain.takenFrames());
    }

    @Test
    void functionsAreCalledFromTheLowestDeviceToTheHighestEachWithItsContext() {
        List<Object> told = new ArrayList<>();
        for (String name : List.of("upper", "lower")) {
            chains.with(name, host -> new DeviceEnd(host) {
                @Override
                public int down(IoRequest request) {
                    request.onCompletion((answer, context) -> told.add(context + " " + answer), name + " 1");
                    request.onCompletion((answer, context) -> told.add(context + " " + answer), name + " 2");
                    return host.below(request);
                }
            });
        }
        Chains.send(chains.sending(), "x");
        assertEquals(List.of("lower 2 0", "lower 1 0", "upper 2 0", "upper 1 0"), told);
    }

    @Test
    void whatADeviceKeepsIsTakenForTheSenderWhoseBufferIsFreeAtOnce() {
        List<Ends.Holding> held = new ArrayList<>();
        SendingChain chain = chains.marked('a').with("hold", host -> {
            held.add(new Ends.Holding(host));
            return held.getFirst();
        }).marked('b').sending();
        held.getFirst().holds = true;
        byte[] buffer = {'1'};
        assertEquals(Lane.TAKEN, chain.offer(FrameKind.RSR, 0, 0, 0, 0, 0, 0, 0, buffer, 0, 1));
        buffer[0] = '2';
        assertEquals(Lane.TAKEN, chain.offer(FrameKind.RSR, 0, 0, 0, 0, 0, 0, 0, buffer, 0, 1));
        assertEquals(List.of(), chains.lane.frames);
        assertTrue(chain.pending());
        assertFalse(chain.settled());
        assertEquals(17, chain.dueNs());
        assertEquals(2, chain.takenFrames());
        assertEquals(0, chain.poll(1));
        held.getFirst().holds = false;
        assertEquals(Lane.TAKEN, Chains.send(chain, "3"), "and does not overtake");
        assertEquals(3, chain.poll(2));
        assertEquals(List.of("1ab", "2ab", "3ab"), Arrivals.texts(chains.lane.frames));
        assertFalse(chain.pending());
        assertTrue(chain.settled());
        assertEquals(Long.MAX_VALUE, chain.dueNs());
        Chains.send(chain, "4");
        assertEquals("4ab", Arrivals.text(chains.lane.frames.getLast()));
    }

    @Test
    void aSendersMemoryThatCannotBeReadIsTheSendersErrorAndChangesNothing() {
        SendingChain chain = chains.with("pass", Ends.Passing::new).marked('a').sending();
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(8);
        }
        for (int again = 0; again < 2; again++) {
            BraidException refused = assertThrows(BraidException.class, () -> chain.offer(FrameKind.RSR, 0, 0, 0, 0, 0, 0, 0, closed, 0, 8));
            assertEquals(ErrorCode.MEMORY_UNSUITABLE, refused.code());
        }
        assertEquals(0, chain.chargedBytes());
        assertNull(chain.closedBy());
        assertEquals(Lane.TAKEN, Chains.send(chain, "sound"));
        assertEquals(List.of("sounda"), Arrivals.texts(chains.lane.frames));
        chain.poll(0);
        assertEquals(List.of(), chains.place.alerts);
    }

    @Test
    void whatTheLaneThrowsReachesTheSenderAndChangesNothing() {
        SendingChain chain = chains.marked('a').sending();
        chains.lane.thrown = new IllegalStateException("no memory");
        assertThrows(IllegalStateException.class, () -> Chains.send(chain, "x"));
        chains.lane.thrown = null;
        assertNull(chain.closedBy());
        assertEquals(Lane.TAKEN, Chains.send(chain, "y"));
        assertEquals(List.of("ya"), Arrivals.texts(chains.lane.frames));
    }

    @Test
    void countersNameTheDeviceAndTheLane() {
        SendingChain chain = chains.with("counting", host -> new DeviceEnd(host) {
            @Override
            public List<org.braid.link.spi.LaneCounter> counters() {
                return List.of(new org.braid.link.spi.LaneCounter("seen", 3));
            }
        }).sending();
        Chains.send(chain, "x");
        assertEquals("[LaneCounter[name=frames sent, value=1], LaneCounter[name=counting: seen, value=3]]", chain.counters().toString());
    }
}
