package org.braid.link.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.spi.Alert;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** A device that breaks its contract at the sending end costs its lane, with its name; what was taken is handed back, and nothing twice. */
class FaultyDeviceTest {
    private final Chains chains = new Chains();

    /** What a broken device does with a request. */
    private interface Down {
        int down(DeviceHost host, IoRequest request);
    }

    private SendingChain with(Down broken) {
        return chains.with("pass", Ends.Passing::new).with("broken", host -> new DeviceEnd(host) {
            @Override
            public int down(IoRequest request) {
                return broken.down(host, request);
            }
        }).marked('a').sending();
    }

    private static Down replacing(java.util.function.UnaryOperator<Frame> form) {
        return (host, request) -> {
            request.replace(form.apply(request.frame()));
            return host.below(request);
        };
    }

    private void assertAtFault(SendingChain chain, String device, String... why) {
        BraidException ended = assertInstanceOf(BraidException.class, chain.closedBy());
        assertEquals(ErrorCode.DEVICE_FAILED, ended.code());
        assertTrue(ended.why().startsWith(device + " "), ended::why);
        for (String part : why) {
            assertTrue(ended.why().contains(part), ended::why);
        }
        assertEquals(Lane.CLOSED, Chains.send(chain, "later"));
        assertTrue(chain.pending());
        chain.poll(0);
        assertEquals(1, chains.place.alerts.size());
        assertEquals(Alert.Severity.FAILURE, chains.place.alerts.getFirst().severity());
        assertEquals(device, chains.place.alerts.getFirst().source());
    }

    /** A frame that was not taken is the sender's still: it has no place among those that come back. */
    private void assertNotTaken(Down broken, String... why) {
        SendingChain chain = with(broken);
        assertEquals(Lane.CLOSED, Chains.send(chain, "one"));
        assertEquals(0, chain.takenFrames());
        assertEquals(0, chain.chargedBytes());
        assertAtFault(chain, "broken", why);
        chains.handBack(chain, 0);
        assertEquals(List.of(), chains.returnedTexts());
    }

    /** A frame that the lane has counts as taken, whatever the device says: its sender must not send it again. */
    private void assertTaken(Down broken, String... why) {
        SendingChain chain = with(broken);
        assertEquals(Lane.TAKEN, Chains.send(chain, "one"));
        assertEquals(1, chain.takenFrames());
        assertAtFault(chain, "broken", why);
        chains.handBack(chain, 0);
        assertEquals(List.of("one"), chains.returnedTexts());
    }

    @Test
    void oneThatThrows() {
        assertNotTaken((host, request) -> {
            throw new ArithmeticException("by zero");
        }, "ArithmeticException", "by zero");
    }

    @Test
    void oneThatThrowsAfterwards() {
        assertTaken((host, request) -> {
            host.below(request);
            throw new StackOverflowError();
        }, "StackOverflowError");
    }

    @Test
    void oneThatClaimsToHaveSentWhatItHasNot() {
        assertNotTaken((host, request) -> Lane.TAKEN, "answered 0");
    }

    @Test
    void oneThatDeniesWhatItHasSent() {
        assertTaken((host, request) -> {
            host.below(request);
            return Lane.FULL;
        }, "answered -1");
    }

    @Test
    void oneThatAnswersWhatIsNoAnswer() {
        assertNotTaken((host, request) -> 17, "answered 17");
        assertTaken0(-6);
    }

    private void assertTaken0(int answer) {
        Chains others = new Chains();
        SendingChain chain = others.with("broken", host -> new DeviceEnd(host) {
            @Override
            public int down(IoRequest request) {
                host.below(request);
                return answer;
            }
        }).sending();
        assertEquals(Lane.TAKEN, Chains.send(chain, "x"));
        assertInstanceOf(BraidException.class, chain.closedBy());
    }

    @Test
    void oneThatKeepsWhatItHasSent() {
        assertTaken((host, request) -> {
            request.keep();
            host.below(request);
            return Lane.PENDING;
        }, "answered 1");
    }

    @Test
    void oneThatKeepsAFrameWithoutACopy() {
        Deque<IoRequest> kept = new ArrayDeque<>();
        SendingChain chain = with((host, request) -> {
            kept.add(request);
            return Lane.PENDING;
        });
        assertEquals(Lane.CLOSED, Chains.send(chain, "one"));
        assertAtFault(chain, "broken", "does not keep");
    }

