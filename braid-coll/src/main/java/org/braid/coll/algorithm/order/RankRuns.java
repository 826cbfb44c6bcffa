package org.braid.coll.algorithm.order;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.topology.RankSet;

/** Intervals of ranks in ascending order, one for each partial result of a message. */
public final class RankRuns {
    private final List<int[]> runs = new ArrayList<>();

    /** All of these ranks, as if they were one. */
    public static RankRuns one(RankSet ranks) {
        RankRuns one = new RankRuns();
        one.add(ranks.first(0), ranks.end(0));
        return one;
    }

    /** The maximal intervals of consecutive ranks. */
    public static RankRuns of(RankSet ranks) {
        RankRuns runs = new RankRuns();
        for (int i = 0; i < ranks.intervals(); i++) {
            runs.add(ranks.first(i), ranks.end(i));
        }
        return runs;
    }

    /** One more, of ranks {@code [first, end)}, behind those before. */
    public void add(int first, int end) {
        runs.add(new int[] {first, end});
    }

    /** How many there are. */
    public int count() {
        return runs.size();
    }

    /** The first rank of a run. */
    public int first(int run) {
        return runs.get(run)[0];
    }

    /** The rank behind the last one of a run. */
    public int end(int run) {
        return runs.get(run)[1];
    }

    /** The rank behind the last one of all. */
    public int lastEnd() {
        return runs.getLast()[1];
    }
}
