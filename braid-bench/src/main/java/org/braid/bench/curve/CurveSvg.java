package org.braid.bench.curve;

import java.util.List;
import java.util.Map;

/** Curves as one picture: a panel for each work, one below the other. */
public final class CurveSvg {
    private static final int WIDTH = 760;

    private CurveSvg() {}

    /** A whole SVG 1.1 file, which needs nothing beside itself. */
    public static String of(Curves curves) {
        StringBuilder svg = new StringBuilder();
        int height = Math.max(1, curves.all().size()) * Panel.HEIGHT;
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"").append(WIDTH).append("\" height=\"").append(height)
                .append("\" viewBox=\"0 0 ").append(WIDTH).append(' ').append(height)
                .append("\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        int y = 0;
        for (Map.Entry<Curves.Work, Map<String, Curve>> entry : curves.all().entrySet()) {
            svg.append("<g transform=\"translate(0,").append(y).append(")\">\n");
            String title = entry.getKey().name() + ", " + entry.getKey().bytes() + " bytes";
            new Panel(svg, WIDTH, List.copyOf(entry.getValue().values())).draw(title, List.copyOf(entry.getValue().keySet()));
            svg.append("</g>\n");
            y += Panel.HEIGHT;
        }
        return svg.append("</svg>\n").toString();
    }
}
