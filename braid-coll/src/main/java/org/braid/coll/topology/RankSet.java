package org.braid.coll.topology;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** A set of ranks as intervals: as long as ranks are placed in blocks it takes a few words however many there are. Unchanging. */
public final class RankSet {
    private final int[] firsts; // ascending
    private final int[] ends; // behind the last of each interval
    private final int[] before; // how many ranks lie in the intervals before

    private RankSet(int[] firsts, int[] ends) {
        this.firsts = firsts;
        this.ends = ends;
        this.before = new int[firsts.length + 1];
        for (int i = 0; i < firsts.length; i++) {
            before[i + 1] = before[i] + ends[i] - firsts[i];
        }
    }

    static RankSet interval(int first, int end) {
        return new RankSet(new int[] {first}, new int[] {end});
    }

    /** @param ranks ascending, each once, at least one */
    static RankSet of(int[] ranks) {
        int[] firsts = new int[ranks.length];
        int[] ends = new int[ranks.length];
        int count = 0;
        for (int rank : ranks) {
            if (count > 0 && ends[count - 1] == rank) {
                ends[count - 1]++;
            } else {
                firsts[count] = rank;
                ends[count++] = rank + 1;
            }
        }
        return new RankSet(Arrays.copyOf(firsts, count), Arrays.copyOf(ends, count));
    }

    /** The ranks of all these, which have none in common. */
    public static RankSet union(List<RankSet> parts) {
        BitSet all = new BitSet();
        for (RankSet part : parts) {
            for (int i = 0; i < part.firsts.length; i++) {
                all.set(part.firsts[i], part.ends[i]);
            }
        }
        return of(all.stream().toArray());
    }

    /** How many ranks. */
    public int size() {
        return before[firsts.length];
    }

    /** The least of them. */
    public int lowest() {
        return firsts[0];
    }

    /** How many intervals of consecutive ranks they form, none of which could be longer. */
    public int intervals() {
        return firsts.length;
    }

    /** The first rank of an interval. */
    public int first(int interval) {
        return firsts[interval];
    }

    /** The rank behind the last one of an interval. */
    public int end(int interval) {
        return ends[interval];
    }

    boolean contains(int rank) {
        int at = intervalOf(rank);
        return at >= 0 && rank < ends[at];
    }

    /** How many of them are lower than {@code rank}, which is one of them. */
    int indexOf(int rank) {
        int at = intervalOf(rank);
        return before[at] + rank - firsts[at];
    }

    /** The one that {@code index} others are lower than. */
    int at(int index) {
        int found = Arrays.binarySearch(before, index);
        int interval = found >= 0 ? found : -found - 2;
        return firsts[interval] + index - before[interval];
    }

    private int intervalOf(int rank) {
        int found = Arrays.binarySearch(firsts, rank);
        return found >= 0 ? found : -found - 2;
    }

    /** As people write it: {@code 0-3,8}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < firsts.length; i++) {
            text.append(text.isEmpty() ? "" : ",").append(firsts[i]).append(ends[i] == firsts[i] + 1 ? "" : "-" + (ends[i] - 1));
        }
        return text.toString();
    }
}