    @Test
    void oneThatSendsTwice() {
        assertTaken((host, request) -> {
            host.below(request);
            return host.below(request) == Lane.CLOSED ? Lane.TAKEN : Lane.FULL;
        }, "twice");
    }

    @Test
    void oneThatLetsAFrameOvertakeAnother() {
        Deque<IoRequest> kept = new ArrayDeque<>();
        SendingChain chain = with((host, request) -> {
            if (kept.isEmpty()) {
                request.keep();
                kept.add(request);
                return Lane.PENDING;
            }
            return host.below(request);
        });
        assertEquals(Lane.TAKEN, Chains.send(chain, "one"));
        assertEquals(Lane.CLOSED, Chains.send(chain, "two"));
        assertAtFault(chain, "broken", "had come earlier");
    }

    @Test
    void oneThatSendsARequestOfItsOwn() {
        assertNotTaken((host, request) -> host.below(new IoRequest(request.frame())), "made itself");
    }

    @Test
    void oneThatMakesANegativeLength() {
        assertNotTaken(replacing(f -> f.with(f.base(), 0, -1)), "-1 bytes");
    }

    @Test
    void oneThatMakesALengthThatNoFrameHas() {
        assertNotTaken(replacing(f -> f.with(new byte[1 << 17], 0, 1 << 17)), "131072 bytes", "0 to 65535");
    }

    @Test
    void oneThatNamesMoreThanThereIs() {
        assertNotTaken(replacing(f -> f.with(new byte[8], 4, 5)), "not there");
        Chains others = new Chains();
        for (Frame form : new Frame[] {
            new Frame(1, Chains.ENDPOINT, 1, 2, 1, 4, 5, 6, null, 0, 1),
            new Frame(1, Chains.ENDPOINT, 1, 2, 1, 4, 5, 6, new byte[8], -1, 1),
            new Frame(1, Chains.ENDPOINT, 1, 2, 1, 4, 5, 6, new byte[8], Long.MAX_VALUE, 1),
            new Frame(1, Chains.ENDPOINT, 1, 2, 1, 4, 5, 6, "no memory", 0, 1)
        }) {
            SendingChain chain = new Chains().with("broken", host -> new DeviceEnd(host) {
                @Override
                public int down(IoRequest request) {
                    request.replace(form);
                    return host.below(request);
                }
            }).sending(others.lane);
            assertEquals(Lane.CLOSED, Chains.send(chain, "x"), form::toString);
        }
        assertEquals(List.of(), others.lane.frames);
    }

    @Test
    void oneThatChangesTheHeader() {
        assertNotTaken(replacing(f -> new Frame(f.kind(), f.endpoint(), f.route(), f.handler(), f.a0(), f.a1() + 1, f.a2(), f.a3(), f.base(), f.offset(), f.length())), "header");
        assertEquals(Lane.CLOSED, Chains.send(new Chains().with("x", host -> new DeviceEnd(host) {
            @Override
            public int down(IoRequest request) {
                request.replace(request.frame().as(9));
                return host.below(request);
            }
        }).sending(), "x"));
    }

    @Test
    void oneThatThrowsWhenItIsPolled() {
        SendingChain chain = chains.with("pass", Ends.Passing::new).with("broken", host -> new Ends.Holding(host) {
            {
                holds = true;
            }

            @Override
            public int poll(long nowNs) {
                throw new IllegalStateException("no poll");
            }
        }).sending();
        Chains.send(chain, "one");
        chain.poll(0);
        assertEquals("broken", chains.place.alerts.getFirst().source());
        assertEquals(Lane.CLOSED, Chains.send(chain, "two"));
        chains.handBack(chain, 0);
        assertEquals(List.of("one"), chains.returnedTexts());
    }

    @Test
    void oneThatThrowsWhenARequestHasCompleted() {
        assertTaken0Named((host, request) -> {
            request.onCompletion((answer, context) -> {
                throw new IllegalStateException("in completion");
            }, null);
            return host.below(request);
        });
    }

