package org.braid.base.wire;

import java.util.SplittableRandom;

/** Seeds of random tests: one fixed and one fresh per run, or the one given by {@code -Dbraid.seed=…} to replay a failure. */
final class Seeds {
    private static final String PROPERTY = "braid.seed";

    private Seeds() {}

    interface Trial {
        void run(SplittableRandom random) throws Exception;
    }

    /** Runs the trial {@code times} times for each seed; a failure names the seed and how to replay it. */
    static void each(int times, Trial trial) {
        Long given = Long.getLong(PROPERTY);
        if (given != null) {
            once(given, trial);
            return;
        }
        long fresh = System.nanoTime();
        for (int i = 0; i < times; i++) once(i, trial);
        for (int i = 0; i < times; i++) once(fresh + i, trial);
    }

    private static void once(long seed, Trial trial) {
        try {
            trial.run(new SplittableRandom(seed));
        } catch (Throwable failure) {
            throw new AssertionError("seed " + seed + " (replay: mvn test -Dtest=… -DargLine=-D" + PROPERTY + "=" + seed + ")", failure);
        }
    }
}
