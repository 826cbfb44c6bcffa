package org.braid.cli.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** Times over sizes, a line for each contestant, as an SVG 1.1 picture that needs nothing beside itself. */
final class Plot {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 420;
    private static final int LEFT = 80;
    private static final int TOP = 40;
    private static final int RIGHT = 190;
    private static final int BOTTOM = 50;
    private static final String[] COLOURS = {"#c22f2f", "#1f6fb2", "#2e8b57", "#8a5fbf", "#d08000", "#777777", "#00868b", "#000000"};
    private static final String[] DASHES = {"", " stroke-dasharray=\"7 3\"", " stroke-dasharray=\"2 3\"", " stroke-dasharray=\"10 3 2 3\""}; // after each round of colours the next, so that no two curves look alike

    /** So many looks has each colour, one behind the other. */
    static final int COLOURED = COLOURS.length;

    /**
     * One contestant.
     *
     * @param look which colour and, from {@link #COLOURED} on, which dashes: those that belong together have one colour
     * @param timesPs one for each size, positive; NaN where it has none
     */
    record Curve(String name, int look, List<Double> timesPs) {}

    private final List<Long> sizes; // ascending
    private final int spacing; // of the legend
    private final Scale scale;
    private final StringBuilder svg = new StringBuilder();

    private Plot(List<Long> sizes, List<Curve> curves, Scale scale) {
        this.sizes = sizes;
        this.spacing = Math.min(20, (HEIGHT - TOP - 10) / Math.max(1, curves.size()));
        this.scale = scale;
    }

    /**
     * The picture, each contestant with a look of its own.
     *
     * @param sizes in any order
     * @param timesPs of each contestant one for each size, positive; NaN where it has none
     */
    static String of(String title, List<Long> sizes, Map<String, List<Double>> timesPs) {
        List<Curve> curves = new ArrayList<>();
        timesPs.forEach((name, times) -> curves.add(new Curve(name, curves.size(), times)));
        return of(title, sizes, curves);
    }

    /** The picture; sizes in any order. */
    static String of(String title, List<Long> sizes, List<Curve> curves) {
        return drawn(title, sizes, curves, Scale.ofTimes(values(curves)));
    }

    /** A picture of how many times as long each takes as what is the quickest of that size: what differs by a tenth does not look alike there. */
    static String ofRatios(String title, List<Long> sizes, List<Curve> curves) {
        List<Curve> ratios = new ArrayList<>();
        for (Curve each : curves) {
            ratios.add(new Curve(each.name, each.look, IntStream.range(0, sizes.size()).mapToObj(size -> each.timesPs.get(size) / least(curves, size)).toList()));
        }
        return drawn(title, sizes, ratios, Scale.ofRatios(values(ratios)));
    }

    private static double least(List<Curve> curves, int size) {
        return curves.stream().mapToDouble(each -> each.timesPs.get(size)).filter(Double::isFinite).min().orElse(Double.NaN);
    }

    private static List<Double> values(List<Curve> curves) {
        return curves.stream().flatMap(each -> each.timesPs.stream()).filter(Double::isFinite).toList();
    }

    private static String drawn(String title, List<Long> sizes, List<Curve> curves, Scale scale) {
        List<Integer> ascending = IntStream.range(0, sizes.size()).boxed().sorted(Comparator.comparing(sizes::get)).toList();
        Plot plot = new Plot(ascending.stream().map(sizes::get).toList(), curves, scale);
        plot.svg.append(head(WIDTH, HEIGHT)).append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        plot.text(LEFT, 22, "start", title);
        plot.grid();
        for (int at = 0; at < curves.size(); at++) {
            Curve each = curves.get(at);
            plot.line(ascending.stream().map(each.timesPs::get).toList(), each.look);
            plot.legend(each, at);
        }
        return plot.svg.append("</svg>\n").toString();
    }

    private static String head(int width, int height) {
        return String.format(Locale.ROOT, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n", width, height, width, height);
    }

    /** Pictures as one: those of a row beside each other, rows of as many below each other. */
    static String together(List<List<String>> rows) {
        StringBuilder all = new StringBuilder(head(rows.getFirst().size() * WIDTH, rows.size() * HEIGHT));
        for (int row = 0; row < rows.size(); row++) {
            for (int at = 0; at < rows.get(row).size(); at++) {
                all.append(rows.get(row).get(at).replaceFirst("<svg ", "<svg x=\"" + at * WIDTH + "\" y=\"" + row * HEIGHT + "\" "));
            }
        }
        return all.append("</svg>\n").toString();
    }

    private void grid() {
        scale.lines().forEach((label, value) -> {
            svg.append(String.format(Locale.ROOT, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>%n", LEFT, y(value), WIDTH - RIGHT, y(value)));
            text(LEFT - 8, y(value) + 4, "end", label);
        });
        int every = Math.max(1, (sizes.size() + 7) / 8);
        for (int i = 0; i < sizes.size(); i += every) {
            svg.append(String.format(Locale.ROOT, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#eeeeee\"/>%n", x(i), TOP, x(i), HEIGHT - BOTTOM));
            text(x(i), HEIGHT - BOTTOM + 18, "middle", Words.bytes(sizes.get(i)));
        }
        text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", "size of the message or of one block");
        svg.append(String.format(Locale.ROOT, "<text transform=\"translate(16 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>%n", (TOP + HEIGHT - BOTTOM) / 2.0, scale.title()));
    }

    private double x(int size) {
        double first = Math.log(Math.max(1, sizes.getFirst()));
        double last = Math.log(Math.max(1, sizes.getLast()));
        double share = last > first ? (Math.log(Math.max(1, sizes.get(size))) - first) / (last - first) : 0.5;
        return LEFT + share * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value) {
        return TOP + (1 - scale.share(value)) * (HEIGHT - TOP - BOTTOM);
    }

    /** A line through its points, each of which is drawn, too: of one size there is no line. */
    private void line(List<Double> values, int look) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            if (Double.isFinite(values.get(i))) {
                double y = y(values.get(i));
                line.append(String.format(Locale.ROOT, "%s%.1f,%.1f", line.isEmpty() ? "" : " ", x(i), y));
                svg.append(String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>%n", x(i), y, COLOURS[look % COLOURED]));
            }
        }
        svg.append("<polyline fill=\"none\" ").append(stroke(look)).append(" points=\"").append(line).append("\"/>\n");
    }

    private static String stroke(int look) {
        return "stroke-width=\"2\" stroke=\"" + COLOURS[look % COLOURED] + "\"" + DASHES[look / COLOURED % DASHES.length];
    }

    private void legend(Curve curve, int number) {
        int at = TOP + 10 + spacing * number;
        svg.append(String.format(Locale.ROOT, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" %s/>%n", WIDTH - RIGHT + 14, at, WIDTH - RIGHT + 38, at, stroke(curve.look)));
        text(WIDTH - RIGHT + 44, at + 4, "start", curve.name);
    }

    private void text(double x, double y, String anchor, String words) {
        svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, words.replace("&", "&amp;").replace("<", "&lt;")));
    }
}
