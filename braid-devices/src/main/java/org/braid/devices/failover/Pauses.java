package org.braid.devices.failover;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Compound.Part;
import org.braid.link.spi.Transport.Parameter;

/**
 * How long a part that has failed stands back.
 *
 * @param firstNs after its first failure; twice as long after each further one
 * @param mostNs at most
 */
record Pauses(long firstNs, long mostNs) {
    private static final Pauses DEFAULTS = new Pauses(1_000_000_000L, 300_000_000_000L);
    private static final long LEAST_NS = 1_000_000;
    private static final long MOST_FIRST_NS = 3_600_000_000_000L;
    private static final long MOST_NS = 24 * MOST_FIRST_NS;

    static List<Parameter> described() {
        return List.of(
                new Parameter("after", "time", "1s", "how long a method that failed once stands back, 1ms to 1h; twice as long after each further failure"),
                new Parameter("most", "time", "5min", "how long it stands back at most, 1ms to 24h"));
    }

    /** @throws BraidException if a value makes no sense */
    static Pauses of(List<MethodParameter> parameters) {
        Pauses pauses = DEFAULTS;
        for (MethodParameter each : parameters) {
            pauses = switch (each.key()) {
                case "after" -> new Pauses(each.ns(LEAST_NS, MOST_FIRST_NS), pauses.mostNs);
                case "most" -> new Pauses(pauses.firstNs, each.ns(LEAST_NS, MOST_NS));
                default -> throw new BraidException(ErrorCode.METHOD_PARAMETER, "failover's parameter " + each.key() + " is not valid", "there is no such parameter", "Use after or most");
            };
        }
        return pauses;
    }

    /** What is left of the pause of a part; 0 if it need not stand back. */
    long leftNs(Part part, long nowNs) {
        if (part.failures() <= 0) {
            return 0;
        }
        long passedNs = nowNs - part.lastFailureNs();
        return passedNs < 0 ? pauseNs(part.failures()) : Math.max(0, pauseNs(part.failures()) - passedNs);
    }

    private long pauseNs(int failures) {
        int doublings = Math.min(failures - 1, Long.numberOfLeadingZeros(firstNs) - 1);
        return Math.min(mostNs, firstNs << doublings);
    }
}
