package org.braid.link.bulk;

import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.progress.Completion;
import org.braid.link.stream.PeerTable;

/** Messages that are too long for one piece, for a layer above that knows when a peer will never fetch them. Caller holds the token. */
public final class LongMessages {
    private final Bulk bulk;
    private final PeerTable peers;

    /** Of one context. */
    public LongMessages(Bulk bulk, PeerTable peers) {
        this.bulk = bulk;
        this.peers = peers;
    }

    /** Those that the peer was offered and has not begun to fetch fail: it never will. */
    public void takeBack(ContextId peer, BraidException cause) {
        bulk.outgoing().takeBack(peers.of(peer), cause);
    }

    /** As above, of the one message that {@code free} stands for. */
    public void takeBack(Completion free, BraidException cause) {
        bulk.outgoing().takeBack(free, cause);
    }

    /** Whether {@code free} stands for one whose receiver has not begun to fetch it, as far as this side knows. */
    public boolean isOnlyOffered(Completion free) {
        return bulk.outgoing().offered(free) != null;
    }

    /** Whether those of others are being fetched, which goes on whoever waits. */
    public boolean areFetched() {
        return bulk.incoming().live() > 0;
    }
}
