package org.braid.link.stream;

import org.braid.base.BraidException;

/** Who is told, once, that nothing more will come from or go to a peer. Caller holds the token. */
public interface PeerEnds {
    /** Nothing more will come from or go to this peer. */
    void ended(Peer peer, BraidException cause);
}
