package org.braid.bench.rank;

import java.util.Arrays;
import mpi.CartComm;
import mpi.MPI;

/** Collectives of neighbours on a grid of two dimensions that goes round in each of them; two or three ranks are a ring. */
final class GridNeighbors {
    private static final int DIMENSIONS = 2;
    private static final int LEAST_OF_A_GRID = 4;

    private final CartComm grid;

    /** Every rank calls this. */
    GridNeighbors() {
        int ranks = MPI.COMM_WORLD.getSize();
        int[] sizes = new int[ranks < LEAST_OF_A_GRID ? 1 : DIMENSIONS];
        CartComm.createDims(ranks, sizes);
        boolean[] round = new boolean[sizes.length];
        Arrays.fill(round, true);
        grid = MPI.COMM_WORLD.createCart(sizes, round, false);
    }

    static boolean has(String name) {
        return name.startsWith("neighbor_");
    }

    CollectiveCall of(String name, Room room) {
        if (name.equals("neighbor_allgather")) {
            return _ -> grid.neighborAllGather(room.out, room.bytes, MPI.BYTE, room.in, room.bytes, MPI.BYTE);
        }
        return _ -> grid.neighborAllToAll(room.out, room.bytes, MPI.BYTE, room.in, room.bytes, MPI.BYTE);
    }
}
