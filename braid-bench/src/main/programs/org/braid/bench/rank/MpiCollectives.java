package org.braid.bench.rank;

import java.util.List;
import mpi.MPI;

/** All that members do together; the time of the slowest rank. A size is that of the vector, or of each block. */
final class MpiCollectives {
    private static final String BARRIER = "barrier";
    private static final int TRIAL = 20;

    /** Loops of one figure, the last of which counts. */
    private static final int MOST_LOOPS = 12;

    /** A loop that takes less than this share of the quickest before was not the last to become quicker. */
    private static final double STILL = 0.9;

    /** So many in a row that were not quicker end it: one alone may have met a compiler. */
    private static final int AT_REST = 2;

    private final Speaker speaker;
    private final double scale;
    private final List<String> names;
    private final GridNeighbors neighbors = new GridNeighbors();
    private final int ranks = MPI.COMM_WORLD.getSize();

    /** Every rank calls this. */
    MpiCollectives(Speaker speaker, double scale, List<String> names) {
        this.speaker = speaker;
        this.scale = scale;
        this.names = names;
    }

    void run(int[] sizes) {
        CollectiveCall barrier = new EqualBlocks(new Room(0)).of(BARRIER);
        Warmth.spend(scale, () -> slowest(barrier, TRIAL));
        if (names.contains(BARRIER)) {
            measure(BARRIER, 0, barrier);
        }
        for (int bytes : sizes) {
            Room room = new Room(bytes);
            names.stream().filter(name -> !name.equals(BARRIER)).forEach(name -> measure(name, bytes, call(name, room)));
        }
    }

    private CollectiveCall call(String name, Room room) {
        if (GridNeighbors.has(name)) {
            return neighbors.of(name, room);
        }
        return CountedBlocks.has(name) ? new CountedBlocks(room).of(name) : new EqualBlocks(room).of(name);
    }

    private void measure(String operation, int bytes, CollectiveCall call) {
        boolean still = Warmth.spend(scale / 2, () -> slowest(call, TRIAL)); // with what surrounds the figure: its first use would make compiled code give way
        double us = slowest(call, TRIAL);
        speaker.begin();
        double leastUs = Double.POSITIVE_INFINITY;
        int atRest = 0;
        for (int loops = 0; atRest < AT_REST && loops < MOST_LOOPS; loops++) { // a loop of many calls is compiled anew: bcasts whose root goes round took 8 us in the first one, and 0.4 then
            us = slowest(call, Counts.collectives(scale, bytes, us)); // as long as the one before, however much quicker calls are by now
            atRest = us < STILL * leastUs ? 0 : atRest + 1;
            leastUs = Math.min(leastUs, us);
        }
        speaker.warmedUp(still && atRest == AT_REST);
        speaker.say(operation + ".np" + ranks, "byte[]", bytes, us, "us");
    }

    /** Microseconds per call, of the slowest rank; so all ranks know the same number. */
    private double slowest(CollectiveCall call, int count) {
        MPI.COMM_WORLD.barrier();
        long startNs = System.nanoTime();
        repeat(call, count);
        double[] mine = {(System.nanoTime() - startNs) / 1e3 / count};
        double[] slowest = new double[1];
        MPI.COMM_WORLD.allReduce(mine, slowest, 1, MPI.DOUBLE, MPI.MAX);
        return slowest[0];
    }

    private static void repeat(CollectiveCall call, int count) {
        for (int i = 0; i < count; i++) {
            call.once(i);
        }
    }
}
