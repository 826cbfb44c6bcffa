package org.braid.pipe.state;

/**
 * The times of a lane's life, in nanoseconds.
 *
 * @param connectNs longest wait for a connection to open
 * @param greetNs longest wait for the peer's greeting on an open connection
 * @param firstRetryNs wait before the first new attempt; doubles with each attempt that fails
 * @param mostRetryNs bound of that wait
 * @param graceNs how long a lane may be without a working connection before it fails
 * @param firstNs how long a lane may be without its first connection as long as the peer's process answers its calls: such a peer lives, and may only be slow
 */
public record LaneTimes(long connectNs, long greetNs, long firstRetryNs, long mostRetryNs, long graceNs, long firstNs) {
    private static final long MS = 1_000_000;

    /** Of sixty-four processes that start on two cores, half of which call one at once, each needs some 0.6 s of a processor for its first handshake: 20 s if nobody else wants the cores, and 45 s have been seen where somebody did. */
    private static final long FIRST_CONNECTION_NS = 120_000 * MS;

    /** Where a connection costs nobody any time: the first one has no more of it than others. */
    public static final LaneTimes DEFAULTS = new LaneTimes(3_000 * MS, 5_000 * MS, MS, 500 * MS, 10_000 * MS, 3_000 * MS);

    public LaneTimes {
        if (connectNs <= 0 || greetNs <= 0 || firstRetryNs <= 0 || mostRetryNs < firstRetryNs || graceNs <= 0 || firstNs <= 0)
            throw new IllegalArgumentException("lane times must be positive, and firstRetryNs <= mostRetryNs");
    }

    /** The same, with another bound of the time without a connection; {@link Long#MAX_VALUE} for none. */
    LaneTimes withGraceNs(long otherNs) {
        return new LaneTimes(connectNs, greetNs, firstRetryNs, mostRetryNs, otherNs, firstNs);
    }

    /** The same, with so long for each step of making a connection, which takes processor time of both ends. */
    LaneTimes withGreetingsOf(long atMostNs) {
        return new LaneTimes(atMostNs, atMostNs, firstRetryNs, mostRetryNs, Math.max(graceNs, atMostNs), Math.max(FIRST_CONNECTION_NS, atMostNs));
    }

    /** The same for a lane that never had a connection, to a peer that answers. */
    public LaneTimes forFirst() {
        return withGraceNs(Math.max(graceNs, firstNs));
    }

    /** Wait before attempt number {@code attempt} (the first is 1): exponential, bounded. */
    long retryNs(int attempt) {
        int doublings = Math.min(attempt - 1, 32);
        long wait = firstRetryNs << Math.max(0, doublings);
        return wait <= 0 || wait > mostRetryNs ? mostRetryNs : wait;
    }
}
