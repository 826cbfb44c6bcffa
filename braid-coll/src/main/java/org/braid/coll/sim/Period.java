package org.braid.coll.sim;

import java.util.Arrays;

/**
 * After how many ranks a network repeats itself: the least divisor of their number by which all ranks can be moved on, round, so that clusters become clusters of the same kind, and so that ranks that wait for each other for a pipe or a processor stay
 * together, in their order. Hosts of m ranks in blocks repeat after m; in turn after one, if nothing is shared, since those of a host would be one another's images, and only one of them can be the first in a pipe.
 */
final class Period {
    private static final int NOBODY = -1;

    private final int ranks;
    private final Distances distances;
    private final Network network;
    private final Cores cores;

    private Period(Network network) {
        this.ranks = network.topology().size();
        this.distances = new Distances(network.topology());
        this.network = network;
        this.cores = Cores.of(network);
    }

    /** As many as there are ranks if it does not repeat itself. */
    static int of(Network network) {
        var period = new Period(network);
        for (int length = 1; length <= period.ranks / 2; length++) {
            if (period.ranks % length == 0 && period.repeatsAfter(length)) {
                return length;
            }
        }
        return period.ranks;
    }

    private boolean repeatsAfter(int length) {
        return keepsClusters(length) && pipesLieWithin(length) && cores.liesWithin(length);
    }

    private boolean keepsClusters(int length) {
        int[] moved = new int[distances.nodes()];
        Arrays.fill(moved, NOBODY);
        for (int rank = 0; rank < ranks; rank++) {
            if (!keepsClusters(rank, (rank + length) % ranks, moved)) {
                return false;
            }
        }
        return true;
    }

    /** Compares what is above two ranks, up to where that has been done. */
    private boolean keepsClusters(int from, int to, int[] moved) {
        int one = distances.above(from);
        int other = distances.above(to);
        while (one != NOBODY && other != NOBODY && moved[one] == NOBODY && distances.kind(one) == distances.kind(other)) {
            moved[one] = other;
            one = distances.above(one);
            other = distances.above(other);
        }
        return one == NOBODY ? other == NOBODY : moved[one] == other && other != NOBODY;
    }

    /** All who enter one pipe lie in one stretch. */
    private boolean pipesLieWithin(int length) {
        int[] stretches = new int[distances.nodes()];
        Arrays.fill(stretches, NOBODY);
        for (int rank = 0; rank < ranks; rank++) {
            for (int side = rank; distances.above(side) != NOBODY; side = distances.above(side)) {
                boolean isShared = network.channels().get(distances.kind(distances.above(side))).isShared();
                if (isShared && stretches[side] != NOBODY && stretches[side] != rank / length) {
                    return false;
                }
                stretches[side] = rank / length;
            }
        }
        return true;
    }
}
