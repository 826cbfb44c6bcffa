package org.braid.bench.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * This build's times over another one's, row by row: every round's ratio, their median, and whether that is within a bound. A median of several rounds, since one round's ratio is moved by
 * whatever else the machine did. Tails are shown and not judged.
 */
public final class Verdicts {
    /** One row that both builds have done. */
    private record Verdict(Series series, Samples ours, Samples others, Samples ratios, boolean isWithin) {
        String word() {
            return series.isTail() ? "-" : isWithin ? "within" : "above";
        }
    }

    private final List<Verdict> all = new ArrayList<>();
    private final double bound;

    /**
     * The verdicts on all rows that both builds have done.
     *
     * @param bound the largest median ratio that passes, such as 1.03
     */
    public Verdicts(Results results, double bound) {
        this.bound = bound;
        for (Map.Entry<Series, Samples> entry : results.all().entrySet()) {
            Samples others = results.ofOther(entry.getKey());
            Samples ratios = results.ratiosToOther(entry.getKey());
            if (others != null && ratios.count() > 0) {
                all.add(new Verdict(entry.getKey(), entry.getValue(), others, ratios, ratios.median() <= bound));
            }
        }
    }

    /** Whether there is a row to judge, and none is above the bound. */
    public boolean pass() {
        return !judged().isEmpty() && judged().stream().allMatch(Verdict::isWithin);
    }

    private List<Verdict> judged() {
        return all.stream().filter(verdict -> !verdict.series().isTail()).toList();
    }

    /** A table, and a last line that counts. */
    public String text() {
        Columns columns = new Columns("operation", "bytes", "who", "buffer", "new", "old", "unit", "new/old by round", "median", "verdict");
        for (Verdict verdict : all) {
            Series series = verdict.series();
            columns.add(
                    series.operation(), Long.toString(series.bytes()), series.contestant(), series.variant(), Columns.number(verdict.ours().median()),
                    Columns.number(verdict.others().median()), series.unit(), rounds(verdict.ratios()), ratio(verdict.ratios().median()),
                    verdict.word());
        }
        return columns.text() + summary();
    }

    private String summary() {
        if (judged().isEmpty()) {
            return "verdict: nothing to compare, for no row was done by both builds\n";
        }
        long within = judged().stream().filter(Verdict::isWithin).count();
        return "verdict: " + (pass() ? "pass" : "fail") + ", " + within + " of " + judged().size() + " medians are within " + ratio(bound) + "\n";
    }

    private static String rounds(Samples ratios) {
        return Arrays.stream(ratios.values()).mapToObj(Verdicts::ratio).collect(Collectors.joining(" "));
    }

    /** Three digits behind the point: the bound is a matter of hundredths. */
    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
