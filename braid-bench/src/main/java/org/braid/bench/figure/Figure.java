package org.braid.bench.figure;

import org.jspecify.annotations.Nullable;

/**
 * One measured number, as a program prints it: {@code <operation> <variant> <bytes> <value> <unit>}.
 *
 * @param operation what was done, such as {@code latency} or {@code barrier.np4}
 * @param variant how, such as the kind of buffer; {@code c} for the peers
 * @param bytes payload of one message
 * @param value in {@code unit}: {@code us}, {@code ms}, {@code msg/s}, {@code MB/s} (10^6), {@code B/msg} or {@code MiB}
 */
public record Figure(String operation, String variant, long bytes, double value, String unit) {

    /**
     * A figure from a line that a measured program printed.
     *
     * @return null if the line is something else that a program said
     */
    public static @Nullable Figure parse(String line) {
        String[] words = line.strip().split(" ", -1);
        if (words.length != 5 || !isUnit(words[4])) {
            return null;
        }
        try {
            long bytes = Long.parseLong(words[2]);
            double value = Double.parseDouble(words[3]);
            return bytes >= 0 && value >= 0 && value <= Double.MAX_VALUE ? new Figure(words[0], words[1], bytes, value, words[4]) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static boolean isUnit(String word) {
        return switch (word) {
            case "us", "ms", "msg/s", "MB/s", "B/msg", "MiB" -> true;
            default -> false;
        };
    }
}
