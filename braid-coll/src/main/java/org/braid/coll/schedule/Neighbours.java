package org.braid.coll.schedule;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whom one rank exchanges blocks with in a neighbourhood collective (MPI 4.1, section 8.6):
 *
 * <pre>
 *   OUT block i    what source(i) sends here: the turn(i)-th of its blocks for this rank, in the order of its own list
 *   IN block j     goes to destination(j); an allgather sends its one block to all of them
 * </pre>
 *
 * A neighbour may occur several times, and may be the rank itself; {@link #NOBODY} leaves its block alone. The lists of all ranks together must name each edge at both its ends.
 */
public final class Neighbours {
    /** In place of a rank: beyond the edge of a grid. */
    public static final int NOBODY = -1;

    /** Of operations that have no neighbourhood. */
    public static final Neighbours NONE = new Neighbours(new int[0], new int[0], new int[0]);

    private final int[] sources;
    private final int[] turns;
    private final int[] destinations;
    private final int[] turnsOfDestinations;
    private final @Nullable Neighbourhood all;
    private final @Nullable Groups groups;

    /** @param turns for each source which of its blocks for this rank is meant, counted from 0 */
    public Neighbours(int[] sources, int[] turns, int[] destinations) {
        if (sources.length != turns.length) {
            throw new IllegalArgumentException(sources.length + " sources have " + turns.length + " turns");
        }
        this.sources = sources.clone();
        this.turns = turns.clone();
        this.destinations = destinations.clone();
        this.turnsOfDestinations = occurrences(destinations);
        this.all = null;
        this.groups = null;
    }

    private Neighbours(Neighbours lists, @Nullable Neighbourhood all, @Nullable Groups groups) {
        this.sources = lists.sources;
        this.turns = lists.turns;
        this.destinations = lists.destinations;
        this.turnsOfDestinations = lists.turnsOfDestinations;
        this.all = all;
        this.groups = groups;
    }

    /** Where the blocks of one neighbour come in the order in which it sends them. */
    public static Neighbours inOrder(int[] sources, int[] destinations) {
        return new Neighbours(sources, occurrences(sources), destinations);
    }

    /** Every rank is a neighbour of every rank, in the order of ranks. */
    static Neighbours everybody(int size) {
        int[] all = new int[size];
        for (int rank = 0; rank < size; rank++) {
            all[rank] = rank;
        }
        Neighbours each = inOrder(all, all);
        return each.among(size > Neighbourhood.MOST_RANKS ? null : new Alike(each));
    }

    /** All ranks have the same lists. */
    private record Alike(Neighbours each) implements Neighbourhood {
        @Override
        public Neighbours ofRank(int rank) {
            return each;
        }
    }

    /** The same lists of a rank that knows those of all others, as these know its own; null if nobody does. */
    public Neighbours among(@Nullable Neighbourhood those) {
        return new Neighbours(this, those, null);
    }

    /** The same lists, of a rank that knows between which groups they lead. */
    Neighbours between(Groups those) {
        return new Neighbours(this, those.isSmall() ? those : null, those);
    }

    /** The lists of all ranks, by which what goes the same way can go together; null if each knows its own alone. The same at every rank. */
    public @Nullable Neighbourhood all() {
        return all;
    }

    /** Between which groups they lead; null if they are not those of two groups, or of a rank that takes no part and knows nothing. */
    public @Nullable Groups groups() {
        return groups;
    }

    /** Each entry's number among those that are equal to it. */
    private static int[] occurrences(int[] ranks) {
        Map<Integer, Integer> seen = new HashMap<>();
        int[] turns = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            turns[i] = seen.merge(ranks[i], 1, Integer::sum) - 1;
        }
        return turns;
    }

    /** Blocks of OUT. */
    public int inDegree() {
        return sources.length;
    }

    /** Blocks of IN, or the number of times that its one block is sent. */
    public int outDegree() {
        return destinations.length;
    }

    /** Whose block comes into block {@code i} of OUT; or {@link #NOBODY}. */
    public int source(int i) {
        return sources[i];
    }

    /** Which of the blocks that {@link #source} sends here, from 0. */
    public int turn(int i) {
        return turns[i];
    }

    /** To whom block {@code j} of IN goes; or {@link #NOBODY}. */
    public int destination(int j) {
        return destinations[j];
    }

    /** Which of the blocks for {@link #destination} block {@code j} is, from 0. */
    public int turnOfDestination(int j) {
        return turnsOfDestinations[j];
    }

    /**
     * Into which block of OUT comes what this rank sends as block {@code j} of IN to a neighbour that is itself.
     *
     * @param self this rank
     * @return -1 if the block goes to another rank, or to nobody
     * @throws IllegalArgumentException if the rank names itself more often as a destination than as a source
     */
    public int ownBlock(int self, int j) {
        if (destinations[j] != self) {
            return -1;
        }
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] == self && turns[i] == turnsOfDestinations[j]) {
                return i;
            }
        }
        throw new IllegalArgumentException("rank " + self + " sends itself more blocks than it receives from itself");
    }
}
