package org.braid.link;

import java.util.HashSet;
import java.util.Set;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameHeader;
import org.braid.link.select.Ports;
import org.braid.link.spi.Farewell;
import org.braid.link.stream.PeerTable;

/**
 * What the peers of a context that closes are told at last, each by all lanes that lead there. A peer tells its user as soon as nothing more can come by any lane that it knows, so nothing is said to one that cannot know yet of a
 * lane that brings it something, by whatever method that goes, and whatever lanes its streams have left. Guarded by the context's token.
 */
final class Farewells implements Farewell {
    private final Ports ports;
    private final PeerTable peers;
    private final Set<ContextId> missing = new HashSet<>(); // something
    private boolean isShut;
    private boolean isLate;

    Farewells(Ports ports, PeerTable peers) {
        this.ports = ports;
        this.peers = peers;
    }

    /** The streams have had their time: what waits above the lanes now finds no way any more. */
    void begin() {
        peers.addLeftBehind(missing);
        ports.startClose(this);
        isShut = true;
    }

    /** There is no more time: what a peer has not accepted by now is lost, and all that can be said is said. */
    void end() {
        if (!isShut) { // something was thrown before it came to that
            begin();
        }
        isLate = true;
        peers.addUnaccepted(missing);
        ports.abandon();
    }

    @Override
    public int wordTo(ContextId peer) {
        boolean isUnaware = !isShut || ports.anyUnseenBy(peer);
        if (isUnaware && !isLate) {
            return NOT_YET;
        }
        return isUnaware || missing.contains(peer) || ports.anyLeavesBehind(peer) ? FrameHeader.BYE_INCOMPLETE : FrameHeader.BYE_OF_CONTEXT;
    }
}
