package org.braid.coll.agreement;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.text.ByteSize;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.generator.Tuning;

/** What people tell an algorithm, one thing at a time: a hash of which one has come can be looked up among them. */
final class LikelyTunings {
    private static final int MOST = 64; // numbers, and KiB; each one tried costs a disagreement a hash
    private static final int MOST_SHIFT = 30;
    private static final int MOST_WAYS = 8;

    private LikelyTunings() {}

    /** As they are written, without brackets. */
    static List<String> of(List<String> keys) {
        List<String> all = new ArrayList<>();
        for (String key : keys) {
            values(key).forEach(value -> all.add(key + "=" + value));
        }
        return all;
    }

    private static List<String> values(String key) {
        return switch (key) {
            case Tuning.SEGMENT, Tuning.TOGETHER -> sizes();
            case Tuning.RADIX -> numbers(2);
            case Tuning.LAMBDA, Tuning.EDGES, Tuning.BLOCKS, Tuning.WINDOW -> numbers(1);
            default -> trees(key);
        };
    }

    private static List<String> sizes() {
        List<String> sizes = new ArrayList<>();
        for (int kib = 1; kib <= MOST; kib++) {
            sizes.add(new ByteSize((long) kib << 10).toString());
        }
        for (int shift = 0; shift <= MOST_SHIFT; shift++) {
            sizes.add(new ByteSize(1L << shift).toString());
        }
        return sizes;
    }

    private static List<String> numbers(int from) {
        List<String> numbers = new ArrayList<>();
        for (int number = from; number <= MOST; number++) {
            numbers.add(Integer.toString(number));
        }
        return numbers;
    }

    private static List<String> trees(String level) {
        List<String> trees = new ArrayList<>(List.of("linear", "binomial", "chain", "binary"));
        for (int ways = 2; ways <= MOST_WAYS; ways++) {
            trees.add("knomial(" + ways + ")");
            trees.add("postal(" + ways + ")");
        }
        if (!level.equals(Trees.RANK)) {
            trees.add("none");
        }
        return trees;
    }
}
