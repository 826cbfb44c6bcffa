package org.braid.bench.rank;

/** Prints figures, on rank 0 only: {@code <operation> <variant> <bytes> <value> <unit>}. */
final class Speaker {
    private final boolean isRankZero;

    Speaker(int rank) {
        isRankZero = rank == 0;
    }

    void say(String operation, String variant, long bytes, double value, String unit) {
        if (isRankZero) {
            System.out.println(operation + " " + variant + " " + bytes + " " + value + " " + unit);
        }
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
