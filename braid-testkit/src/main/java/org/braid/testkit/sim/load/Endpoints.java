package org.braid.testkit.sim.load;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.braid.base.wire.ContextId;
import org.braid.link.Startpoint;

/** Who there is in a world, and how one speaks to another: the names that all agree on. */
final class Endpoints {
    /** Well-known endpoints of each context; messages of several merge in one stream. */
    static final int COUNT = 2;

    private static final int FIRST = 5;

    private final Map<ContextId, Node> byId = new HashMap<>();
    private final Map<Mailbox, Integer> handlers = new EnumMap<>(Mailbox.class);

    void add(Node node) {
        byId.put(node.context().id(), node);
    }

    Node node(ContextId id) {
        Node node = byId.get(id);
        if (node == null) {
            throw new IllegalStateException(id + " is not of this world");
        }
        return node;
    }

    /** All contexts register the same names, so the numbers are the same. */
    void registered(Mailbox mailbox, int id) {
        handlers.put(mailbox, id);
    }

    int handler(Mailbox mailbox) {
        return Objects.requireNonNull(handlers.get(mailbox), "registered");
    }

    /** Opens those of one context. */
    static void openAt(Node node) {
        for (int i = 0; i < COUNT; i++) {
            node.context().newEndpoint(FIRST + i, i);
        }
    }

    /** A startpoint to one of them. */
    static Startpoint startpoint(Node from, Node to, int endpoint) {
        return from.context().startpointTo(to.context().id(), FIRST + endpoint);
    }

    /** Those that a message from one node to another may be sent through. */
    static List<Startpoint> startpoints(Node from, Node to, int channel) {
        return List.of(on(channel, from.begin(startpoint(from, to, 0))), on(channel, from.begin(startpoint(from, to, 1))));
    }

    private static Startpoint on(int channel, Startpoint startpoint) {
        return channel == 0 ? startpoint : startpoint.on(channel);
    }
}
