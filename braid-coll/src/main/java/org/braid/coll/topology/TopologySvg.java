package org.braid.coll.topology;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Draws a topology as boxes inside boxes. What is inside of a box is nearer to each other than to what is outside; dashed lines are the slowest channel. */
final class TopologySvg {
    private static final int GAP = 8;
    private static final int TITLE = 20;
    private static final int LEAF_WIDTH = 168; // for the ranks of one of 256 hosts that they are dealt out to
    private static final int LEAF_HEIGHT = 26;
    private static final int UNIT = 8; // what a bold letter takes at most but for a few; of other scripts twice that
    private static final int FIRST_WIDE = 0x1100;

    private final Topology topology;
    private final StringBuilder boxes = new StringBuilder();

    TopologySvg(Topology topology) {
        this.topology = topology;
    }

    private record Size(int width, int height) {}

    String draw() {
        Size all = size(topology.whole());
        box(topology.whole(), GAP, GAP, all);
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">%n%s</svg>%n",
                all.width + 2 * GAP, all.height + 2 * GAP, boxes);
    }

    /** Constituents stand side by side below the title; single ranks are one line of text. */
    private Size size(Cluster cluster) {
        int width = GAP;
        int height = 0;
        for (int i = 0; i < cluster.constituents(); i++) {
            @Nullable Cluster below = cluster.constituent(i);
            if (below != null) {
                Size inside = size(below);
                width += inside.width + GAP;
                height = Math.max(height, inside.height);
            }
        }
        return new Size(Math.max(width, LEAF_WIDTH), TITLE + (height == 0 ? LEAF_HEIGHT : LEAF_HEIGHT + height + GAP));
    }

    private void box(Cluster cluster, int x, int y, Size size) {
        String line = cluster == topology.top() && !topology.isFlat() ? " stroke-dasharray=\"6 3\"" : "";
        boxes.append(String.format(
                Locale.ROOT, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"#1f77b4\" fill-opacity=\"0.08\" stroke=\"#444\"%s/>%n", x, y, size.width, size.height, line));
        String title = cluster.own() < 0 ? topology.size() + " ranks" : topology.kinds().get(cluster.own()) + " " + cluster.name();
        text(x + GAP, y + TITLE - 5, size.width - 2 * GAP, title, "bold");
        ranks(x + GAP, y + TITLE + LEAF_HEIGHT - 12, size.width - 2 * GAP, cluster.ranks());
        int next = x + GAP;
        for (int i = 0; i < cluster.constituents(); i++) {
            @Nullable Cluster below = cluster.constituent(i);
            if (below != null) {
                Size inside = size(below);
                box(below, next, y + TITLE + LEAF_HEIGHT, inside);
                next += inside.width + GAP;
            }
        }
    }

    /** Ranks that were dealt out in turn have one step, so that the first two and the last one say which they are where not all have room. */
    private void ranks(int x, int y, int width, RankSet ranks) {
        String all = "ranks " + ranks;
        boolean isOneStep = cut(all, width / UNIT).length() < all.length() && ranks.size() > 3;
        for (int i = 2; i < ranks.size() && isOneStep; i++) {
            isOneStep = ranks.at(i) - ranks.at(i - 1) == ranks.at(1) - ranks.at(0);
        }
        text(x, y, cut(isOneStep ? "ranks " + ranks.at(0) + "," + ranks.at(1) + ",…," + ranks.at(ranks.size() - 1) : all, width / UNIT), all, "normal");
    }

    /** What is longer than its box is cut there. */
    private void text(int x, int y, int width, String text, String weight) {
        text(x, y, cut(text, width / UNIT), text, weight);
    }

    /** A pointer on it shows the whole. */
    private void text(int x, int y, String shown, String text, String weight) {
        String whole = shown.equals(text) ? "" : "<title>" + safe(text) + "</title>";
        boxes.append(String.format(Locale.ROOT, "<text x=\"%d\" y=\"%d\" font-weight=\"%s\">%s%s</text>%n", x, y, weight, whole, safe(shown)));
    }

    /** The beginning of a text that takes so many units, and an ellipsis; all of it where that fits. */
    private static String cut(String text, int units) {
        int used = 0;
        int fits = 0; // so many characters and an ellipsis
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            fits = used < units ? at : fits;
            used += text.codePointAt(at) < FIRST_WIDE ? 1 : 2;
        }
        return used <= units ? text : text.substring(0, fits) + "…";
    }

    private static String safe(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
