package org.braid.coll.algorithm.irregular;

import java.util.ArrayList;
import java.util.List;

/** Ranks {@code [from, to)}, which are halved until each is alone: the first half has one more if their number is odd. So subtrees of ⌈log2⌉ levels have their ranks beside each other, for any number of them. */
record Interval(int from, int to) {
    int size() {
        return to - from;
    }

    private int middle() {
        return from + (size() + 1) / 2;
    }

    Interval first() {
        return new Interval(from, middle());
    }

    Interval second() {
        return new Interval(middle(), to);
    }

    boolean has(int rank) {
        return rank >= from && rank < to;
    }

    /** The half with a rank in it, or the other one. */
    Interval half(int rank, boolean isOther) {
        return first().has(rank) == isOther ? second() : first();
    }

    /** The one that it is a half of, where all are parts of {@code size} ranks. */
    Interval both(int size) {
        Interval at = new Interval(0, size);
        while (!at.half(from, false).equals(this)) {
            at = at.half(from, false);
        }
        return at;
    }

    /** The largest ones of {@code size} ranks without the root, in the order of ranks. */
    static List<Interval> besides(int root, int size) {
        List<Interval> found = new ArrayList<>();
        for (Interval at = new Interval(0, size); at.size() > 1; at = at.half(root, false)) {
            found.add(at.half(root, true));
        }
        found.sort((one, other) -> Integer.compare(one.from, other.from));
        return found;
    }

    /** From a rank alone to the largest one without the root, by size. */
    static List<Interval> above(int rank, int root, int size) {
        List<Interval> found = new ArrayList<>();
        for (Interval at = new Interval(0, size); at.size() > 1; ) {
            at = at.half(rank, false);
            if (!at.has(root)) {
                found.add(at);
            }
        }
        return found.reversed();
    }
}
