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

    /**
     * Whoever sends the one that {@code free} stands for has failed and may change its memory: no more of it leaves than what lanes have, as it stands now, whether or not its receiver has begun to fetch it, which is told {@code BRD-1228}. One that reads native memory of another
     * process finds out when it has read all of it.
     */
    public void recall(Completion free, BraidException cause) {
        bulk.outgoing().recall(free, cause);
    }

    /** With as many under way as there may be, waits until one has ended, for at most {@code timeoutNs}; false if none has. A handler does not wait. */
    public boolean awaitRoom(long timeoutNs) {
        return bulk.outgoing().awaitSlot(timeoutNs);
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
