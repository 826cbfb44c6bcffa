package org.braid.bench.work;

import java.util.List;

/**
 * One thing that everybody does before the next: its contestants run one after the other, so within seconds of each other.
 *
 * @param operation as in {@link Measured}; {@code curve} for the first seconds of ranks
 * @param bytes payload of one message, where all have the same; else 0
 * @param words what the measured program takes
 */
public record Heat(String operation, int ranks, long bytes, List<String> words) {
    /** All words are copied. */
    public Heat {
        words = List.copyOf(words);
    }

    /** The name of its figure, where that is a whole command's time: {@code startup.np4}, {@code trips.1000.np2}. */
    public String figure() {
        return switch (operation) {
            case "job" -> words.get(0) + "." + words.get(1) + ".np" + ranks;
            default -> operation + ".np" + ranks;
        };
    }
}
