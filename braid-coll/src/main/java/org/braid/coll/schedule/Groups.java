package org.braid.coll.schedule;

import java.util.Arrays;

/**
 * The two groups of an intercommunicator (MPI 4.1, section 6.2.3), one behind the other in one communicator, and what goes between them in one kind of call: each group has what the other one gets.
 *
 * <pre>
 *   ranks        0 … split-1      split … size-1
 *   exchanging   everybody   &lt;-&gt;  everybody
 *   from a root  one of them  -&gt;  all of the other group      the rest of the root's group takes no part
 *   to a root    one of them  &lt;-  all of the other group
 * </pre>
 *
 * All who take part know it alike. Unchanging.
 */
public final class Groups implements Neighbourhood {
    /** In place of a root, where everybody has something and gets something. */
    public static final int NOBODY = -1;

    /** So many pairs of members know whom each other exchanges blocks with: who plans by that looks at a list for each pair. */
    private static final long MOST_PAIRS = 1 << 16;

    private final int split;
    private final int size;
    private final int root;
    private final Neighbours ofFirst; // of those of the first group who take part; of the root where it is in that
    private final Neighbours ofSecond;
    private final Neighbours ofOthers = Neighbours.inOrder(new int[0], new int[0]);

    private Groups(int split, int size, int root, boolean fromRoot, boolean toRoot) {
        if (split < 1 || split >= size || root >= size) {
            throw new IllegalArgumentException("groups of " + split + " and " + (size - split) + " ranks with root " + root);
        }
        this.split = split;
        this.size = size;
        this.root = root;
        int[] nobody = {};
        int[] first = root >= 0 && root < split ? new int[] {root} : ranks(0, split);
        int[] second = root >= split ? new int[] {root} : ranks(split, size);
        boolean isRootFirst = root < split;
        boolean upwards = isRootFirst ? fromRoot : toRoot; // from the first group to the second
        boolean downwards = isRootFirst ? toRoot : fromRoot;
        this.ofFirst = Neighbours.inOrder(downwards ? second : nobody, upwards ? second : nobody);
        this.ofSecond = Neighbours.inOrder(upwards ? first : nobody, downwards ? first : nobody);
    }

    private static int[] ranks(int first, int end) {
        int[] ranks = new int[end - first];
        for (int at = 0; at < ranks.length; at++) {
            ranks[at] = first + at;
        }
        return ranks;
    }

    /** Everybody has something for all of the other group. */
    public static Groups exchanging(int split, int size) {
        return new Groups(split, size, NOBODY, true, true);
    }

    /** The root has something for all of the group that it is not in. */
    public static Groups fromRoot(int split, int size, int root) {
        return new Groups(split, size, root, true, false);
    }

    /** All of the group that the root is not in have something for it. */
    public static Groups toRoot(int split, int size, int root) {
        return new Groups(split, size, root, false, true);
    }

    /** Members of the first group, which is the second one's lowest rank. */
    public int split() {
        return split;
    }

    /** Who alone has something, or gets something; {@link #NOBODY} if everybody does. */
    public int root() {
        return root;
    }

    @Override
    public Neighbours ofRank(int rank) {
        boolean takesPart = root == NOBODY || rank == root || rank < split != root < split;
        return !takesPart ? ofOthers : rank < split ? ofFirst : ofSecond;
    }

    /** {@inheritDoc} One that takes no part knows nothing. */
    @Override
    public Neighbours known(int rank) {
        Neighbours lists = ofRank(rank);
        return lists == ofOthers ? lists : lists.between(this);
    }

    /** Whether there are so few pairs that members may plan by each other's lists. */
    boolean isSmall() {
        return (long) split * (size - split) <= MOST_PAIRS && size <= MOST_RANKS;
    }

    /** That rank and all of the group that it is not in, ascending. */
    public int[] opposite(int rank) {
        int[] all = rank < split ? ranks(split - 1, size) : ranks(0, split + 1);
        all[rank < split ? 0 : split] = rank;
        return all;
    }

    /** Where a rank stands in one of these lists; it must be there. */
    public static int index(int[] ranks, int rank) {
        return Arrays.binarySearch(ranks, rank);
    }
}
