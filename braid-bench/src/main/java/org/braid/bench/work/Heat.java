package org.braid.bench.work;

import java.util.List;

/**
 * One thing that everybody does before the next: its contestants run one after the other, so within seconds of each other.
 *
 * @param operation as in {@link Measured}
 * @param words what the measured program takes
 */
public record Heat(String operation, int ranks, List<String> words) {
    /** All words are copied. */
    public Heat {
        words = List.copyOf(words);
    }

    /** The name of its figure, where that is a whole command's time: {@code startup.np4}. */
    public String figure() {
        return operation + ".np" + ranks;
    }
}
