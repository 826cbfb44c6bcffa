package org.braid.bench.rank;

/** A message there and back, many times: once as a whole for the mean, once each by itself for the percentiles. */
final class PingPong {
    /** One message there and back, as this rank sees it. */
    interface Trip {
        void once();
    }

    private PingPong() {}

    /** Both ranks call this with the same count. */
    static void measure(Speaker speaker, String operation, String variant, int bytes, int count, Trip trip) {
        boolean isLatency = operation.equals("latency");
        rehearse(trip, Counts.warm(count, bytes));
        speaker.begin();
        long startNs = System.nanoTime();
        repeat(trip, count);
        speaker.say(operation, variant, bytes, (System.nanoTime() - startNs) / 2e3 / count, "us");
        if (isLatency) {
            speaker.sayPercentiles(variant, bytes, each(trip, count));
        }
    }

    /** Both loops, untimed: a compiler that meets one of them later takes its time from the other. */
    static void rehearse(Trip trip, int count) {
        repeat(trip, count);
        each(trip, count);
    }

    static void repeat(Trip trip, int count) {
        for (int i = 0; i < count; i++) {
            trip.once();
        }
    }

    private static Percentiles each(Trip trip, int count) {
        Percentiles percentiles = new Percentiles(count);
        long beforeNs = System.nanoTime();
        for (int i = 0; i < count; i++) {
            trip.once();
            long nowNs = System.nanoTime();
            percentiles.took(nowNs - beforeNs);
            beforeNs = nowNs;
        }
        return percentiles;
    }
}
