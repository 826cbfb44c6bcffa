package org.braid.bench.duel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.braid.bench.figure.CoreState;

/**
 * What the rounds of one row say, by state of the cores and in all. Each round counts once, by the median of its pairs' ratios: jobs that are started anew are compiled anew and lie elsewhere in
 * memory, and no number of turns of one job tells how much that moves.
 */
final class Comparison {
    /** A round with fewer pairs in a state says nothing about it. */
    private static final int LEAST_PAIRS = 3;

    /**
     * One line of it.
     *
     * @param state {@link CoreState#ANY} for all states together
     * @param oursNs median of what our turns took
     * @param otherNs the same of the other build
     * @param ratio ours over theirs
     */
    record Line(CoreState state, int rounds, int pairs, double oursNs, double otherNs, Interval ratio, Ruling ruling) {}

    private final List<Duel.Round> rounds;
    private final double bound;

    Comparison(List<Duel.Round> rounds, double bound) {
        this.rounds = List.copyOf(rounds);
        this.bound = bound;
    }

    /** A line for each state that was met, and a last one for all; empty where no round says anything. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        add(lines, CoreState.NEAR, pair -> pair.state() == CoreState.NEAR);
        add(lines, CoreState.FAR, pair -> pair.state() == CoreState.FAR);
        add(lines, CoreState.ANY, pair -> pair.state() != CoreState.MIXED);
        return List.copyOf(lines);
    }

    private void add(List<Line> lines, CoreState state, Predicate<Pair> wanted) {
        List<List<Pair>> byRound = rounds.stream().map(round -> round.pairs().stream().filter(wanted).toList()).filter(pairs -> pairs.size() >= LEAST_PAIRS).toList();
        if (!byRound.isEmpty()) {
            List<Pair> pairs = byRound.stream().flatMap(List::stream).toList();
            Interval ratio = Interval.ofRatios(byRound.stream().mapToDouble(round -> median(round, Pair::ratio)).toArray());
            double ours = median(pairs, pair -> pair.ours().operationNs());
            double other = median(pairs, pair -> pair.other().operationNs());
            lines.add(new Line(state, byRound.size(), pairs.size(), ours, other, ratio, Ruling.of(ratio, bound)));
        }
    }

    private static double median(List<Pair> pairs, ToDoubleFunction<Pair> value) {
        return Median.of(pairs.stream().mapToDouble(value).toArray());
    }

    /** Pairs between whose probes the cores moved. */
    long mixed() {
        return rounds.stream().flatMap(round -> round.pairs().stream()).filter(pair -> pair.state() == CoreState.MIXED).count();
    }

    /** Rounds whose figures still moved when the time for warming up was over. */
    long restless() {
        return rounds.stream().filter(round -> !round.stoodStill()).count();
    }
}
