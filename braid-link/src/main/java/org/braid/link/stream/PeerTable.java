package org.braid.link.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.wire.ContextId;
import org.braid.link.control.PeerHost;
import org.braid.link.control.Waiting;
import org.braid.link.progress.Notices;
import org.braid.link.progress.Progress;

/** The peers that one context has met. */
public final class PeerTable {
    private final PeerHost host;
    private final Peer.EndListener ends;
    private final Routing routing;
    private final Transfers transfers;
    private final Progress progress;
    private final Notices notices;
    private final Waiting waiting;
    private final ConcurrentHashMap<ContextId, Peer> peers = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    /**
     * @param host the context that has met them
     * @param ends told when one of them has ended; what follows is what the streams to them work with
     */
    public PeerTable(PeerHost host, Peer.EndListener ends, Routing routing, Transfers transfers, Progress progress, Notices notices, Waiting waiting) {
        this.host = host;
        this.ends = ends;
        this.routing = routing;
        this.transfers = transfers;
        this.progress = progress;
        this.notices = notices;
        this.waiting = waiting;
    }

    /** The peer of this name, whether it was met before or not. Any thread. */
    public Peer of(ContextId id) {
        Peer known = peers.get(id);
        return known != null ? known : add(id);
    }

    /** Numbers may have gaps; one peer never has two. */
    private Peer add(ContextId id) {
        Peer mine = new Peer(id, numbers.getAndIncrement(), host, ends, routing, new Streams(transfers, progress, notices), progress, waiting);
        Peer other = peers.putIfAbsent(id, mine);
        return other == null ? mine : other;
    }

    /** True if the lane of a stream to one that lives has broken, and nothing goes on in its place. Caller holds the token. */
    public boolean anyBroken() {
        for (Peer peer : peers.values()) {
            if (peer.failure() == null && peer.streams().anyBroken()) {
                return true;
            }
        }
        return false;
    }

    /** True if a lane of a stream to one that lives has ended before that had accepted everything: it gives up by a time of its own. Caller holds the token. */
    public boolean anyUnaccepted() {
        for (Peer peer : peers.values()) {
            if (peer.failure() == null && peer.streams().anyUnsettled()) {
                return true;
            }
        }
        return false;
    }

    /** True if this one lives, and a message to it waits here or has not been accepted. Caller holds the token. */
    public boolean lacks(ContextId id) {
        Peer peer = peers.get(id);
        return peer != null && peer.failure() == null && (!peer.unsaid().isEmpty() || peer.streams().anyUnderWay());
    }

    /** True if somebody to whom something was sent may never have looked. Caller holds the token. */
    public boolean anyUnseen() {
        for (Peer peer : peers.values()) {
            if (peer.failure() == null && peer.streams().anyUnseen()) {
                return true;
            }
        }
        return false;
    }

    /** True if a message or an answer to somebody waits. Reports of what has come, credit among them, are none: who leaves takes nothing more. Caller holds the token. */
    public boolean anyUnsent() {
        for (Peer peer : peers.values()) {
            if (!peer.unsaid().isEmpty() || peer.streams().anyWaits()) {
                return true;
            }
        }
        return false;
    }

    /** Adds those to whom something of a stream has found no way so far. Caller holds the token. */
    public void addLeftBehind(Set<ContextId> to) {
        for (Peer peer : peers.values()) {
            if (peer.streams().leaveSomethingBehind()) {
                to.add(peer.id());
            }
        }
    }

    /** Adds those who have not accepted everything that a lane of theirs has taken and keeps until then. Caller holds the token. */
    public void addUnaccepted(Set<ContextId> to) {
        for (Peer peer : peers.values()) {
            if (peer.streams().anyUnsettled()) {
                to.add(peer.id());
            }
        }
    }

    /** What the lanes to all of them have done so far. Caller holds the token. */
    public List<LaneReport> lanes() {
        List<LaneReport> all = new ArrayList<>();
        for (Peer peer : peers.values()) {
            for (int i = 0; i < peer.streams().count(); i++) {
                all.add(LaneReport.of(peer.id(), peer.streams().at(i).lane()));
            }
        }
        return all;
    }

    /** True if a lane leads to any of them. Caller holds the token. */
    public boolean anyLane() {
        for (Peer peer : peers.values()) {
            if (peer.hasLane()) {
                return true;
            }
        }
        return false;
    }
}
