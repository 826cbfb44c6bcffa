package org.braid.coll.algorithm.multilevel;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.topology.RankSet;

/** Intervals of ranks in ascending order, one for each partial result of a message. */
final class RankRuns {
    private final List<int[]> runs = new ArrayList<>();

    /** All of these ranks, as if they were one. */
    static RankRuns one(RankSet ranks) {
        RankRuns one = new RankRuns();
        one.add(ranks.first(0), ranks.end(0));
        return one;
    }

    /** The maximal intervals of consecutive ranks. */
    static RankRuns of(RankSet ranks) {
        RankRuns runs = new RankRuns();
        for (int i = 0; i < ranks.intervals(); i++) {
            runs.add(ranks.first(i), ranks.end(i));
        }
        return runs;
    }

    void add(int first, int end) {
        runs.add(new int[] {first, end});
    }

    int count() {
        return runs.size();
    }

    int first(int run) {
        return runs.get(run)[0];
    }

    /** The rank behind the last one of a run. */
    int end(int run) {
        return runs.get(run)[1];
    }

    int lastEnd() {
        return runs.getLast()[1];
    }
}
