package org.braid.bench.work;

import static org.braid.bench.work.Range.check;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Who takes part beside this build, and how often.
 *
 * @param rounds how often everybody runs
 * @param peers whether the MPI libraries in C take part
 * @param against another build of Braid that takes part; null for none
 * @param bound the largest median of this build's times over that one's that passes
 */
public record Contest(int rounds, boolean peers, @Nullable Path against, double bound) {
    /** The usual bound: what medians of nine rounds can tell from nothing on a quiet machine. */
    public static final double BOUND = 1.03;

    /** Refuses what is out of range, by its name on the command line. */
    public Contest {
        check(rounds >= 1 && rounds <= 1000, "--pairs " + rounds, "it must be 1 to 1000");
        check(bound > 0 && bound <= 1000, "--bound " + bound, "it must be above 0 and at most 1000");
    }
}
