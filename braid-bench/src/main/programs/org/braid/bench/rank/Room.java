package org.braid.bench.rank;

import mpi.MPI;

/** The buffers that all collectives of one size share, as those of {@code collectives.c} do. */
final class Room {
    private static final int LEAST_BLOCKS = 4; // a rank on a grid has so many neighbours
    private static final int LONGEST_OF_UNEVEN = 2;

    /** Of the vector, or of each block, in the mean. */
    final int bytes;

    /** Doubles in so many bytes. */
    final int length;

    final byte[] out;
    final byte[] in;
    final double[] terms;
    final double[] sums;

    Room(int bytes) {
        int ranks = MPI.COMM_WORLD.getSize();
        this.bytes = bytes;
        length = bytes / Double.BYTES;
        out = new byte[bytes * Math.max(LEAST_BLOCKS, ranks)];
        in = new byte[out.length];
        terms = new double[length * ranks];
        sums = new double[length * LONGEST_OF_UNEVEN];
    }
}
