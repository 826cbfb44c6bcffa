package org.braid.bench.figure;

/**
 * What one row of the table is about.
 *
 * @param contestant who did it, such as {@code braid mpi-single} or {@code openmpi}
 */
public record Series(String contestant, String operation, String variant, long bytes, String unit) {
    static Series of(String contestant, Figure figure) {
        return new Series(contestant, figure.operation(), figure.variant(), figure.bytes(), figure.unit());
    }

    /** Whether both measure the same work, whoever did it and however. */
    boolean sameWorkAs(Series other) {
        return operation.equals(other.operation) && bytes == other.bytes && unit.equals(other.unit);
    }

    /** Rates and bandwidths: more is better. */
    boolean isRate() {
        return unit.endsWith("/s");
    }
}
