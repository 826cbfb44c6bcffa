package org.braid.link.chain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Alert;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.junit.jupiter.api.Test;

class ReceivingChainTest {
    private final Chains chains = new Chains();

    /** Sends each and brings it to the other end. */
    private void carry(SendingChain from, ReceivingChain to, String... payloads) {
        for (String each : payloads) {
            int before = chains.lane.frames.size();
            Chains.send(from, each);
            chains.lane.bring(before, to);
        }
    }

    private static Function<DeviceHost, DeviceEnd> up(java.util.function.BiConsumer<DeviceHost, org.braid.link.spi.Frame> up) {
        return host -> new DeviceEnd(host) {
            @Override
            public void up(org.braid.link.spi.Frame frame) {
                up.accept(host, frame);
            }
        };
    }

    @Test
    void framesReachTheStreamAsTheyWereOffered() {
        ReceivingChain chain = chains.marked('a').marked('b').receiving();
        carry(chains.sending(), chain, "", "1", "twenty-two");
        assertEquals(List.of("", "1", "twenty-two"), chains.arrivals.texts());
        var last = chains.arrivals.frames.getLast();
        assertArrayEquals(new int[] {FrameKind.RSR, Chains.ENDPOINT, 1, 2, 10, 4, 5, 6}, new int[] {
            last.kind(), last.endpoint(), last.route(), last.handler(), last.a0(), last.a1(), last.a2(), last.a3()
        });
        assertEquals(3, chain.delivered());
        assertNull(chain.refusal());
    }

    @Test
    void aPayloadThatADeviceHasMadeOnTheHeapReachesTheStreamInNativeMemory() {
        chains.with("heap", up((host, frame) -> host.above(Ends.Holding.copied(frame))));
        ReceivingChain chain = chains.receiving();
        String large = "x".repeat(50_000);
        carry(chains.sending(), chain, "small", large, "");
        assertEquals(List.of("small", large, ""), chains.arrivals.texts());
    }

    @Test
    void aDamagedFrameIsRefusedByTheDeviceThatFindsItAndNothingFollows() {
        SendingChain sending = chains.marked('a').marked('b').sending();
        ReceivingChain chain = chains.receiving();
        carry(sending, chain, "1");
        LoggedLane.bring(chains.lane.frames.getFirst().with(new byte[] {'1', 'a', 'x'}, 0, 3), chain);
        assertEquals("b of a+b+log: the mark is x", chain.refusal());
        carry(sending, chain, "3");
        assertEquals(List.of("1"), chains.arrivals.texts());
        assertEquals(1, chain.delivered());
        chain.giveUp();
        assertEquals(1, chain.delivered());
    }

    @Test
    void aFrameThatDidNotGoThroughTheChainIsRefused() {
        ReceivingChain chain = chains.marked('a').receiving();
        LoggedLane.bring(new org.braid.link.spi.Frame(FrameKind.RSR, 0, 0, 0, 0, 0, 0, 0, new byte[] {'a'}, 0, 1), chain);
        assertTrue(String.valueOf(chain.refusal()).contains("kind 1"), chain::refusal);
        assertEquals(0, chain.delivered());
    }

    @Test
    void aFrameThatADeviceRefusesInItsOwnWordsCountsAsNeverArrived() {
        chains.marked('a').with("picky", up((host, frame) -> {
            if (frame.a0() == 3) {
                host.refuse("it does not like threes");
            } else {
                host.above(frame);
            }
        }));
        ReceivingChain chain = chains.receiving();
        carry(chains.sending(), chain, "1", "22", "333", "1");
        assertEquals("picky of a+picky+log: it does not like threes", chain.refusal());
        assertEquals(List.of("1", "22"), chains.arrivals.texts());
        assertEquals(2, chain.delivered());
    }

