package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.HandlerId;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.Policy;
import org.braid.base.wire.PutBuffer;
import org.braid.base.wire.SizeRange;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.progress.AddressSpace;
import org.braid.link.select.LinkReport;
import org.braid.link.select.MethodReport;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What startpoints promise: they travel, they multicast, their methods can be asked for and chosen. All contexts are stepped by the test. */
class StartpointTest {
    private final AddressSpace space = new AddressSpace(64 << 20);
    private final List<Context> contexts = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void close() {
        contexts.forEach(Context::close);
        space.close();
    }

    @Test
    void aStartpointTakenOutByAThirdContextReachesItsEndpointThere() {
        Context a = strange(0);
        Context b = strange(1);
        Context c = strange(2);
        Startpoint toMailbox = a.startpointTo(a.newEndpoint("mailbox of a"));
        // a tells b, b passes it on to c; none of them knows the others from a directory.
        Startpoint atB = b.startpointFrom(travel(toMailbox));
        Startpoint atC = c.startpointFrom(travel(atB));
        assertEquals(Lane.TAKEN, atC.trySend(handler(), 7, 0, 0, 0, null, 0, 0));
        drain();
        assertEquals(List.of("mailbox of a 7"), seen);
    }

    @Test
    void aNewContextIsReachedByItsBootstrapStartpointAndAnswersThroughTheOneInTheFirstMessage() {
        Context parent = strange(0);
        Context child = strange(1);
        Startpoint bootstrap = parent.startpointTo(child, child.newEndpoint("the child"));
        child.register("test.hello", (to, a0, a1, a2, a3, payload) -> child.startpointFrom(payload.reader()).send(handler(), 9, 0, 0, 0, null, 0, 0));
        int hello = parent.register("test.hello", (to, a0, a1, a2, a3, payload) -> {});
        PutBuffer message = new PutBuffer();
        parent.startpointTo(parent.newEndpoint("the parent")).put(message);
        bootstrap.send(hello, 0, 0, 0, 0, message);
        drain();
        assertEquals(List.of("the parent 9"), seen);
    }

    @Test
    void theDefaultTableTravelsToAReceiverOnce() {
        Context a = strange(0);
        Context b = strange(1);
        Startpoint own = a.startpointTo(a.newEndpoint("x"));
        Startpoint toB = stranger(a, b, "y");
        int first = bytes(own, toB);
        int second = bytes(own, toB);
        assertTrue(second < first, second + " bytes the second time, " + first + " the first");
    }

    @Test
    void oneStartpointWithSeveralEndpointsReachesEachOfThemOnce() {
        Context a = strange(0);
        Context b = strange(1);
        Context c = strange(2);
        Startpoint both = stranger(a, b, "b").and(stranger(a, c, "c"));
        assertEquals(2, both.endpoints());
        assertEquals(Lane.TAKEN, both.trySend(handler(), 1, 0, 0, 0, null, 0, 0));
        drain();
        assertEquals(List.of("b 1", "c 1"), seen.stream().sorted().toList());
    }

    @Test
    void aMulticastThatMeetsAFullLaneGoesOnWhereItStoppedAndNobodyGetsItTwice() {
        Context a = strange(0);
        Context b = strange(1);
        Context c = strange(2);
        Startpoint toB = stranger(a, b, "b");
        Startpoint toC = stranger(a, c, "c");
        int filled = fill(toC);
        Startpoint both = toB.and(toC);
        assertEquals(Lane.FULL, both.trySend(handler(), -1, 0, 0, 0, new byte[64], 0, 64));
        assertEquals(Lane.FULL, both.trySend(handler(), -1, 0, 0, 0, new byte[64], 0, 64));
        drain();
        assertEquals(Lane.TAKEN, both.trySend(handler(), -1, 0, 0, 0, new byte[64], 0, 64));
        drain();
        assertEquals(1, count("b -1"));
        assertEquals(1, count("c -1"));
        assertEquals(filled + 2, seen.size());
    }

    @Test
    void aMulticastThatMeetsAFullLaneIsFinishedBySendToo() {
        Context a = strange(0);
        Context b = strange(1);
        Context c = strange(2);
        Startpoint toC = stranger(a, c, "c");
        Startpoint both = stranger(a, b, "b").and(toC);
        int filled = fill(toC);
        assertEquals(Lane.FULL, both.trySend(handler(), -1, 0, 0, 0, new byte[64], 0, 64));
        drain();
        both.send(handler(), -1, 0, 0, 0, new byte[64], 0, 64);
        both.send(handler(), -2, 0, 0, 0, null, 0, 0);
        drain();
        assertEquals(List.of(1L, 1L, 1L, 1L), List.of(count("b -1"), count("c -1"), count("b -2"), count("c -2")));
        assertEquals(filled + 4, seen.size());
    }

