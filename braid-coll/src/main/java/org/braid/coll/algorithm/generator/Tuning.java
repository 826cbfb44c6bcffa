package org.braid.coll.algorithm.generator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.ByteSize;
import org.braid.base.text.Spelling;
import org.braid.coll.algorithm.tree.Tree;
import org.braid.coll.algorithm.tree.TreeNames;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * How an algorithm is carried out, where that is not left to it: {@code (site=none, rank=linear, segment=8KiB)} of a multilevel one, {@code (radix=8)} of others. The same at every rank.
 *
 * @param leftOut levels that it must not know: with {@code site=none} hosts are as far from each other as they can be, whatever sites they are at. What remains of the paper's machines is MagPIe's view of two levels
 * @param trees which tree joins groups of sites, of clusters, of hosts, of packages, caches and processes within a host, and of ranks
 * @param segmentBytes a longer message goes in pieces of about this length, so that all levels work at once; 0 for in one piece, or what is usual
 * @param radix k of k-nomial trees and the like, 2 to {@link TreeNames#MOST_WAYS}; 0 for what is usual
 * @param lambda λ of postal trees, 1 to {@link TreeNames#MOST_WAYS}; 0 for what is usual
 * @param togetherBytes blocks of lengths of their own go together up to this length, longer ones by themselves; 0 for what is usual
 * @param edges so many edges of a graph from one cluster to another go together, fewer by themselves, 1 to {@link TreeNames#MOST_WAYS}; 0 for what is usual
 * @param blocks so many blocks go together at most, 1 to {@link TreeNames#MOST_WAYS}; 0 for what is usual
 * @param window so many messages each way are under way at once, 1 to {@link TreeNames#MOST_WAYS}; 0 for what is usual
 */
public record Tuning(Set<String> leftOut, Map<String, Tree> trees, long segmentBytes, int radix, int lambda, long togetherBytes, int edges, int blocks, int window) {
    /** In so many pieces a message goes at most: the steps of a rank with a hundred thousand children are counted in an int. */
    public static final int MOST_SEGMENTS = 1 << 14;

    /** The length of pieces: a key. */
    public static final String SEGMENT = "segment";
    /** The k of trees with k-1 children a round: a key. */
    public static final String RADIX = "radix";
    /** The λ of the postal model: a key. */
    public static final String LAMBDA = "lambda";
    /** How long blocks are that go together: a key. */
    public static final String TOGETHER = "together";
    /** How many edges between two clusters go together: a key. */
    public static final String EDGES = "edges";
    /** How many blocks go together: a key. */
    public static final String BLOCKS = "blocks";
    /** How many messages are under way at once: a key. */
    public static final String WINDOW = "window";
    private static final String NONE = "none";

    /** Keeps copies. */
    public Tuning {
        leftOut = Set.copyOf(leftOut);
        trees = Map.copyOf(trees);
        if (segmentBytes < 0) {
            throw new IllegalArgumentException("a segment of " + segmentBytes + " bytes");
        }
    }

    /** Of a multilevel algorithm. */
    public Tuning(Set<String> leftOut, Map<String, Tree> trees, long segmentBytes) {
        this(leftOut, trees, segmentBytes, 0, 0, 0, 0, 0, 0);
    }

    /** {@code (radix=k)}. */
    public static Tuning radix(int k) {
        return new Tuning(Set.of(), Map.of(), 0, k, 0, 0, 0, 0, 0);
    }

    /** {@code (lambda=λ)}. */
    public static Tuning lambda(int lambda) {
        return new Tuning(Set.of(), Map.of(), 0, 0, lambda, 0, 0, 0, 0);
    }

    /** {@code (blocks=n)}. */
    public static Tuning blocks(int n) {
        return new Tuning(Set.of(), Map.of(), 0, 0, 0, 0, 0, n, 0);
    }

    /** {@code (window=n)}. */
    public static Tuning window(int n) {
        return new Tuning(Set.of(), Map.of(), 0, 0, 0, 0, 0, 0, n);
    }

    /** Reads what stands in the brackets, whoever takes it. */
    static Tuning parse(String text) {
        return parse(text, keys());
    }

    private static String example(String key) {
        return key + switch (key) {
            case SEGMENT, TOGETHER -> "=8KiB";
            case RADIX, LAMBDA, EDGES, BLOCKS, WINDOW -> "=4";
            default -> "=linear"; // a level
        };
    }

    /**
     * Reads what stands in the brackets.
     *
     * @param keys what may be said
     * @throws BraidException {@code BRD-1602} if it cannot be meant
     */
    public static Tuning parse(String text, List<String> keys) {
        Set<String> said = new LinkedHashSet<>();
        Set<String> leftOut = new LinkedHashSet<>();
        Map<String, Tree> trees = new LinkedHashMap<>();
        long segmentBytes = 0;
        long togetherBytes = 0;
        int radix = 0;
        int lambda = 0;
        int edges = 0;
        int blocks = 0;
        int window = 0;
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String key = (equals < 0 ? part : part.substring(0, equals)).strip();
            String value = equals < 0 ? "" : part.substring(equals + 1).strip();
            if (!keys.contains(key) || value.isEmpty()) {
                throw refused(part, "it isn't one of " + String.join(", ", keys) + " with what it is to be", Spelling.didYouMean(key, keys, "Write for example " + example(keys.getFirst())));
            }
            if (!said.add(key)) {
                throw refused(part, key + " is said twice", "Say it once");
            }
            if (key.equals(SEGMENT)) {
                segmentBytes = length(part, value, "a segment has");
            } else if (key.equals(TOGETHER)) {
                togetherBytes = length(part, value, "blocks that go together have");
            } else if (key.equals(RADIX)) {
                radix = ways(part, value, 2);
            } else if (key.equals(LAMBDA)) {
                lambda = ways(part, value, 1);
            } else if (key.equals(EDGES)) {
                edges = ways(part, value, 1);
            } else if (key.equals(BLOCKS)) {
                blocks = ways(part, value, 1);
            } else if (key.equals(WINDOW)) {
                window = ways(part, value, 1);
            } else if (value.equals(NONE) && levels().contains(key)) {
                leftOut.add(key);
            } else {
                trees.put(key, tree(part, value));
            }
        }
        return new Tuning(leftOut, trees, segmentBytes, radix, lambda, togetherBytes, edges, blocks, window);
    }

    private static List<String> levels() {
        return Level.all();
    }

    /** What may be said to an algorithm that goes by levels, and these. */
    public static List<String> levelKeys(String... more) {
        List<String> keys = new ArrayList<>(levels());
        keys.add(Trees.RANK);
        keys.addAll(List.of(more));
        return List.copyOf(keys);
    }

    private static List<String> keys() {
        return levelKeys(SEGMENT, RADIX, LAMBDA, TOGETHER, EDGES, BLOCKS, WINDOW);
    }

    private static int ways(String part, String value, int least) {
        int ways = value.matches("[0-9]{1,4}") ? Integer.parseInt(value) : 0;
        if (ways < least || ways > TreeNames.MOST_WAYS) {
            throw refused(part, value + " is none", "It is a number from " + least + " to " + TreeNames.MOST_WAYS);
        }
        return ways;
    }

    private static long length(String part, String value, String whatHas) {
        long bytes = value.matches("[0-9]{1,12}") ? Long.parseLong(value) : withUnit(part, value);
        if (bytes < 1) {
            throw refused(part, whatHas + " at least one byte", "Leave it out for what is usual");
        }
        return bytes;
    }

    private static long withUnit(String part, String value) {
        try {
            return ByteSize.parse(value).bytes();
        } catch (BraidException unreadable) {
            throw refused(part, value + " is no length", "It is a number of bytes of at most 12 digits, or one with a unit, as 64KiB");
        }
    }

    private static Tree tree(String part, String value) {
        @Nullable Tree tree = TreeNames.parse(value);
        if (tree == null) {
            throw refused(part, "there is no tree '" + value + "'", "Trees are linear, binomial, binary, chain, knomial(4) and postal(3), with numbers up to " + TreeNames.MOST_WAYS + "; levels may be none");
        }
        return tree;
    }

    private static BraidException refused(String part, String why, String whatToDo) {
        return new BraidException(ErrorCode.OPTION_VALUE, "how an algorithm is to work, \"" + part.strip() + '"', why, whatToDo);
    }

    /** In how many pieces of at most so many bytes a message goes, if there need not be more than {@code most} of them; one for 0. */
    public static int segments(long bytes, long segmentBytes, int most) {
        return segmentBytes == 0 ? 1 : (int) Math.clamp(Math.ceilDiv(bytes, segmentBytes), 1, most);
    }

    /** The same, but for a level more that it must not know. */
    public Tuning blindTo(String level) {
        Set<String> more = new LinkedHashSet<>(leftOut);
        more.add(level);
        return new Tuning(more, trees, segmentBytes, radix, lambda, togetherBytes, edges, blocks, window);
    }

    /** What the operation knows of a topology. */
    public Topology seen(Topology whole) {
        return leftOut.isEmpty() ? whole : whole.without(leftOut);
    }

    /** As {@link #parse} takes it, in brackets. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String key : levelKeys()) {
            Tree tree = trees.get(key);
            if (leftOut.contains(key) || tree != null) {
                text.append(text.isEmpty() ? "" : ", ").append(key).append('=').append(tree == null ? NONE : tree.text());
            }
        }
        if (segmentBytes > 0) {
            text.append(text.isEmpty() ? "" : ", ").append(SEGMENT).append('=').append(new ByteSize(segmentBytes));
        }
        if (togetherBytes > 0) {
            text.append(text.isEmpty() ? "" : ", ").append(TOGETHER).append('=').append(new ByteSize(togetherBytes));
        }
        if (radix > 0) {
            text.append(text.isEmpty() ? "" : ", ").append(RADIX).append('=').append(radix);
        }
        if (lambda > 0) {
            text.append(text.isEmpty() ? "" : ", ").append(LAMBDA).append('=').append(lambda);
        }
        if (edges > 0) {
            text.append(text.isEmpty() ? "" : ", ").append(EDGES).append('=').append(edges);
        }
        if (blocks > 0) {
            text.append(text.isEmpty() ? "" : ", ").append(BLOCKS).append('=').append(blocks);
        }
        if (window > 0) {
            text.append(text.isEmpty() ? "" : ", ").append(WINDOW).append('=').append(window);
        }
        return "(" + text + ")";
    }
}
