package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.Policy;
import org.braid.base.wire.PutBuffer;
import org.braid.link.AddressSpace;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.LinkReport;
import org.braid.link.Startpoint;
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
        assertEquals("tcp", travel(at1.without("shm"), nodes.get(1)).lane().method());
        assertEquals("tcp", travel(at1.by(MethodExpression.parse("tcp(nodelay=false)"), MethodExpression.parse("shm")), nodes.get(1)).lane().method());
        assertEquals("shm", travel(at1, nodes.get(1)).lane().method(), "others are as they were");
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
        long deadlineNs = System.nanoTime() + 20_000_000_000L;
        while (seen.size() == before) {
            nodes.forEach(World::turn);
            assertTrue(System.nanoTime() - deadlineNs < 0, "it never arrived");
        }
    }
}
