package org.braid.boot.threads;

import java.util.Arrays;
import org.braid.boot.ticket.Ticket;

/** The ranks that one process holds, in any placement, lowest first: where ranks are dealt to hosts like cards, those of one host do not follow each other. Unchanging. */
public final class RankSet {
    private final int[] ranks;

    private RankSet(int[] ranks) {
        this.ranks = ranks;
    }

    /** One rank alone. */
    public static RankSet of(int rank) {
        return new RankSet(new int[] {rank});
    }

    /** Ranks that follow each other. */
    public static RankSet range(int first, int count) {
        int[] ranks = new int[count];
        for (int i = 0; i < count; i++) {
            ranks[i] = first + i;
        }
        return new RankSet(ranks);
    }

    /**
     * A part of a list of ranks.
     *
     * @param ranks lowest first, each once
     * @param from the first of the part
     * @param to the first behind it
     */
    public static RankSet part(int[] ranks, int from, int to) {
        return new RankSet(Arrays.copyOfRange(ranks, from, to));
    }

    /**
     * What {@link #toString} wrote.
     *
     * @throws IllegalArgumentException if it is no list of ranks, lowest first
     */
    public static RankSet parse(String text) {
        int[] ranks = new int[text.length() + 1];
        int count = 0;
        for (String part : text.split(",", -1)) {
            int dash = part.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
            if (first < 0 || last < first || last >= Ticket.MAX_RANKS || count > 0 && first <= ranks[count - 1]) {
                throw new IllegalArgumentException("'" + text + "' is no list of ranks, lowest first");
            }
            ranks = Arrays.copyOf(ranks, Math.max(ranks.length, count + last - first + 1));
            for (int rank = first; rank <= last; rank++) {
                ranks[count++] = rank;
            }
        }
        return new RankSet(Arrays.copyOf(ranks, count));
    }

    /** How many there are, at least one. */
    public int count() {
        return ranks.length;
    }

    /** The lowest. */
    public int first() {
        return ranks[0];
    }

    /** One of them, by its place among them, from 0. */
    public int at(int place) {
        return ranks[place];
    }

    /** A rank's place among them, from 0; negative if it is none of them. */
    public int placeOf(int rank) {
        return Arrays.binarySearch(ranks, rank);
    }

    /** As a list: {@code 0-3,7}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ranks.length; i++) {
            int start = i;
            while (i + 1 < ranks.length && ranks[i + 1] == ranks[i] + 1) {
                i++;
            }
            text.append(text.isEmpty() ? "" : ",").append(ranks[start]).append(i == start ? "" : "-" + ranks[i]);
        }
        return text.toString();
    }
}
