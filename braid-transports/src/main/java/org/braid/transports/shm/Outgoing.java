package org.braid.transports.shm;

import org.braid.base.os.SharedArena;
import org.braid.base.wire.ContextId;
import org.braid.link.ring.RingLane;
import org.braid.link.spi.Doorbell;

/**
 * A lane that this context has opened, and what its peer is told of it: where the ring lies. Until the peer's {@link Home} has taken that, frames gather in the ring.
 *
 * @param home the peer's
 * @param bell the peer's: to be told is worth waking up
 */
record Outgoing(ContextId peer, RingLane lane, SharedArena.Block ring, Home home, Doorbell bell, Home.Introduction introduction) {
    /** @return false if the peer's home has no room now */
    boolean introduce() {
        if (!home.introduce(introduction)) {
            return false;
        }
        if (bell.mustRing(true)) {
            bell.ring();
        }
        return true;
    }
}
