package org.braid.bench.work;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Whole jobs, as users start them: from a greeting to a second's work for two ranks, and small collectives of more ranks than a small machine has cores.
 */
final class Jobs {
    private static final int TINY = 8;
    private static final int CROWD = 1000;

    private Jobs() {}

    static List<Heat> wanted(Measured measured) {
        Set<Heat> jobs = new LinkedHashSet<>(); // a small scale makes some of them the same
        for (int count = 1; count <= 1_000_000; count *= count == 1 ? 1000 : 10) {
            add(jobs, measured, 2, "trips", count, TINY);
        }
        add(jobs, measured, 2, "trips", 1_000, 64 << 10);
        add(jobs, measured, 2, "trips", 10_000, 64 << 10);
        add(jobs, measured, 2, "trips", 100, 1 << 20);
        add(jobs, measured, 4, "reduce", 1, TINY);
        add(jobs, measured, 2, "reduce", 10_000, TINY);
        add(jobs, measured, 8, "reduce", 100, TINY);
        for (int ranks = 4; ranks <= 32; ranks *= 2) {
            add(jobs, measured, ranks, "gather", 1_000, TINY);
        }
        return List.copyOf(jobs);
    }

    /** Of one rank, of some, and of a thousand that are threads of one process. */
    static List<Heat> starts(Measured measured) {
        List<String> words = measured.words("startup", List.of());
        if (measured.ranks() != 0) {
            return List.of(new Heat("startup", measured.ranks(), 0, words));
        }
        return List.of(new Heat("startup", 1, 0, words), new Heat("startup", 4, 0, words), new Heat("crowd", CROWD, 0, words));
    }

    private static void add(Set<Heat> jobs, Measured measured, int ranks, String what, int count, int bytes) {
        if (measured.wants(ranks, bytes)) {
            String scaled = Long.toString(Math.max(1, Math.round(count * measured.scale())));
            jobs.add(new Heat(measured.operation(), ranks, bytes, List.of(what, scaled, Integer.toString(bytes))));
        }
    }
}
