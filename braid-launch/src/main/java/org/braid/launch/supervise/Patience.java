package org.braid.launch.supervise;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * How long a job's server waits for ranks that nobody brings yet: until its {@code --timeout}, and for ever if it has none, as who starts joins by hand may take any time for it. A join whose ranks were missing and that was refused,
 * since it contradicts another one, is no longer on its way: without a timeout the others wait a minute for somebody to put it right, and a minute more from each join that comes meanwhile. Pure; monotonic nanoseconds.
 *
 * <pre>
 *   UNBOUNDED ──contradicted──> BOUNDED ──joined: a minute more──> BOUNDED
 *       ^────────settled───────────┘
 * </pre>
 */
public final class Patience {
    /** So long joins may be apart from each other while a contradiction stands. */
    public static final long BOUND_NS = 60_000_000_000L;

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss z", Locale.ROOT);
    private static final long SECOND_NS = 1_000_000_000L;

    private final long timeoutEndNs; // MAX_VALUE without one
    private long endNs;

    /**
     * Nobody has come yet.
     *
     * @param timeoutNs of the job, 0 for none
     */
    public Patience(long startNs, long timeoutNs) {
        timeoutEndNs = timeoutNs == 0 ? Long.MAX_VALUE : startNs + timeoutNs;
        endNs = timeoutEndNs;
    }

    /** A join was refused because of what it contradicts; a second one wins no time. */
    public void contradicted(long nowNs) {
        if (endNs == Long.MAX_VALUE) {
            endNs = nowNs + BOUND_NS;
        }
    }

    /** A join was taken. */
    public void joined(long nowNs) {
        if (isBoundByContradiction()) {
            endNs = nowNs + BOUND_NS;
        }
    }

    /** No contradiction stands any more. */
    public void settled() {
        endNs = timeoutEndNs;
    }

    /** When it ends, {@link Long#MAX_VALUE} for never. */
    public long endNs() {
        return endNs;
    }

    /** Whether it would not end, or not by then, if nobody had contradicted anybody. */
    public boolean isBoundByContradiction() {
        return endNs != timeoutEndNs;
    }

    /**
     * Until when, for people: {@code until 17:45:10 CET, 60 s from now}.
     *
     * @param clock what time it is now
     */
    public String until(long nowNs, ZonedDateTime clock) {
        long leftNs = endNs - nowNs;
        String moment = clock.plusNanos(leftNs).truncatedTo(ChronoUnit.SECONDS).format(CLOCK);
        return "until " + moment + ", " + Math.max(0, (leftNs + SECOND_NS / 2) / SECOND_NS) + " s from now" + (isBoundByContradiction() ? ", and 60 s longer from each join that comes meanwhile" : " (--timeout)");
    }
}
