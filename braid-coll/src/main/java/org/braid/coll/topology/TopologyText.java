package org.braid.coll.topology;

import org.jspecify.annotations.Nullable;

/** A topology as text: its levels, and each cluster on a line of its own below the one that it is in. */
final class TopologyText {
    private static final int COLUMN = 40;

    private TopologyText() {}

    static String of(Topology topology) {
        StringBuilder text = new StringBuilder().append(topology.size()).append(topology.size() == 1 ? " rank" : " ranks");
        text.append(topology.isFlat() ? ", all equally far from each other\n" : "\n");
        append(text, topology, topology.whole(), 0);
        return text.toString();
    }

    private static void append(StringBuilder text, Topology topology, Cluster cluster, int depth) {
        for (int i = 0; i < cluster.constituents(); i++) {
            @Nullable Cluster below = cluster.constituent(i);
            if (below != null) {
                line(text, depth, topology.kinds().get(below.own()) + " " + below.name(), (below.ranks().size() == 1 ? "rank " : "ranks ") + below.ranks());
                append(text, topology, below, depth + 1);
            } else if (cluster.kind() < topology.kinds().size()) {
                line(text, depth, "rank " + cluster.ranks(i), "");
            }
        }
    }

    private static void line(StringBuilder text, int depth, String what, String ranks) {
        int from = text.length();
        text.append("  ".repeat(depth + 1)).append(what);
        while (!ranks.isEmpty() && text.length() - from < COLUMN) {
            text.append(' ');
        }
        text.append(ranks.isEmpty() ? "" : " ").append(ranks).append('\n');
    }
}
