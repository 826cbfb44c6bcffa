package org.braid.link;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.wire.ContextId;

/** The peers that one context has met, and those among them for which something waits to go out. */
final class PeerTable {
    private final Context context;
    private final ConcurrentHashMap<ContextId, Peer> peers = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final List<Peer> waiting = new ArrayList<>(); // guarded by the token

    PeerTable(Context context) {
        this.context = context;
    }

    Peer of(ContextId id) {
        Peer known = peers.get(id);
        return known != null ? known : add(id);
    }

    /** Numbers may have gaps; one peer never has two. */
    private Peer add(ContextId id) {
        Peer mine = new Peer(context, id, numbers.getAndIncrement());
        Peer other = peers.putIfAbsent(id, mine);
        return other == null ? mine : other;
    }

    /** One load on every turn. */
    boolean anyWaiting() {
        return !waiting.isEmpty();
    }

    /** Caller holds the token. */
    boolean anyLane() {
        for (Peer peer : peers.values()) {
            if (peer.hasLane()) {
                return true;
            }
        }
        return false;
    }

    void addWaiting(Peer peer) {
        if (!waiting.contains(peer)) {
            waiting.add(peer);
        }
    }

    /** Sends what has room now. */
    int drain() {
        int sent = 0;
        for (int i = waiting.size() - 1; i >= 0; i--) {
            Peer peer = waiting.get(i);
            sent += peer.drain();
            if (peer.nothingWaits()) {
                waiting.remove(i);
            }
        }
        return sent;
    }
}
