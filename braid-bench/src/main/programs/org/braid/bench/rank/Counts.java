package org.braid.bench.rank;

/** How many messages are measured; the same numbers as {@code times} in {@code peer.c}. */
final class Counts {
    /** Compilers must have finished before anything is timed, however short the run. */
    private static final int LEAST_WARM = 20_000;

    /** Messages that are on their way at a time when rate or bandwidth is measured. */
    static final int WINDOW = 64;

    private static final int TRIALS = 16; // of warming up, to one that counts

    private static final double COLLECTIVE_BUDGET_US = 400_000;
    private static final int LEAST_CALLS = 5;

    private Counts() {}

    static int messages(double scale, int bytes) {
        int full = bytes <= 4096 ? 300_000 : bytes <= 65_536 ? 10_000 : bytes <= 1 << 20 ? 500 : 125;
        return (int) (full * scale) + 1;
    }

    static int windows(double scale, int bytes) {
        return messages(scale, bytes) / 8 + 1;
    }

    /** In one trial of warming up. */
    static int windowsOfTrial(double scale, int bytes) {
        return windows(scale, bytes) / TRIALS + 1;
    }

    /** So many calls of a collective, each taking {@code us}, as fit into the time that one figure may take. */
    static int collectives(double scale, int bytes, double us) {
        return (int) Math.clamp(scale * COLLECTIVE_BUDGET_US / us, LEAST_CALLS, messages(scale, bytes));
    }

    static int warm(int count, int bytes) {
        return Math.max(count / 5 + 10, bytes <= 4096 ? LEAST_WARM : 50);
    }
}
