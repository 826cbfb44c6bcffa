package org.braid.coll.sim;

/**
 * Who is run for whom. Ranks 0 to period - 1 are run; each other rank has one of them for its image, {@code period}, or a multiple of it, before it, and does what that one does. A message to somebody who is not run comes to his image, as if it had been sent by
 * whoever stands to the image as the sender to him: as in a crystal, of which one cell is computed.
 *
 * <pre>
 *   ranks    0 1 2 | 3 4 5 | 6 7 8        period 3: 2 sends to 4, so 1 gets what 8 sends it
 *   images   0 1 2 | 0 1 2 | 0 1 2
 * </pre>
 *
 * @param ranks of the collective
 * @param period a divisor of that; as many as there are ranks if each is run itself
 */
record Images(int ranks, int period) {
    /** Each rank is run. */
    static Images none(int ranks) {
        return new Images(ranks, ranks);
    }

    /** Who is run for a rank. */
    int of(int rank) {
        return rank % period;
    }

    /** Who the sender is to the image of his receiver. */
    int sender(int sender, int receiver) {
        return Math.floorMod(sender - (receiver - of(receiver)), ranks);
    }

    /** How many ranks have one image. */
    int each() {
        return ranks / period;
    }
}
