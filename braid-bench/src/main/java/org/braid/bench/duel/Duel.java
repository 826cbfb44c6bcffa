package org.braid.bench.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A round of each work: two jobs that are alive warm up in turns and are then measured in turns. The one that is first changes from pair to pair, so that nobody is always the one after. The machine
 * may be in another state a second later; the two turns of a pair are some ten milliseconds apart.
 */
final class Duel {
    /** Of a turn: long beside what it takes to wake a job, short beside the time for which a state lasts. */
    private static final long TURN_NS = 10_000_000;

    private static final int PAIRS = 60;
    private static final int LEAST_PAIRS = 8;

    /** Of warming up, for each job, before anybody asks whether its figure stands still: compilers work beside their ranks. */
    private static final long LEAST_WARM_NS = 1_500_000_000L;

    /** Times the least, while the figure does not stand still. */
    private static final int MOST = 3;

    private static final int GROWTH = 4;

    /**
     * What came out.
     *
     * @param stoodStill whether both figures did before they were measured
     */
    record Round(List<Pair> pairs, boolean stoodStill) {}

    private final Contender ours;
    private final Contender other;
    private final LongSupplier clockNs;
    private final double scale;
    private double warmth;

    /** The next turn's, the same for both. */
    private int count = 1;

    private boolean oursFirst;

    /**
     * A duel of two.
     *
     * @param scale of the number of pairs, and of the time for warming up
     * @param warmth of the time for warming up before the first round alone: more ranks than cores have more compilers, which wait for the same cores
     */
    Duel(Contender ours, Contender other, LongSupplier clockNs, double scale, double warmth) {
        this.ours = ours;
        this.other = other;
        this.clockNs = clockNs;
        this.scale = scale;
        this.warmth = warmth;
    }

    Round round(int work) throws IOException, InterruptedException {
        count = 1;
        boolean still = warm(work);
        warmth = 1;
        return new Round(pairs(work, (int) Math.max(LEAST_PAIRS, PAIRS * scale)), still);
    }

    List<Pair> pairs(int work, int wanted) throws IOException, InterruptedException {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < wanted; i++) {
            pairs.add(pair(work));
        }
        return List.copyOf(pairs);
    }

    private boolean warm(int work) throws IOException, InterruptedException {
        Steadiness mine = new Steadiness();
        Steadiness theirs = new Steadiness();
        long leastNs = (long) (2 * LEAST_WARM_NS * scale * warmth);
        long startNs = clockNs.getAsLong();
        boolean still = false;
        for (long spentNs = 0; spentNs < leastNs || !still && spentNs < MOST * leastNs; spentNs = clockNs.getAsLong() - startNs) {
            Pair pair = pair(work);
            mine.took(pair.ours());
            theirs.took(pair.other());
            still = mine.standsStill() && theirs.standsStill();
        }
        return still;
    }

    private Pair pair(int work) throws IOException, InterruptedException {
        oursFirst = !oursFirst;
        Slice first = (oursFirst ? ours : other).turn(work, count);
        Slice second = (oursFirst ? other : ours).turn(work, count);
        Pair pair = oursFirst ? new Pair(first, second) : new Pair(second, first);
        double slowestNs = Math.max(first.operationNs(), second.operationNs());
        count = (int) Math.clamp(TURN_NS / slowestNs, 1, (double) GROWTH * count);
        return pair;
    }
}
