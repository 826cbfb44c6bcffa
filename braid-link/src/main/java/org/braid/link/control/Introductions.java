package org.braid.link.control;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.HandlerId;

/** What one peer has been told by us once and for all: how we are reached, names of handlers, and the tables of others. Guarded by the context's token, except what says otherwise. */
public final class Introductions {
    private final Correspondent peer;
    private final PeerHost us;
    private final Set<Integer> handlers = new HashSet<>();
    private final Set<ContextId> tables = new HashSet<>(); // guarded by this
    private boolean isKnown;

    /** What {@code peer} is told of the context behind {@code us}. */
    public Introductions(Correspondent peer, PeerHost us) {
        this.peer = peer;
        this.us = us;
    }

    /** The peer has our table by another way. */
    public void knowsUs() {
        isKnown = true;
    }

    /** A peer that no directory knows us from is told our table first, so that it can answer. */
    public void ourselves() {
        ContextId self = us.self();
        if (!isKnown && !self.isRankBeside(peer.id()) && !peer.id().equals(self)) {
            peer.tell(FrameKind.TABLE, HandlerId.NONE, us.table().toBytes());
        }
    }

    /** Tells the name behind a handler's id before the first message to it. Ids below 256 are known to all. */
    public void handler(int id) {
        String name = HandlerId.isPredefined(id) ? null : us.handlerName(id);
        if (name != null && handlers.add(id)) {
            peer.tell(FrameKind.NAME, id, name.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Whether the peer has this context's table: true from the second time on, since the first startpoint that names the context carries it there. Ranks of one job look each other
     * up. Any thread.
     */
    public synchronized boolean tableOf(ContextId whose) {
        return whose.equals(peer.id()) || whose.isRankBeside(peer.id()) || !tables.add(whose);
    }
}