    private void assertRefusedAs(String why, java.util.function.BiConsumer<DeviceHost, org.braid.link.spi.Frame> broken, int delivered) {
        Chains others = new Chains();
        ReceivingChain chain = others.with("pass", Ends.Passing::new).with("broken", up(broken)).receiving();
        for (int i = 0; i < 3; i++) {
            LoggedLane.bring(new org.braid.link.spi.Frame(FrameKind.RSR | FrameKind.CHAINED, 0, 0, 0, i, 0, 0, 0, new byte[] {'x'}, 0, 1), chain);
        }
        String said = chain.refusal();
        assertNotNull(said, why);
        assertTrue(said.startsWith("broken of ") && said.contains(why), said);
        assertEquals(delivered, chain.delivered());
        assertEquals(delivered, others.arrivals.frames.size());
    }

    @Test
    void aDeviceThatBreaksItsContractIsNamedAndNothingFollows() {
        assertRefusedAs("ArithmeticException: by zero", (host, frame) -> {
            throw new ArithmeticException("by zero");
        }, 0);
        assertRefusedAs("StackOverflowError", (host, frame) -> {
            host.above(frame);
            throw new StackOverflowError();
        }, 1);
        assertRefusedAs("had not come", (host, frame) -> {
            host.above(frame);
            host.above(frame);
        }, 1);
        assertRefusedAs("did not come out", (host, frame) -> {
            if (frame.a0() != 1) {
                host.above(frame);
            }
        }, 1);
        assertRefusedAs("header", (host, frame) -> host.above(frame.as(FrameKind.OFFER)), 0);
        assertRefusedAs("-7 bytes", (host, frame) -> host.above(frame.with(frame.base(), 0, -7)), 0);
        assertRefusedAs("1048577 bytes", (host, frame) -> host.above(frame.with(new byte[1 << 21], 0, (1 << 20) + 1)), 0);
        assertRefusedAs("not there", (host, frame) -> host.above(frame.with(null, 0, 1)), 0);
        assertRefusedAs("not there", (host, frame) -> host.above(frame.with(new byte[4], 3, 2)), 0);
        assertRefusedAs("nothing goes down", (host, frame) -> host.below(new org.braid.link.spi.IoRequest(frame)), 0);
        assertRefusedAs("has had enough", (host, frame) -> host.alert(Alert.Severity.FAILURE, "has had enough"), 0);
    }

    @Test
    void whatTheStreamThrowsIsTheStreamsAffair() {
        ReceivingChain chain = new Devices(List.of(new Kind("pass", Ends.Passing::new)), List.of()).receiving(
                ChainText.parse("pass+log"),
                new org.braid.link.spi.FrameSink() {
                    @Override
                    public void frame(
                            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, java.lang.foreign.MemorySegment segment, long offset, int length) {
                        throw new IllegalArgumentException("stream");
                    }

                    @Override
                    public void ended(Throwable cause) {}
                },
                chains.place);
        var frame = new org.braid.link.spi.Frame(FrameKind.RSR | FrameKind.CHAINED, 0, 0, 0, 0, 0, 0, 0, null, 0, 0);
        assertThrows(IllegalArgumentException.class, () -> LoggedLane.bring(frame, chain));
        assertNull(chain.refusal());
    }

    /** Three devices that let frames wait, the top one first, each with what marks it. */
    private final class Waiting {
        final List<Ends.Holding> ends = new ArrayList<>();
        final SendingChain sending;
        final ReceivingChain chain;

        Waiting() {
            for (char mark = 'a'; mark <= 'c'; mark++) {
                String name = "hold" + mark;
                chains.with(name, host -> {
                    Ends.Holding end = new Ends.Holding(host);
                    ends.add(end);
                    return end;
                }).marked(mark);
            }
            sending = chains.sending();
            ends.clear();
            chain = chains.receiving();
        }
    }

    @Test
    void framesThatWaitAreHandedUpWhenTheirDeviceIsPolled() {
        Waiting w = new Waiting();
        w.ends.get(1).holds = true;
        carry(w.sending, w.chain, "1", "2");
        assertEquals(0, w.chain.delivered());
        assertTrue(w.chain.pending());
        assertEquals(17, w.chain.dueNs());
        w.ends.get(1).holds = false;
        assertEquals(2, w.chain.poll(0));
        assertEquals(List.of("1", "2"), chains.arrivals.texts());
        assertFalse(w.chain.pending());
        assertEquals(Long.MAX_VALUE, w.chain.dueNs());
    }

