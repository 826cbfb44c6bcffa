package org.braid.coll.algorithm.tree;

import java.util.Arrays;

/**
 * The distance-halving Bine tree (De Sensi and others 2025, "Bine trees: enhancing collective operations by optimizing communication locality"): distances are sums of powers of -2, so that those who have a message are no farther than two thirds as far from each other
 * as in a binomial tree, and messages go to the one side and to the other in turn. Positions are counted from the root and stand on both of its sides; what hangs on one is an interval with it inside.
 *
 * <pre>
 *   8 positions      -2  -1   0   1   2   3   4   5
 *   first                      0 ─────────> 3               who leads 2^k of them sends to who leads the other half:
 *   then                  -1 <─ 0          3 ─> 4            an even one to the right, an odd one to the left, if 2^k is 2, 8, 32, …; else the other way round
 *   then             -2 <─ -1   0 ─> 1 2 <─ 3   4 ─> 5
 * </pre>
 *
 * <p>Of a number that is no power of two some positions of the next larger tree are missing, all at one end, on the side that the root sends to first; in place of one that is missing stands the first that it would have sent to.
 *
 * @param size positions, at least 1
 */
public record BineTree(int size) {
    /** Whoever is behind one end: in place of a parent of the root. */
    private static final int NOBODY = Integer.MIN_VALUE;

    /** 2^level positions of the tree without gaps, and who leads them. */
    private record Half(int leader, int level) {
        int from() {
            return BineTree.first(leader, level);
        }

        int to() {
            return from() + (1 << level);
        }

        /** What its leader goes on with. */
        Half kept() {
            return new Half(leader, level - 1);
        }

        /** What its leader sends to. */
        Half given() {
            return new Half(partner(leader, level - 1), level - 1);
        }
    }

    /** Who exchanges messages in the round of so many steps of doubling; the same both ways. */
    public static int partner(int position, int round) {
        int distance = (1 - (round % 2 == 0 ? -2 : 2) * (1 << round)) / 3;
        return position % 2 == 0 ? position + distance : position - distance;
    }

    /** The first of the 2^level positions, one behind the other, that one leads. */
    public static int first(int leader, int level) {
        int left = 0;
        for (int earlier = leader % 2 == 0 ? 1 : 0; earlier < level; earlier += 2) {
            left += 1 << earlier;
        }
        return leader - left;
    }

    /** How many rounds it has: ⌈log2⌉ of its size. */
    int rounds() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    private Half all() {
        return new Half(0, rounds());
    }

    /** The first position, at most 0. */
    public int first() {
        Half all = all();
        return rounds() % 2 == 1 ? all.from() : all.to() - size;
    }

    /** Which position someone has, counted round to the right from the root. */
    public int position(int fromRoot) {
        return fromRoot < first() + size ? fromRoot : fromRoot - size;
    }

    private boolean isThere(int position) {
        return position >= first() && position < first() + size;
    }

    private int from(Half half) {
        return Math.max(half.from(), first());
    }

    private int to(Half half) {
        return Math.min(half.to(), first() + size);
    }

    private boolean isEmpty(Half half) {
        return from(half) >= to(half);
    }

    /** Who leads those that are there of a half that is not empty. */
    private int top(Half half) {
        Half at = half;
        while (!isThere(at.leader)) {
            at = isEmpty(at.kept()) ? at.given() : at.kept();
        }
        return at.leader;
    }

    /** The largest half that a position leads, or whom it hangs on. */
    private Half led(int position) {
        Half at = all();
        while (top(at) != position) {
            at = isIn(at.kept(), position) ? at.kept() : at.given();
        }
        return at;
    }

    private static boolean isIn(Half half, int position) {
        return position >= half.from() && position < half.to();
    }

    /** Whom a position hangs on; 0 for 0. */
    public int parent(int position) {
        int parent = NOBODY;
        Half at = all();
        for (int top = top(at); top != position; top = top(at)) {
            parent = top;
            at = isIn(at.kept(), position) ? at.kept() : at.given();
        }
        return parent == NOBODY ? 0 : parent;
    }

    /** The first of those that hang on a position, itself counted. */
    public int from(int position) {
        return from(led(position));
    }

    /** Behind the last of them. */
    public int to(int position) {
        return to(led(position));
    }

    /** Whom a position sends to, in this order: what hangs on each is about half of what hung on those behind it. */
    public int[] children(int position) {
        int[] children = new int[rounds()];
        int count = 0;
        for (Half at = led(position); at.level > 0; ) {
            boolean isSplit = !isEmpty(at.kept()) && !isEmpty(at.given());
            if (isSplit) {
                children[count++] = top(at.given());
            }
            at = isEmpty(at.kept()) ? at.given() : at.kept();
        }
        return Arrays.copyOf(children, count);
    }
}
