package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.Policy;
import org.braid.base.wire.PutBuffer;
import org.braid.base.wire.SizeRange;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;
import org.braid.link.select.LinkReport;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A method is selected anew wherever a startpoint comes out of a message: the three nodes of nexus-multimethod, Figure 3. Node 0 has tcp alone, nodes 1 and 2 have shared memory too.
 * None is in a directory: all they know of each other is what startpoints carry.
 */
@Timeout(60)
class MigrationTest {
    private final List<AddressSpace> spaces = new ArrayList<>();
    private final List<Context> nodes = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();
    private final int handler;

    MigrationTest() {
        open("*=tcp");
        open("auto");
        handler = open("auto");
    }

    @AfterEach
    void close() {
        nodes.forEach(node -> node.close(0));
        spaces.forEach(AddressSpace::close);
    }

    @Test
    void aStartpointUsesTheSlowMethodWhereNothingElseLeadsBackAndTheFastOneWhereItDoes() {
        Context home = nodes.get(2);
        List<LinkReport> reports = new ArrayList<>();
        nodes.get(1).onLane(reports::add);
        Startpoint at0 = travel(home.startpointTo(home.newEndpoint("home")), nodes.get(0));
        assertEquals("tcp", at0.lane().method());
        send(at0, 0);
        Startpoint at1 = travel(at0, nodes.get(1)); // from node 0, which never had shared memory
        assertEquals("shm", at1.lane().method());
        send(at1, 1);
        assertEquals(List.of("home hears 0", "home hears 1"), seen);
        assertEquals("fastest that works", reports.getFirst().why());
        assertEquals(List.of("local: another process"), reports.getFirst().rejected());
    }

    @Test
    void anOrderAndADeletionTravelWithTheStartpoint() {
        Context home = nodes.get(2);
        Startpoint at1 = travel(home.startpointTo(home.newEndpoint("home")), nodes.get(1));
        assertEquals("unix", travel(at1.without("shm"), nodes.get(1)).lane().method());
        assertEquals("tcp", travel(at1.by(MethodExpression.parse("tcp(nodelay=false)"), MethodExpression.parse("shm")), nodes.get(1)).lane().method());
        assertEquals("shm", travel(at1, nodes.get(1)).lane().method(), "others are as they were");
    }

    @Test
    void whichSizesAMethodCarriesTravelsWithTheStartpointToAThirdContext() {
        Context home = nodes.get(2);
        Startpoint made = travel(home.startpointTo(home.newEndpoint("home")), nodes.get(0))
                .by(MethodExpression.parse("shm(max=64KiB)"), MethodExpression.parse("tcp(nodelay=true)"));
        Startpoint at1 = travel(made, nodes.get(1));
        assertEquals(List.of(new SizeRange(0, 64 << 10)), carried(at1, "shm"));
        assertEquals(List.of(new SizeRange((64 << 10) + 1, Long.MAX_VALUE)), carried(at1, "tcp"));
        send(at1, 1);
        Completion free = new Completion();
        assertFalse(at1.start(handler, 2, 0, 0, 0, new byte[1 << 20], 0, 1 << 20, free));
        await("the long one arrived, too", () -> free.isDone() && seen.equals(List.of("home hears 1", "home hears 2")));
        assertEquals("shm", at1.lane().method());
        assertTrue(at1.by(MethodExpression.parse("tcp(nodelay=true)")).lane().counters().getFirst().value() >= 4, "1 MiB by tcp, in frames of 256 KiB");
    }

    private static List<SizeRange> carried(Startpoint startpoint, String method) {
        return startpoint.methods().stream().filter(each -> each.method().equals(method)).findFirst().orElseThrow().carries();
    }

    @Test
    void linksInTwoDirectionsMayUseDifferentMethods() {
        Context one = nodes.get(1);
        Context two = nodes.get(2);
        Startpoint there = travel(two.startpointTo(two.newEndpoint("two")), one).by(MethodExpression.parse("tcp"));
        Startpoint back = travel(one.startpointTo(one.newEndpoint("one")), two).by(MethodExpression.parse("shm"));
        send(there, 1);
        send(back, 2);
        assertEquals(List.of("two hears 1", "one hears 2"), seen);
        assertEquals(List.of("tcp", "shm"), List.of(there.lane().method(), back.lane().method()));
    }

    private int open(String policy) {
        AddressSpace space = new AddressSpace(64 << 20);
        ContextId id = ContextId.notARank(6, 6, nodes.size());
        Context node = Context.open(ContextConfig.alone().withServes(false).withSpace(space).withId(id).withSecret(new byte[32]).withPolicy(Policy.parse(policy)));
        spaces.add(space);
        nodes.add(node);
        return node.register("migration.hear", (to, a0, a1, a2, a3, payload) -> seen.add(to.userData() + " hears " + a0));
    }

    private static Startpoint travel(Startpoint startpoint, Context to) {
        PutBuffer message = new PutBuffer();
        startpoint.put(message);
        return to.startpointFrom(new GetBuffer(message.toBytes()));
    }

    private void send(Startpoint to, int a0) {
        int before = seen.size();
        assertEquals(Lane.TAKEN, to.trySend(handler, a0, 0, 0, 0, null, 0, 0));
        await("it arrived", () -> seen.size() > before);
    }

    private void await(String what, BooleanSupplier so) {
        long deadlineNs = System.nanoTime() + 20_000_000_000L;
        while (!so.getAsBoolean()) {
            nodes.forEach(World::turn);
            assertTrue(System.nanoTime() - deadlineNs < 0, what);
        }
    }
}
