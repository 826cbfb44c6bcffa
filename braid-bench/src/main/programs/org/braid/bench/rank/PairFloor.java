package org.braid.bench.rank;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.DoubleSupplier;
import mpi.MPI;

/** The {@link Floor} of a job of two ranks, which agree on its file by a message. Other jobs have none: where ranks share cores, what they take is the scheduler's. */
final class PairFloor {
    private static final int PAGE_BYTES = 4096;
    private static final int LONGEST_NAME = 1024;

    private PairFloor() {}

    /** Every rank calls this. It gives 0 where there is no floor to be measured. */
    static DoubleSupplier ofWorld() {
        if (MPI.COMM_WORLD.getSize() != 2) {
            return () -> 0;
        }
        byte[] name = new byte[LONGEST_NAME];
        int rank = MPI.COMM_WORLD.getRank();
        try {
            if (rank == 0) {
                byte[] made = made().toString().getBytes(StandardCharsets.UTF_8);
                System.arraycopy(made, 0, name, 0, Math.min(made.length, name.length));
            }
            MPI.COMM_WORLD.bcast(name, name.length, MPI.BYTE, 0);
            Path file = Path.of(new String(name, StandardCharsets.UTF_8).replace("\0", ""));
            Floor floor = Floor.in(file, rank);
            MPI.COMM_WORLD.barrier();
            Files.deleteIfExists(file);
            return floor::measuredNs;
        } catch (IOException e) {
            throw new IllegalStateException("the ranks cannot share a page: " + e.getMessage(), e);
        }
    }

    private static Path made() throws IOException {
        Path file = Files.createTempFile("braid-bench-floor-", "");
        Files.write(file, new byte[PAGE_BYTES]);
        return file;
    }
}
