package org.braid.link;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.wire.ContextId;

/** The peers that one context has met. */
final class PeerTable {
    private final PeerHost host;
    private final Routing routing;
    private final Transfers transfers;
    private final Progress progress;
    private final Notices notices;
    private final Waiting waiting;
    private final ConcurrentHashMap<ContextId, Peer> peers = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    /** @param host the context that has met them; what follows is what its streams to them work with */
    PeerTable(PeerHost host, Routing routing, Transfers transfers, Progress progress, Notices notices, Waiting waiting) {
        this.host = host;
        this.routing = routing;
        this.transfers = transfers;
        this.progress = progress;
        this.notices = notices;
        this.waiting = waiting;
    }

    /** The peer of this name, whether it was met before or not. Any thread. */
    Peer of(ContextId id) {
        Peer known = peers.get(id);
        return known != null ? known : add(id);
    }

    /** Numbers may have gaps; one peer never has two. */
    private Peer add(ContextId id) {
        Peer mine = new Peer(id, numbers.getAndIncrement(), host, routing, transfers, progress, notices, waiting);
        Peer other = peers.putIfAbsent(id, mine);
        return other == null ? mine : other;
    }

    /** True if a lane leads to any of them. Caller holds the token. */
    boolean anyLane() {
        for (Peer peer : peers.values()) {
            if (peer.hasLane()) {
                return true;
            }
        }
        return false;
    }
}
