package org.braid.transports.tcp;

import org.braid.pipe.state.LaneTimes;

/**
 * How long this transport waits for what, in nanoseconds.
 *
 * @param lane the life of a lane: attempts, retries, when to give up
 * @param greetingNs longest handshake of a caller that has not proven itself
 * @param pingAfterNs silence after which a peer is asked whether it is there
 * @param silentNs silence after which a connection is given up (promise F2: 3 s)
 * @param closeNs longest flush and farewell when a context closes
 * @param farewellNs longest wait for the peer's farewell once it has everything and was told so: it may be computing, and learns of ours when it looks
 */
record TcpTimes(LaneTimes lane, long greetingNs, long pingAfterNs, long silentNs, long closeNs, long farewellNs) {
    private static final long S = 1_000_000_000L;

    static final TcpTimes DEFAULTS = new TcpTimes(LaneTimes.DEFAULTS, 5 * S, S, 3 * S, 5 * S, S / 4);

    /** For a peer whose end others would tell: a lane to it calls again for as long as it takes. */
    TcpTimes forWatched() {
        return new TcpTimes(lane.withGraceNs(Long.MAX_VALUE), greetingNs, pingAfterNs, silentNs, closeNs, farewellNs);
    }
}
