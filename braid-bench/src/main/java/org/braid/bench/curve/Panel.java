package org.braid.bench.curve;

import java.util.List;
import java.util.Locale;

/**
 * One work's curves over the seconds after Init. The other axis is logarithmic, in whole decades, since youth is a matter of factors.
 *
 * <pre>
 *   title                              legend
 *   10 us +---------------------------------+
 *         |                                 |
 *    1 us +---------------------------------+
 *         0 s           1 s               2 s
 * </pre>
 */
final class Panel {
    static final int HEIGHT = 300;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 50;
    private static final int BOTTOM = 40;
    private static final int LEGEND_WIDTH = 120;
    private static final int FEW_MS = 1_000;

    private final StringBuilder svg;
    private final List<Curve> curves;
    private final double plotWidth;
    private final double plotHeight = HEIGHT - TOP - BOTTOM;
    private final int spanMs;
    private final int lowest;
    private final int highest;

    /** @param curves at least one, with at least one bin each */
    Panel(StringBuilder svg, int width, List<Curve> curves) {
        this.svg = svg;
        this.curves = curves;
        this.plotWidth = width - LEFT - RIGHT;
        this.spanMs = curves.stream().mapToInt(curve -> curve.endMs(curve.bins() - 1)).max().orElseThrow();
        this.lowest = (int) Math.floor(Math.log10(positive(curves.stream().flatMap(curve -> curve.all().stream()).mapToDouble(us -> us).min().orElseThrow())));
        double most = positive(curves.stream().flatMap(curve -> curve.all().stream()).mapToDouble(us -> us).max().orElseThrow());
        this.highest = Math.max(lowest + 1, (int) Math.ceil(Math.log10(most)));
    }

    /** A logarithm needs one; nothing is quicker than a nanosecond. */
    private static double positive(double us) {
        return Math.max(1e-3, us);
    }

    void draw(String title, List<String> names) {
        text(LEFT, 20, "start", "#222222", title);
        grid();
        for (int i = 0; i < names.size(); i++) {
            String colour = colour(i);
            int x = LEFT + i * LEGEND_WIDTH;
            line(x, TOP - 14, x + 20, TOP - 14, colour, 2);
            text(x + 25, TOP - 10, "start", "#222222", names.get(i));
            polyline(curves.get(i), colour);
        }
    }

    private static String colour(int index) {
        return switch (index % 5) {
            case 0 -> "#c22f2f";
            case 1 -> "#1f6fb2";
            case 2 -> "#2e8b57";
            case 3 -> "#8a5fbf";
            default -> "#777777";
        };
    }

    private void grid() {
        for (int decade = lowest; decade <= highest; decade++) {
            double y = y(Math.pow(10, decade));
            line(LEFT, y, LEFT + plotWidth, y, "#dddddd", 1);
            text(LEFT - 8, y + 4, "end", "#555555", decade(decade));
        }
        int stepMs = spanMs > 2 * FEW_MS ? FEW_MS : FEW_MS / 5;
        for (int ms = 0; ms <= spanMs; ms += stepMs) {
            line(x(ms), TOP, x(ms), TOP + plotHeight, "#eeeeee", 1);
            text(x(ms), TOP + plotHeight + 16, "middle", "#555555", String.format(Locale.ROOT, stepMs == FEW_MS ? "%.0f s" : "%.1f s", ms / 1e3));
        }
    }

    private static String decade(int decade) {
        return decade >= 3 ? Math.round(Math.pow(10, decade - 3)) + " ms" : decade >= 0 ? Math.round(Math.pow(10, decade)) + " us" : Math.round(Math.pow(10, decade + 3)) + " ns";
    }

    private double x(double ms) {
        return LEFT + plotWidth * ms / spanMs;
    }

    private double y(double us) {
        return TOP + plotHeight * (highest - Math.log10(positive(us))) / (highest - lowest);
    }

    /** A bin is drawn at its middle. */
    private void polyline(Curve curve, String colour) {
        svg.append("<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"").append(colour).append("\" points=\"");
        for (int bin = 0; bin < curve.bins(); bin++) {
            svg.append(bin == 0 ? "" : " ").append(number(x((curve.startMs(bin) + curve.endMs(bin)) / 2.0))).append(',').append(number(y(curve.us(bin))));
        }
        svg.append("\"/>\n");
    }

    private void line(double x1, double y1, double x2, double y2, String colour, int width) {
        svg.append("<line x1=\"").append(number(x1)).append("\" y1=\"").append(number(y1)).append("\" x2=\"").append(number(x2)).append("\" y2=\"").append(number(y2))
                .append("\" stroke=\"").append(colour).append("\" stroke-width=\"").append(width).append("\"/>\n");
    }

    private void text(double x, double y, String anchor, String colour, String words) {
        svg.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y)).append("\" text-anchor=\"").append(anchor).append("\" fill=\"").append(colour).append("\">")
                .append(words.replace("&", "&amp;").replace("<", "&lt;")).append("</text>\n");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
