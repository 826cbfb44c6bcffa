package org.braid.bench.figure;

import org.jspecify.annotations.Nullable;

/**
 * One measured number, as a program prints it: {@code <operation> <variant> <bytes> <value> <unit>}, and then, where it knows them, the conditions: {@code <floor before> <floor after>
 * still|young}, what a cache line's way between the cores took in nanoseconds (0 where nobody asked), and whether the figure stood still when its warming up was over.
 *
 * @param operation what was done, such as {@code latency} or {@code barrier.np4}
 * @param variant how, such as the kind of buffer; {@code c} for the peers
 * @param bytes payload of one message
 * @param value in {@code unit}: {@code us}, {@code ms}, {@code msg/s}, {@code MB/s} (10^6), {@code B/msg}, {@code MiB}, {@code share} (of what is best: more is better) or {@code times} (as much as
 *     something else: less is better)
 * @param cores how far apart they were
 * @param stoodStill false if it may be a figure of youth
 */
public record Figure(String operation, String variant, long bytes, double value, String unit, CoreState cores, boolean stoodStill) {
    private static final int WORDS = 5;
    private static final int WORDS_WITH_CONDITIONS = 8;

    /** A figure whose conditions nobody has told. */
    public Figure(String operation, String variant, long bytes, double value, String unit) {
        this(operation, variant, bytes, value, unit, CoreState.ANY, true);
    }

    /**
     * A figure from a line that a measured program printed.
     *
     * @return null if the line is something else that a program said
     */
    public static @Nullable Figure parse(String line) {
        String[] words = line.strip().split(" ", -1);
        if (words.length != WORDS && words.length != WORDS_WITH_CONDITIONS || !isUnit(words[4])) {
            return null;
        }
        try {
            long bytes = Long.parseLong(words[2]);
            double value = Double.parseDouble(words[3]);
            boolean hasConditions = words.length == WORDS_WITH_CONDITIONS;
            CoreState cores = hasConditions ? CoreState.of(Double.parseDouble(words[5]), Double.parseDouble(words[6])) : CoreState.ANY;
            boolean stoodStill = !hasConditions || words[7].equals("still");
            return bytes >= 0 && value >= 0 && value <= Double.MAX_VALUE ? new Figure(words[0], words[1], bytes, value, words[4], cores, stoodStill) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static boolean isUnit(String word) {
        return switch (word) {
            case "us", "ms", "msg/s", "MB/s", "B/msg", "MiB", "share", "times" -> true;
            default -> false;
        };
    }
}
