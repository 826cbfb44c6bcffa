package org.braid.bench.rank;

import java.util.function.DoubleSupplier;

/**
 * Prints figures, on rank 0 only: {@code <operation> <variant> <bytes> <value> <unit>}, and where ranks have a core each, under which conditions:
 * {@code <floor before> <floor after> still|young}, a cache line's way in nanoseconds, and whether the figure stood still when its warming up was over.
 */
final class Speaker {
    private static final DoubleSupplier NO_FLOOR = () -> 0;

    private final boolean isRankZero;
    private final DoubleSupplier floorNs;
    private double floorBeforeNs;
    private boolean still = true;

    Speaker(int rank) {
        this(rank, NO_FLOOR);
    }

    /** @param floorNs both ranks of a pair call it together, when they begin and when they say what came out */
    Speaker(int rank, DoubleSupplier floorNs) {
        isRankZero = rank == 0;
        this.floorNs = floorNs;
    }

    /** For what is said from now on. */
    void warmedUp(boolean stoodStill) {
        still = stoodStill;
    }

    /** Every rank calls this before what it measures. */
    void begin() {
        floorBeforeNs = floorNs.getAsDouble();
    }

    /** Every rank calls this, right after it has measured. */
    void say(String operation, String variant, long bytes, double value, String unit) {
        double floorAfterNs = floorNs.getAsDouble();
        if (isRankZero) {
            System.out.println(operation + " " + variant + " " + bytes + " " + value + " " + unit + " " + floorBeforeNs + " " + floorAfterNs + (still ? " still" : " young"));
        }
        floorBeforeNs = floorAfterNs;
    }

    /** @param operation {@code rate} or {@code bandwidth}, which decides the unit */
    void sayFlow(String operation, String variant, int bytes, double messagesPerSecond) {
        if (operation.equals("rate")) {
            say(operation, variant, bytes, messagesPerSecond, "msg/s");
        } else {
            say(operation, variant, bytes, messagesPerSecond * bytes / 1e6, "MB/s");
        }
    }

    /** @param roundTrips of single messages there and back; printed is one way */
    void sayPercentiles(String variant, long bytes, Percentiles roundTrips) {
        say("latency.p50", variant, bytes, roundTrips.atPerMille(500) / 2e3, "us");
        say("latency.p99", variant, bytes, roundTrips.atPerMille(990) / 2e3, "us");
        say("latency.p99.9", variant, bytes, roundTrips.atPerMille(999) / 2e3, "us");
    }
}
