package org.braid.bench.figure;

import java.util.OptionalDouble;

/**
 * What one row of the table is about.
 *
 * @param name who among them did it, such as {@code mpi-single} or {@code openmpi}; may be empty
 */
public record Series(Who who, String name, String operation, String variant, long bytes, String unit) {
    /** Less than a byte a message is what the JVM does beside the messages: a hundredth is no better than a tenth. */
    private static final double LEAST_PER_MESSAGE = 1;

    static Series of(Who who, String name, Figure figure) {
        return new Series(who, name, figure.operation(), figure.variant(), figure.bytes(), figure.unit());
    }

    /** As a table names who it was. */
    public String contestant() {
        return who.label(name);
    }

    /** Whether both measure the same work, whoever did it and however. */
    boolean sameWorkAs(Series other) {
        return operation.equals(other.operation) && bytes == other.bytes && unit.equals(other.unit);
    }

    /** The same work by the same program, done by another build. */
    Series by(Who other) {
        return new Series(other, name, operation, variant, bytes, unit);
    }

    /** What the slowest of hundred or thousand messages took: a single disturbance of a run decides it. */
    boolean isTail() {
        return operation.endsWith(".p99") || operation.endsWith(".p99.9");
    }

    /** Rates, bandwidths and shares of them: more is better. */
    boolean isRate() {
        return unit.endsWith("/s") || unit.equals("share");
    }

    /** Our time over theirs, so 1.0 and less is good; empty where one of them is no time, as the bandwidth of empty messages. */
    OptionalDouble ratio(double ours, double theirs) {
        double least = unit.equals("B/msg") ? LEAST_PER_MESSAGE : 0;
        double ratio = isRate() ? theirs / ours : Math.max(least, ours) / Math.max(least, theirs);
        return Double.isFinite(ratio) ? OptionalDouble.of(ratio) : OptionalDouble.empty();
    }
}
