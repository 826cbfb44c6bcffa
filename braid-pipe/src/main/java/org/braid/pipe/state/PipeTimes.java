package org.braid.pipe.state;

/**
 * How long the lanes of a transport wait for what, in nanoseconds.
 *
 * @param lane the life of a lane: attempts, retries, when to give up
 * @param greetingNs longest handshake of a caller that has not proven itself
 * @param pingAfterNs silence after which a peer is asked whether it is there
 * @param silentNs silence after which a connection is given up (promise F2: 3 s)
 * @param closeNs longest flush and farewell when a context closes
 * @param farewellNs longest wait for the peer's farewell once it has everything and was told so: it may be computing, and learns of ours when it looks
 */
public record PipeTimes(LaneTimes lane, long greetingNs, long pingAfterNs, long silentNs, long closeNs, long farewellNs) {
    private static final long S = 1_000_000_000L;

    /** Those of every transport. */
    public static final PipeTimes DEFAULTS = new PipeTimes(LaneTimes.DEFAULTS, 5 * S, S, 3 * S, 5 * S, S / 4);

    /** Longest handshake with a process that is of the job. */
    public long longestGreetingNs() {
        return Math.max(greetingNs, lane.firstNs());
    }

    /** For connections whose beginning takes processor time of both ends, as certificates do: that long for each step of it. */
    public PipeTimes withGreetingsOf(long atMostNs) {
        return new PipeTimes(lane.withGreetingsOf(atMostNs), atMostNs, pingAfterNs, silentNs, closeNs, farewellNs);
    }

    /** For a peer whose end others would tell: a lane to it calls again for as long as it takes. */
    public PipeTimes forWatched() {
        return new PipeTimes(lane.withGraceNs(Long.MAX_VALUE), greetingNs, pingAfterNs, silentNs, closeNs, farewellNs);
    }
}
