package org.braid.link.bulk;

import java.util.ArrayList;
import java.util.List;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Routing;
import org.jspecify.annotations.Nullable;

/** What of each peer's memory can be touched from here. Guarded by the context's token. */
public final class ReachTable {
    private final Routing routing;
    private final List<@Nullable Reaches> byNumber = new ArrayList<>();

    /** Asks {@code routing} when a peer's first offer needs it. */
    public ReachTable(Routing routing) {
        this.routing = routing;
    }

    /** Where the offered data is in reach; {@link Reach#NONE} if only its sender can move it. */
    Reach of(Peer peer, BulkSource source) {
        while (byNumber.size() <= peer.number()) {
            byNumber.add(null);
        }
        Reaches known = byNumber.get(peer.number());
        if (known == null) {
            known = new Reaches(peer, routing);
            byNumber.set(peer.number(), known);
        }
        return known.of(source);
    }
}
