package org.braid.devices.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Transport.Parameter;

/**
 * How often which fault happens.
 *
 * @param shares of all frames, for the faults that were named
 * @param after frames of a lane that pass before the first fault
 * @param seed of the chance
 * @param stallNs how long a stall lasts
 */
record ChaosRates(Map<Fault, Double> shares, long after, long seed, long stallNs) {
    private static final long STALL_NS = 10_000_000;
    private static final long MOST_STALL_NS = 60_000_000_000L;

    static List<Parameter> described() {
        List<Parameter> all = new ArrayList<>();
        for (Fault each : Fault.values()) {
            all.add(each.parameter());
        }
        all.add(new Parameter("after", "number", "0", "so many frames of a lane pass before the first fault"));
        all.add(new Parameter("seed", "number", "0", "the same seed makes the same faults"));
        all.add(new Parameter("pause", "time", "10ms", "how long a stall lasts, 1us to 1min"));
        return List.copyOf(all);
    }

    /** @throws BraidException if a value makes no sense */
    static ChaosRates of(List<MethodParameter> parameters) {
        Map<Fault, Double> shares = new EnumMap<>(Fault.class);
        long after = 0;
        long seed = 0;
        long stallNs = STALL_NS;
        for (MethodParameter each : parameters) {
            switch (each.key()) {
                case "after" -> after = each.number(0, Integer.MAX_VALUE);
                case "seed" -> seed = each.number(0, Integer.MAX_VALUE);
                case "pause" -> stallNs = each.ns(1_000, MOST_STALL_NS);
                default -> shares.put(fault(each), Share.of(each));
            }
        }
        return new ChaosRates(shares, after, seed, stallNs);
    }

    private static Fault fault(MethodParameter given) {
        for (Fault each : Fault.values()) {
            if (each.key().equals(given.key())) {
                return each;
            }
        }
        throw new BraidException(ErrorCode.METHOD_PARAMETER, "chaos's parameter " + given.key() + " is not valid", "there is no such parameter", "See docs/devices.md");
    }

    double share(Fault fault) {
        return shares.getOrDefault(fault, 0.0);
    }

    boolean damages() {
        return share(Fault.CORRUPT) > 0 || share(Fault.TRUNCATE) > 0;
    }

    DeliveryClass delivers() {
        DeliveryClass least = DeliveryClass.ORDERED;
        for (Fault each : Fault.values()) {
            if (share(each) > 0 && each.needs().compareTo(least) > 0) {
                least = each.needs();
            }
        }
        return least;
    }
}
