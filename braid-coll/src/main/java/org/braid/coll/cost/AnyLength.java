package org.braid.coll.cost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.braid.coll.select.Rule;

/**
 * What is taken where ranks do not know alike how long blocks are, so that nobody may choose by it. Candidates are run for short, middling and long blocks; the one is taken that is nearest to the quickest of a length where it is farthest from it. By empty blocks alone, which is what all know, latencies would decide: among the paper's
 * machines a gatherv would then be 0.8 % quicker at 16 bytes, and three times as slow at 4 KiB.
 */
final class AnyLength {
    private static final long SHORT = 16;
    private static final long MIDDLING = 4 << 10;
    private static final long LONG = 256 << 10;

    /** What takes longer is no candidate for any length. */
    private static final int PATIENCE = 4;

    private final List<Long> lengths = List.of(SHORT, MIDDLING, LONG);
    private final Map<String, List<Double>> excesses = new LinkedHashMap<>(); // of each length, how many times as long as the quickest
    private final Map<String, Candidate> candidates = new LinkedHashMap<>();
    private final Candidates call;
    private final Rule rule;

    AnyLength(Candidates call, Rule rule) {
        this.call = call;
        this.rule = rule;
    }

    /** What is never far from the quickest, with how far it is as the reason; the rule where costs are not known of all lengths. */
    Rule winner() {
        for (long length : lengths) {
            compare(new Contest(call.withBytes(length), rule, PATIENCE, Contest.MOST_EVENTS / lengths.size()).ranking());
        }
        Comparator<Map.Entry<String, List<Double>>> byFarthest = Comparator.comparingDouble(each -> farthest(each.getValue()));
        Comparator<Map.Entry<String, List<Double>>> bySum = Comparator.comparingDouble(each -> each.getValue().stream().mapToDouble(Double::doubleValue).sum());
        return excesses.entrySet().stream().filter(each -> each.getValue().size() == lengths.size()).min(byFarthest.thenComparing(bySum)).map(this::taking).orElse(rule);
    }

    private void compare(List<Candidate> ranking) {
        for (Candidate each : ranking) {
            double excess = (double) each.timePs() / Math.max(1, ranking.getFirst().timePs());
            excesses.computeIfAbsent(each.text(), _ -> new ArrayList<>()).add(excess);
            candidates.putIfAbsent(each.text(), each);
        }
    }

    private static double farthest(List<Double> of) {
        return of.stream().mapToDouble(Double::doubleValue).max().orElse(Double.MAX_VALUE);
    }

    private Rule taking(Map.Entry<String, List<Double>> best) {
        Candidate taken = candidates.get(best.getKey());
        String most = String.format(Locale.ROOT, "%.2f", farthest(best.getValue()));
        return taken == null ? rule : Rule.taking(call.operation(), taken.algorithm(), taken.tuning(), CostSelection.COSTS_LEAST + "ranks do not know alike how long blocks are, and of 16 B, 4 KiB and 256 KiB it takes at most " + most + " times as long as what is quickest for that length");
    }
}
