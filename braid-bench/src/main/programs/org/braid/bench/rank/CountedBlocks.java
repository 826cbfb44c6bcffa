package org.braid.bench.rank;

import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;

/**
 * Collectives that take a count for each block. Blocks are equal, or, of a name that ends in {@code .uneven}, block k of P has 2k/(P-1) of the mean; of an alltoall that from rank i to rank j
 * is block (i+j) mod P.
 */
final class CountedBlocks {
    private static final String UNEVEN = ".uneven";

    private final int rank = MPI.COMM_WORLD.getRank();
    private final int ranks = MPI.COMM_WORLD.getSize();
    private final Room room;

    CountedBlocks(Room room) {
        this.room = room;
    }

    static boolean has(String name) {
        return switch (plain(name)) {
            case "gatherv", "scatterv", "allgatherv", "alltoallv", "alltoallw", "reduce_scatter" -> true;
            default -> false;
        };
    }

    CollectiveCall of(String name) {
        byte[] out = room.out;
        byte[] in = room.in;
        boolean uneven = name.endsWith(UNEVEN);
        int[] counts = counts(room.bytes, 0, uneven);
        int[] places = places(counts);
        int[] each = counts(room.bytes, rank, uneven);
        int[] apart = places(each);
        int mine = counts[rank];
        return switch (plain(name)) {
            case "gatherv" -> _ -> MPI.COMM_WORLD.gatherv(out, mine, MPI.BYTE, in, counts, places, MPI.BYTE, 0);
            case "scatterv" -> _ -> MPI.COMM_WORLD.scatterv(out, counts, places, MPI.BYTE, in, mine, MPI.BYTE, 0);
            case "allgatherv" -> _ -> MPI.COMM_WORLD.allGatherv(out, mine, MPI.BYTE, in, counts, places, MPI.BYTE);
            case "alltoallv" -> _ -> MPI.COMM_WORLD.allToAllv(out, each, apart, MPI.BYTE, in, each, apart, MPI.BYTE);
            case "alltoallw" -> typed(each, apart);
            default -> reduceScatter(counts(room.length, 0, uneven));
        };
    }

    private CollectiveCall typed(int[] each, int[] apart) {
        Datatype[] types = new Datatype[ranks];
        Arrays.fill(types, MPI.BYTE);
        return _ -> MPI.COMM_WORLD.allToAllw(room.out, each, apart, types, room.in, each, apart, types);
    }

    private CollectiveCall reduceScatter(int[] counts) {
        return _ -> MPI.COMM_WORLD.reduceScatter(room.terms, room.sums, counts, MPI.DOUBLE, MPI.SUM);
    }

    private static String plain(String name) {
        return name.endsWith(UNEVEN) ? name.substring(0, name.length() - UNEVEN.length()) : name;
    }

    /** @param first the number of the first one of P blocks, which go round */
    private int[] counts(int mean, int first, boolean uneven) {
        int[] counts = new int[ranks];
        for (int r = 0; r < ranks; r++) {
            counts[r] = uneven ? (int) (2L * mean * ((first + r) % ranks) / (ranks - 1)) : mean;
        }
        return counts;
    }

    private int[] places(int[] counts) {
        int[] places = new int[ranks];
        for (int r = 1; r < ranks; r++) {
            places[r] = places[r - 1] + counts[r - 1];
        }
        return places;
    }
}
