package org.braid.cli.sim;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** The upright axis of a picture, as long as its values reach and no longer: between whole decades most curves would lie on each other. */
final class Scale {
    private static final String[] UNITS = {"ps", "ns", "us", "ms", "s"};
    private static final int[] WHOLE = {1};
    private static final int[] PARTS = {1, 2, 5};
    private static final double FEW_DECADES = 2.5; // which have lines at 2 and 5, too
    private static final int LINES = 6; // of ratios, at most

    private final String title;
    private final DoubleUnaryOperator place; // of a value on a line without bounds
    private final double lowest; // there
    private final double highest;
    private final Map<String, Double> lines = new LinkedHashMap<>();

    private Scale(String title, DoubleUnaryOperator place, double least, double most, double space) {
        this.title = title;
        this.place = place;
        this.lowest = least - space;
        this.highest = most + space;
    }

    /** Logarithmic, of picoseconds; what is less than one counts as one. */
    static Scale ofTimes(List<Double> timesPs) {
        DoubleUnaryOperator decades = time -> Math.log10(Math.max(1, time));
        double least = timesPs.stream().mapToDouble(decades::applyAsDouble).min().orElse(0);
        double most = timesPs.stream().mapToDouble(decades::applyAsDouble).max().orElse(1);
        Scale scale = new Scale("time", decades, least, most, Math.max(0.15, (most - least) / 25));
        int[] multiples = scale.highest - scale.lowest > FEW_DECADES ? WHOLE : PARTS;
        for (int decade = Math.max(0, (int) Math.floor(scale.lowest)); decade <= scale.highest; decade++) {
            for (int times : multiples) {
                scale.addLine(time(times, decade), times * Math.pow(10, decade));
            }
        }
        return scale;
    }

    /** Linear, of times over the least of each size. */
    static Scale ofRatios(List<Double> ratios) {
        double most = Math.max(1.05, ratios.stream().mapToDouble(Double::doubleValue).max().orElse(1));
        Scale scale = new Scale("times the quickest", ratio -> ratio, 1, most, (most - 1) / 25);
        double step = Math.pow(10, Math.floor(Math.log10(most - 1)));
        step *= (most - 1) / step > LINES ? 2 : (most - 1) / step > LINES / 2.0 ? 1 : 0.5;
        for (int line = 0; line <= 2 * LINES; line++) {
            double ratio = 1 + line * step;
            scale.addLine(String.format(Locale.ROOT, "%.4g", ratio).replaceFirst("\\.?0+$", ""), ratio);
        }
        return scale;
    }

    private void addLine(String label, double value) {
        if (share(value) >= 0 && share(value) <= 1) {
            lines.put(label, value);
        }
    }

    private static String time(int times, int decade) {
        int unit = Math.min(decade / 3, UNITS.length - 1);
        int zeros = decade - 3 * unit;
        return zeros > 3 ? times + "e" + zeros + " s" : times + "0".repeat(zeros) + " " + UNITS[unit];
    }

    String title() {
        return title;
    }

    /** How high a value stands, from 0 to 1. */
    double share(double value) {
        return (place.applyAsDouble(value) - lowest) / (highest - lowest);
    }

    /** Where it has lines, by what is written beside them. */
    Map<String, Double> lines() {
        return lines;
    }
}