    @Test
    void whatWaitsIsHandedUpInOrderWhenTheLaneIsGivenUp() {
        Waiting w = new Waiting();
        w.ends.get(0).holds = true;
        carry(w.sending, w.chain, "1", "2");
        w.ends.get(1).holds = true;
        carry(w.sending, w.chain, "3");
        w.ends.get(2).holds = true;
        carry(w.sending, w.chain, "4", "5");
        assertEquals(0, w.chain.delivered());
        w.chain.giveUp();
        assertEquals(List.of("1", "2", "3", "4", "5"), chains.arrivals.texts());
        assertEquals(5, w.chain.delivered());
        assertFalse(w.chain.pending());
        carry(w.sending, w.chain, "6");
        assertEquals(5, w.chain.delivered(), "nothing comes any more");
    }

    @Test
    void behindAFrameThatIsRefusedNothingIsHandedUpButWhatWasAboveItAlready() {
        Waiting w = new Waiting();
        w.ends.get(0).holds = true;
        carry(w.sending, w.chain, "1", "2");
        w.ends.get(1).holds = true;
        LoggedLane.bring(chains.lane.frames.getFirst().with(new byte[] {'3', 'x', 'b', 'c'}, 0, 4), w.chain); // the top device's mark is damaged
        carry(w.sending, w.chain, "4");
        w.ends.get(1).holds = false;
        w.chain.poll(0);
        assertTrue(String.valueOf(w.chain.refusal()).startsWith("a of "), w.chain::refusal);
        assertEquals(0, w.chain.delivered(), "the top device waits still");
        w.chain.giveUp();
        assertEquals(List.of("1", "2"), chains.arrivals.texts());
        assertEquals(2, w.chain.delivered());
    }

    @Test
    void aDamagedFrameThatWaitedIsFoundWhenTheLaneIsGivenUp() {
        Waiting w = new Waiting();
        w.ends.get(1).holds = true;
        carry(w.sending, w.chain, "1");
        LoggedLane.bring(chains.lane.frames.getFirst().with(new byte[] {'2', 'x', 'b', 'c'}, 0, 4), w.chain);
        carry(w.sending, w.chain, "3");
        w.chain.giveUp();
        assertEquals(List.of("1"), chains.arrivals.texts());
        assertEquals(1, w.chain.delivered());
        assertTrue(String.valueOf(w.chain.refusal()).startsWith("a of "), w.chain::refusal);
    }

    @Test
    void whereTheStreamAllowsItDevicesLoseDoubleAndReorderAtTheReceivingEndAndBothEndsCountAlike() {
        chains.place.delivery = DeliveryClass.UNRELIABLE;
        chains.with("lossy", up((host, frame) -> {
            for (int i = 0; i < frame.a0(); i++) {
                host.above(frame);
            }
        }));
        ReceivingChain chain = chains.receiving();
        SendingChain sending = chains.sending();
        carry(sending, chain, "1", "", "22");
        assertEquals(List.of("1", "22", "22"), chains.arrivals.texts());
        assertNull(chain.refusal());
        chain.giveUp();
        assertEquals(3, chain.delivered(), "of the sender's frames, none has to be sent again");
    }

    @Test
    void alertsOfTheReceivingEndAreToldAtOnce() {
        ReceivingChain chain = chains.with("pass", Ends.Passing::new).with("source", up((host, frame) -> {
            host.alert(Alert.Severity.WARNING, "seen");
            host.above(frame);
        })).receiving();
        carry(chains.sending(), chain, "1");
        assertEquals(List.of(new Alert("source", Alert.Severity.WARNING, "seen")), chains.place.alerts);
        assertEquals(1, chain.delivered());
    }
}
