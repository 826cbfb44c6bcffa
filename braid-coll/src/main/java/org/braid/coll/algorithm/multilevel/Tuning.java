package org.braid.coll.algorithm.multilevel;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.ByteSize;
import org.braid.base.text.Spelling;
import org.braid.coll.topology.Topology;

/**
 * How a multilevel operation is carried out, where that is not left to it: {@code (site=none, rank=linear, segment=8KiB)}. The same at every rank.
 *
 * @param leftOut levels that it must not know: with {@code site=none} hosts are as far from each other as they can be, whatever sites they are at. What remains of the paper's machines is MagPIe's view of two levels
 * @param trees which tree joins groups of sites, of clusters, of hosts, and of ranks within a host
 * @param segmentBytes a longer message goes in pieces of about this length, so that all levels work at once; 0 for in one piece
 */
public record Tuning(Set<String> leftOut, Map<String, Branching> trees, long segmentBytes) {
    /** A schedule has so many times its steps at most. */
    private static final int MOST_SEGMENTS = 128;

    private static final String SEGMENT = "segment";
    private static final String NONE = "none";

    /** Keeps copies. */
    public Tuning {
        leftOut = Set.copyOf(leftOut);
        trees = Map.copyOf(trees);
        if (segmentBytes < 0) {
            throw new IllegalArgumentException("a segment of " + segmentBytes + " bytes");
        }
    }

    /**
     * Reads what stands in the brackets.
     *
     * @throws BraidException {@code BRD-1602} if it cannot be meant
     */
    public static Tuning parse(String text) {
        Set<String> leftOut = new LinkedHashSet<>();
        Map<String, Branching> trees = new LinkedHashMap<>();
        long segmentBytes = 0;
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String key = (equals < 0 ? part : part.substring(0, equals)).strip();
            String value = equals < 0 ? "" : part.substring(equals + 1).strip();
            if (!keys().contains(key) || value.isEmpty()) {
                throw refused(part, "it isn't one of " + String.join(", ", keys()) + " with what it is to be", Spelling.didYouMean(key, keys(), "Write for example site=none, rank=linear or segment=8KiB"));
            }
            if (key.equals(SEGMENT)) {
                segmentBytes = segment(part, value);
            } else if (value.equals(NONE) && levels().contains(key)) {
                leftOut.add(key);
            } else {
                trees.put(key, tree(part, value));
            }
        }
        return new Tuning(leftOut, trees, segmentBytes);
    }

    private static List<String> levels() {
        return List.of("site", "cluster", "host");
    }

    private static List<String> keys() {
        return List.of("site", "cluster", "host", Trees.RANK, SEGMENT);
    }

    private static long segment(String part, String value) {
        long bytes = value.matches("[0-9]{1,12}") ? Long.parseLong(value) : ByteSize.parse(value).bytes();
        if (bytes < 1) {
            throw refused(part, "a segment has at least one byte", "Leave it out for messages in one piece");
        }
        return bytes;
    }

    private static Branching tree(String part, String value) {
        for (Branching each : Branching.values()) {
            if (each.text().equals(value)) {
                return each;
            }
        }
        throw refused(part, "there is no tree '" + value + "'", "Trees are linear, binomial and chain; site, cluster and host may be none");
    }

    private static BraidException refused(String part, String why, String whatToDo) {
        return new BraidException(ErrorCode.OPTION_VALUE, "how a multilevel algorithm is to work, \"" + part.strip() + '"', why, whatToDo);
    }

    /** In how many pieces a message goes. */
    public int segments(long bytes) {
        return segmentBytes == 0 ? 1 : (int) Math.clamp(Math.ceilDiv(bytes, segmentBytes), 1, MOST_SEGMENTS);
    }

    /** What the operation knows of a topology. */
    public Topology seen(Topology whole) {
        return leftOut.isEmpty() ? whole : whole.without(leftOut);
    }

    /** As {@link #parse} takes it, in brackets. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String key : keys()) {
            Branching tree = trees.get(key);
            if (leftOut.contains(key) || tree != null) {
                text.append(text.isEmpty() ? "" : ", ").append(key).append('=').append(tree == null ? NONE : tree.text());
            }
        }
        if (segmentBytes > 0) {
            text.append(text.isEmpty() ? "" : ", ").append(SEGMENT).append('=').append(new ByteSize(segmentBytes));
        }
        return "(" + text + ")";
    }
}
