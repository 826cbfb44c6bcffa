package org.braid.bench.rank;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import mpi.MPI;
import mpi.Status;

/**
 * What the machine itself takes for a cache line's way from one rank's core to the other's: a word that two ranks write in turn, in a file that both map. On virtual machines it changes by
 * a factor of three and more for seconds at a time, and every figure of short messages with it.
 */
final class Floor {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final int BLOCKS = 5;
    private static final int TRIPS = 100; // so few that a probe takes some 0.1 ms: long beside a trip, short beside what it brackets

    private static final int PATIENCE = 1 << 16; // far more than a trip takes

    private final MemorySegment line;
    private final boolean isFirst;
    private long next;

    private Floor(MemorySegment line, boolean isFirst) {
        this.line = line;
        this.isFirst = isFirst;
        this.next = isFirst ? 1 : 2;
    }

    /**
     * Both ranks of a pair map the same file.
     *
     * @param file exists, is empty of words other than 0, and is a page long
     */
    static Floor in(Path file, int rank) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Floor(channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES, Arena.global()), rank == 0);
        }
    }

    /** Nanoseconds for one way, the best of some blocks of trips; both ranks call this together. */
    double measuredNs() {
        trips(TRIPS);
        long bestNs = Long.MAX_VALUE;
        for (int block = 0; block < BLOCKS; block++) {
            long startNs = System.nanoTime();
            trips(TRIPS);
            bestNs = Math.min(bestNs, System.nanoTime() - startNs);
        }
        return bestNs / (2.0 * TRIPS);
    }

    private void trips(int count) {
        for (int i = 0; i < count; i++) {
            if (isFirst) {
                WORD.setRelease(line, 0L, next);
                await(next + 1);
            } else {
                await(next - 1);
                WORD.setRelease(line, 0L, next);
            }
            next += 2;
        }
    }

    private void await(long word) {
        for (int spins = 1; (long) WORD.getAcquire(line, 0L) != word; spins++) {
            if (spins % PATIENCE == 0) {
                Status ignored = MPI.COMM_WORLD.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG); // what this rank has sent may wait for it to look again, as over tcp, and the other one for that
            }
            Thread.onSpinWait();
        }
    }
}
