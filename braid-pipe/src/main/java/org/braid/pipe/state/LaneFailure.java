package org.braid.pipe.state;

/** Why a lane ended for good. Each later send reports this cause. */
public enum LaneFailure {
    /** No connection could be made within the grace time. */
    UNREACHABLE,
    /** The peer broke the protocol: impossible counts, garbage after a valid greeting, another incarnation. */
    PROTOCOL,
    /** The peer answered and refused: wrong secret, other version, fenced. */
    REFUSED,
    /** The peer accepts nothing more by this lane. */
    LEFT,
    /** The peer's process is known to be dead. */
    PEER_DIED
}
