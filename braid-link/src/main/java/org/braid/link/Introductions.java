package org.braid.link;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Frame;
import org.braid.base.wire.HandlerId;

/** What one peer has been told by us once and for all: how we are reached, names of handlers, and the tables of others. Guarded by the context's token, except what says otherwise. */
final class Introductions {
    private final Peer peer;
    private final Set<Integer> handlers = new HashSet<>();
    private final Set<ContextId> tables = new HashSet<>(); // guarded by this

    Introductions(Peer peer) {
        this.peer = peer;
    }

    /** A peer that no directory knows us from is told our table first, so that it can answer. */
    void ourselves() {
        ContextId us = peer.context().id();
        if (!areRanksOfOneJob(peer.id(), us) && !peer.id().equals(us)) {
            byte[] table = peer.context().table().toBytes();
            peer.stream().keep(Frame.TABLE, 0, 0, HandlerId.NONE, 0, 0, 0, 0, table, 0, table.length);
        }
    }

    /** Tells the name behind a handler's id before the first message to it. Ids below 256 are known to all. */
    void handler(int id) {
        HandlerTable.Entry entry = HandlerId.isPredefined(id) ? null : peer.context().handlers().at(id);
        if (entry != null && handlers.add(id)) {
            byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
            peer.stream().keep(Frame.NAME, 0, 0, id, 0, 0, 0, 0, name, 0, name.length);
        }
    }

    /**
     * Whether the peer has this context's table: true from the second time on, since the first startpoint that names the context carries it there. Ranks of one job look each other
     * up. Any thread.
     */
    synchronized boolean tableOf(ContextId whose) {
        return whose.equals(peer.id()) || areRanksOfOneJob(whose, peer.id()) || !tables.add(whose);
    }

    private static boolean areRanksOfOneJob(ContextId one, ContextId other) {
        return one.isRank() && other.isRank() && one.sameJob(other);
    }
}