    private void assertTaken0Named(Down broken) {
        SendingChain chain = with(broken);
        assertEquals(Lane.TAKEN, Chains.send(chain, "one"));
        BraidException ended = assertInstanceOf(BraidException.class, chain.closedBy());
        assertTrue(ended.why().contains("in completion"), ended::why);
        chains.handBack(chain, 0);
        assertEquals(List.of("one"), chains.returnedTexts());
    }

    @Test
    void oneThatCompletesWhatWasNotTaken() {
        SendingChain chain = with((host, request) -> {
            host.completed(request);
            return host.below(request);
        });
        assertEquals(Lane.TAKEN, Chains.send(chain, "one"));
        assertAtFault(chain, "broken", "not taken");
    }

    @Test
    void oneThatHandsUpAtTheSendingEnd() {
        assertNotTaken((host, request) -> {
            host.above(request.frame());
            return Lane.TAKEN;
        }, "nothing goes up");
    }

    @Test
    void oneThatFloodsItsUserWithAlertsIsCutShort() {
        SendingChain chain = with((host, request) -> {
            for (int i = 0; i < 1000; i++) {
                host.alert(Alert.Severity.NOTICE, "news " + i);
            }
            return host.below(request);
        });
        Chains.send(chain, "one");
        chain.poll(0);
        assertEquals(65, chains.place.alerts.size());
        assertEquals("936 more alerts came at once", chains.place.alerts.getLast().text());
    }

    @Test
    void oneThatCannotUndoWhatItMadeIsNamedWhenTheLaneHandsBack() {
        SendingChain chain = chains.with("broken", host -> new Ends.Marking(host, 'a') {
            @Override
            public Frame undo(Frame frame) {
                throw new IllegalStateException("no way back");
            }
        }).sending();
        Chains.send(chain, "one");
        chain.giveUp();
        BraidException lost = org.junit.jupiter.api.Assertions.assertThrows(BraidException.class, () -> chain.handBack(0, frame -> {}));
        assertEquals(ErrorCode.DEVICE_FAILED, lost.code());
        assertTrue(lost.why().contains("broken") && lost.why().contains("no way back"), lost::why);
    }

    @Test
    void alertsPassTheDevicesAboveWhichMayChangeOrSwallowThem() {
        SendingChain chain = chains.with("loud", host -> new DeviceEnd(host) {
            @Override
            public void alert(Alert alert) {
                if (!alert.text().equals("quiet")) {
                    host.pass(new Alert(alert.source(), Alert.Severity.WARNING, alert.text() + "!"));
                }
            }
        }).with("pass", Ends.Passing::new).with("source", host -> new DeviceEnd(host) {
            @Override
            public int down(IoRequest request) {
                host.alert(Alert.Severity.NOTICE, "heard");
                host.alert(Alert.Severity.NOTICE, "quiet");
                return host.below(request);
            }
        }).sending();
        Chains.send(chain, "x");
        assertTrue(chain.pending() && chain.dueNs() < 0, "the next poll tells them");
        chain.poll(0);
        assertEquals(List.of(new Alert("source", Alert.Severity.WARNING, "heard!")), chains.place.alerts);
        assertEquals(Lane.TAKEN, Chains.send(chain, "y"));
    }

    @Test
    void aDeviceMayEndItsLaneByAnAlert() {
        SendingChain chain = with((host, request) -> {
            int answer = host.below(request);
            host.alert(Alert.Severity.FAILURE, "has had enough");
            return answer;
        });
        assertEquals(Lane.TAKEN, Chains.send(chain, "one"));
        assertAtFault(chain, "broken", "has had enough");
        chains.handBack(chain, 0);
        assertEquals(List.of("one"), chains.returnedTexts());
    }

    @Test
    void devicesAreClosedWhateverOneOfThemThrows() {
        int[] closed = new int[1];
        Consumer<String> add = name -> chains.with(name, host -> new DeviceEnd(host) {
            @Override
            public void close() {
                closed[0]++;
                throw new IllegalStateException(name);
            }
        });
        add.accept("a");
        add.accept("b");
        SendingChain chain = chains.sending();
        org.junit.jupiter.api.Assertions.assertThrows(IllegalStateException.class, chain::close, "a");
        assertEquals(2, closed[0]);
        chain.close();
        assertEquals(2, closed[0]);
        assertEquals(Lane.CLOSED, Chains.send(chain, "x"));
    }
}