    @Test
    void aMulticastReachesThoseThatLiveAndSaysThatSomebodyIsGone() {
        Context a = strange(0);
        Context b = strange(1);
        Context c = strange(2);
        Startpoint toB = stranger(a, b, "b");
        Startpoint toC = stranger(a, c, "c");
        toB.lane();
        a.peerFailed(b.id(), new BraidException(ErrorCode.PEER_LOST, "b has gone", "the test says so", ""));
        Startpoint both = toB.and(toC);
        assertEquals(Lane.CLOSED, both.trySend(handler(), 1, 0, 0, 0, null, 0, 0));
        BraidException lost = assertThrows(BraidException.class, () -> both.send(handler(), 2, 0, 0, 0, null, 0, 0));
        assertEquals("b has gone", lost.what());
        drain();
        assertEquals(List.of("c 1", "c 2"), seen);
    }

    @Test
    void methodsCanBeAskedForWithTheReasonWhyOneDoesNotWork() {
        Context a = strange(0);
        Context b = strange(1);
        Startpoint toB = stranger(a, b, "b").withFirst(new Descriptor("carrier-pigeon", new byte[4]));
        List<MethodReport> methods = toB.methods();
        assertEquals(new MethodReport("carrier-pigeon", "not available here", false, List.of()), methods.get(0));
        assertEquals(new MethodReport("local", null, true, List.of(SizeRange.ALL)), methods.get(1));
    }

    @Test
    void aMethodChosenByHandIsTheOnlyOneTried() {
        Context a = strange(0);
        Context b = strange(1);
        Startpoint toB = stranger(a, b, "b");
        assertEquals("local", toB.by(MethodExpression.parse("local")).lane().method());
        BraidException none = assertThrows(BraidException.class, () -> toB.by(MethodExpression.parse("carrier-pigeon")).lane());
        assertEquals(ErrorCode.NO_METHOD, none.code());
        BraidException unknown = assertThrows(BraidException.class, () -> toB.by(MethodExpression.parse("local(ring=1MiB)")).lane());
        assertEquals(ErrorCode.METHOD_PARAMETER, unknown.code());
        assertEquals("local", toB.by(MethodExpression.parse("local(max=1MiB)")).lane().method());
        BraidException without = assertThrows(BraidException.class, () -> toB.without("local").lane());
        assertEquals(ErrorCode.NO_METHOD, without.code());
    }

    @Test
    void aPolicyDecidesBetweenContextsThisNear() {
        Context a = open(0, Policy.parse("process=local"));
        Context b = strange(1);
        List<LinkReport> reports = new ArrayList<>();
        a.onLane(reports::add);
        stranger(a, b, "b").lane();
        assertEquals("local", reports.getFirst().method());
        assertEquals("prescribed by the policy", reports.getFirst().why());
    }

    @Test
    void aRequestToAClosedEndpointNeverReachesItsSuccessor() {
        Context a = strange(0);
        Context b = strange(1);
        Endpoint old = b.newEndpoint("old");
        Startpoint toOld = a.startpointFrom(travel(b.startpointTo(old)));
        old.close();
        assertEquals(old.index(), b.newEndpoint("new").index());
        toOld.trySend(handler(), 0, 0, 0, 0, null, 0, 0);
        drain();
        assertEquals(List.of(), seen);
        assertEquals(1, a.notices().size());
    }

    /** A startpoint at {@code here} to a new endpoint of a context that it knows only from that startpoint. */
    private Startpoint stranger(Context here, Context there, String endpoint) {
        return here.startpointFrom(travel(there.startpointTo(there.newEndpoint(endpoint))));
    }

    private Context strange(long number) {
        return open(number, Policy.AUTOMATIC);
    }

    /** A context that knows nobody: its id belongs to no rank, its directory is empty. */
    private Context open(long number, Policy policy) {
        Context c = Context.open(ContextConfig.alone().withServes(false).withSpace(space).withPolicy(policy).withId(ContextId.notARank(9, 9, number)));
        c.register("test.seen", (to, a0, a1, a2, a3, payload) -> seen.add(to.userData() + " " + a0));
        contexts.add(c);
        return c;
    }

    private static int handler() {
        return HandlerId.of("test.seen");
    }

    private static GetBuffer travel(Startpoint startpoint) {
        PutBuffer message = new PutBuffer(64, 4096);
        startpoint.put(message);
        return new GetBuffer(message.toBytes());
    }

    private static int bytes(Startpoint what, Startpoint receiver) {
        PutBuffer message = new PutBuffer(64, 4096);
        what.putFor(receiver, message);
        return message.toBytes().length;
    }

    private int fill(Startpoint to) {
        int sent = 0;
        while (to.trySend(handler(), sent, 0, 0, 0, new byte[64], 0, 64) == Lane.TAKEN) {
            sent++;
        }
        return sent;
    }

    private long count(String what) {
        return seen.stream().filter(what::equals).count();
    }

    private void drain() {
        int quiet = 0;
        while (quiet < 3) {
            int done = 0;
            for (Context c : contexts) {
                c.progress().enter();
                try {
                    done += c.progress().poll();
                } finally {
                    c.progress().exit();
                }
            }
            quiet = done == 0 ? quiet + 1 : 0;
        }
    }
}
