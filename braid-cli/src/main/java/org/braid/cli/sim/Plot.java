package org.braid.cli.sim;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** Times over sizes, both logarithmic, a line for each contestant, as an SVG 1.1 picture that needs nothing beside itself. */
final class Plot {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 420;
    private static final int LEFT = 80;
    private static final int TOP = 40;
    private static final int RIGHT = 190;
    private static final int BOTTOM = 50;
    private static final String[] COLOURS = {"#c22f2f", "#1f6fb2", "#2e8b57", "#8a5fbf", "#d08000", "#777777", "#00868b", "#000000"};
    private static final String[] DASHES = {"", " stroke-dasharray=\"7 3\"", " stroke-dasharray=\"2 3\"", " stroke-dasharray=\"10 3 2 3\""}; // after each round of colours the next, so that no two curves look alike
    private static final String[] DECADES = {"1 ps", "10 ps", "100 ps", "1 ns", "10 ns", "100 ns", "1 us", "10 us", "100 us", "1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s", "1000 s"};

    private final List<Long> sizes; // ascending
    private final int spacing; // of the legend
    private final int lowest;
    private final int highest;
    private final StringBuilder svg = new StringBuilder();

    private Plot(List<Long> sizes, Map<String, List<Double>> timesPs) {
        this.sizes = sizes;
        this.spacing = Math.min(20, (HEIGHT - TOP - 10) / Math.max(1, timesPs.size()));
        double least = timesPs.values().stream().flatMap(List::stream).filter(Double::isFinite).mapToDouble(Math::log10).min().orElse(0);
        double most = timesPs.values().stream().flatMap(List::stream).filter(Double::isFinite).mapToDouble(Math::log10).max().orElse(1);
        this.lowest = (int) Math.floor(Math.max(0, least));
        this.highest = Math.max(lowest + 1, (int) Math.ceil(most));
    }

    /**
     * The picture.
     *
     * @param sizes in any order
     * @param timesPs of each contestant one for each size, positive; NaN where it has none
     */
    static String of(String title, List<Long> sizes, Map<String, List<Double>> timesPs) {
        List<Integer> ascending = IntStream.range(0, sizes.size()).boxed().sorted(Comparator.comparing(sizes::get)).toList();
        Plot plot = new Plot(ascending.stream().map(sizes::get).toList(), timesPs);
        plot.svg.append(String.format(Locale.ROOT, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n", WIDTH, HEIGHT, WIDTH, HEIGHT));
        plot.text(LEFT, 22, "start", title);
        plot.grid();
        int line = 0;
        for (Map.Entry<String, List<Double>> each : timesPs.entrySet()) {
            plot.line(each.getKey(), ascending.stream().map(each.getValue()::get).toList(), line++);
        }
        return plot.svg.append("</svg>\n").toString();
    }

    private void grid() {
        for (int decade = lowest; decade <= highest; decade++) {
            double y = y(decade);
            svg.append(String.format(Locale.ROOT, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>%n", LEFT, y, WIDTH - RIGHT, y));
            text(LEFT - 8, y + 4, "end", decade < DECADES.length ? DECADES[decade] : "10^" + (decade - 12) + " s");
        }
        int every = Math.max(1, (sizes.size() + 7) / 8);
        for (int i = 0; i < sizes.size(); i += every) {
            svg.append(String.format(Locale.ROOT, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#eeeeee\"/>%n", x(i), TOP, x(i), HEIGHT - BOTTOM));
            text(x(i), HEIGHT - BOTTOM + 18, "middle", Words.bytes(sizes.get(i)));
        }
    }

    private double x(int size) {
        double first = Math.log(Math.max(1, sizes.getFirst()));
        double last = Math.log(Math.max(1, sizes.getLast()));
        double share = last > first ? (Math.log(Math.max(1, sizes.get(size))) - first) / (last - first) : 0.5;
        return LEFT + share * (WIDTH - LEFT - RIGHT);
    }

    private double y(double decade) {
        return TOP + (highest - decade) / (highest - lowest) * (HEIGHT - TOP - BOTTOM);
    }

    /** A line through its points, each of which is drawn, too: of one size there is no line. */
    private void line(String name, List<Double> timesPs, int number) {
        String colour = COLOURS[number % COLOURS.length];
        String stroke = "stroke-width=\"2\" stroke=\"" + colour + "\"" + DASHES[number / COLOURS.length % DASHES.length];
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < timesPs.size(); i++) {
            if (Double.isFinite(timesPs.get(i))) {
                double y = y(Math.log10(Math.max(1, timesPs.get(i))));
                line.append(String.format(Locale.ROOT, "%s%.1f,%.1f", line.isEmpty() ? "" : " ", x(i), y));
                svg.append(String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>%n", x(i), y, colour));
            }
        }
        svg.append("<polyline fill=\"none\" ").append(stroke).append(" points=\"").append(line).append("\"/>\n");
        int at = TOP + 10 + spacing * number;
        svg.append(String.format(Locale.ROOT, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" %s/>%n", WIDTH - RIGHT + 14, at, WIDTH - RIGHT + 38, at, stroke));
        text(WIDTH - RIGHT + 44, at + 4, "start", name);
    }

    private void text(double x, double y, String anchor, String words) {
        svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, words.replace("&", "&amp;").replace("<", "&lt;")));
    }
}
