package org.braid.coll.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

    /** The ranks from {@code first} to before {@code end}. */
    public static RankSet interval(int first, int end) {
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
        List<int[]> intervals = new ArrayList<>();
        for (RankSet part : parts) {
            for (int i = 0; i < part.firsts.length; i++) {
                intervals.add(new int[] {part.firsts[i], part.ends[i]});
            }
        }
        intervals.sort(Comparator.comparingInt(interval -> interval[0]));
        int[] firsts = new int[intervals.size()];
        int[] ends = new int[intervals.size()];
        int count = 0;
        for (int[] interval : intervals) {
            boolean goesOn = count > 0 && ends[count - 1] == interval[0];
            count += goesOn ? 0 : 1;
            firsts[count - 1] = goesOn ? firsts[count - 1] : interval[0];
            ends[count - 1] = interval[1];
        }
        return new RankSet(Arrays.copyOf(firsts, count), Arrays.copyOf(ends, count));
    }

    /** So many of them from the one with number {@code first} on, counted round. */
    RankSet round(int first, int count) {
        int behind = Math.max(0, first + count - size());
        RankSet ahead = slice(first, count - behind);
        return behind == 0 ? ahead : union(List.of(slice(0, behind), ahead));
    }

    /** So many of them from the one with number {@code first} on. */
    private RankSet slice(int first, int count) {
        int from = at(first);
        int last = at(first + count - 1);
        int low = intervalOf(from);
        int high = intervalOf(last);
        int[] someFirsts = Arrays.copyOfRange(firsts, low, high + 1);
        int[] someEnds = Arrays.copyOfRange(ends, low, high + 1);
        someFirsts[0] = from;
        someEnds[high - low] = last + 1;
        return new RankSet(someFirsts, someEnds);
    }

    /** All ranks of so many that are none of these; there may be none. */
    public RankSet others(int size) {
        int[] someFirsts = new int[firsts.length + 1];
        int[] someEnds = new int[firsts.length + 1];
        int count = 0;
        for (int i = 0; i <= firsts.length; i++) {
            int first = i == 0 ? 0 : ends[i - 1];
            int end = i == firsts.length ? size : firsts[i];
            if (first < end) {
                someFirsts[count] = first;
                someEnds[count++] = end;
            }
        }
        return new RankSet(Arrays.copyOf(someFirsts, count), Arrays.copyOf(someEnds, count));
    }

    /** All of them, ascending. */
    public int[] ranks() {
        int[] ranks = new int[size()];
        for (int interval = 0; interval < firsts.length; interval++) {
            for (int rank = firsts[interval], at = before[interval]; rank < ends[interval]; rank++, at++) {
                ranks[at] = rank;
            }
        }
        return ranks;
    }

    /** How many ranks. */
    public int size() {
        return before[firsts.length];
    }

    /** How many of them are from {@code first} on and before {@code end}. */
    public int within(int first, int end) {
        return lowerThan(end) - lowerThan(first);
    }

    private int lowerThan(int rank) {
        int at = intervalOf(rank);
        return at < 0 ? 0 : before[at] + Math.min(rank, ends[at]) - firsts[at];
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
    public int indexOf(int rank) {
        int at = intervalOf(rank);
        return before[at] + rank - firsts[at];
    }

    /** The one that {@code index} others are lower than. */
    public int at(int index) {
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
