package org.braid.devices.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.link.spi.Alert;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.LaneCounter;

/** Decides what happens to each frame, counts it, and tells of it. The same seed, and the same number of the lane among those of its process, decide alike. */
final class Dice {
    private final DeviceHost host;
    private final ChaosRates rates;
    private final SplittableRandom chance;
    private final long[] counts = new long[Fault.values().length];
    private long frames;

    Dice(DeviceHost host, ChaosRates rates, long seed) {
        this.host = host;
        this.rates = rates;
        this.chance = new SplittableRandom(seed);
    }

    /** One more frame has come. */
    void frame() {
        frames++;
    }

    /** Whether this happens to the frame at hand. */
    boolean falls(Fault fault) {
        double share = rates.share(fault);
        return share > 0 && frames > rates.after() && chance.nextDouble() < share;
    }

    /** It has happened. */
    void happened(Fault fault, String what) {
        counts[fault.ordinal()]++;
        host.alert(fault == Fault.KILL ? Alert.Severity.FAILURE : Alert.Severity.NOTICE, what + " (fault " + counts[fault.ordinal()] + " of its kind, at frame " + frames + ")");
    }

    /** A number from 0 to one below {@code bound}. */
    int below(int bound) {
        return chance.nextInt(bound);
    }

    List<LaneCounter> counters() {
        List<LaneCounter> all = new ArrayList<>();
        all.add(new LaneCounter("frames", frames));
        for (Fault each : Fault.values()) {
            if (rates.share(each) > 0) {
                all.add(new LaneCounter(each.key(), counts[each.ordinal()]));
            }
        }
        return all;
    }
}
