package org.braid.bench.rank;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import mpi.MPI;

/**
 * Arguments: {@code single|multiple BYTES PLACE latency|rate|barrier|allreduce|nothing...}. Does what the bench says, in turns of some milliseconds with another job that does the same, so that both
 * meet the machine in the same state; while the other has its turn, this one sleeps. Each turn of two ranks is bracketed by the {@link Floor}.
 */
public final class TurnProgram {
    /** Of a turn, before it is timed: the other job has used the caches. */
    private static final int UNTIMED_PART = 16;

    /** One thing to do, so many times. */
    private interface Work {
        void repeat(int count);
    }

    private final DoubleSupplier floorNs;
    private final List<Work> works;

    private TurnProgram(DoubleSupplier floorNs, List<Work> works) {
        this.floorNs = floorNs;
        this.works = works;
    }

    /** Runs as one rank. */
    public static void main(String[] arguments) throws IOException {
        MpiProgram.init(arguments);
        int rank = MPI.COMM_WORLD.getRank();
        int bytes = Integer.parseInt(arguments[1]);
        Path place = Path.of(arguments[2]);
        List<Work> works = Arrays.stream(arguments).skip(3).map(name -> work(name, bytes)).toList();
        try (Turns turns = new Turns(place.resolve("turns"), rank)) {
            new TurnProgram(floor(place, rank), works).take(turns);
        }
        MPI.Finalize();
    }

    /** 0 where ranks share cores: then what they take is the scheduler's, not a line's way. */
    private static DoubleSupplier floor(Path place, int rank) throws IOException {
        return MPI.COMM_WORLD.getSize() == 2 ? Floor.in(place.resolve("floor"), rank)::measuredNs : () -> 0;
    }

    private static Work work(String name, int bytes) {
        byte[] out = new byte[bytes];
        byte[] in = new byte[bytes];
        switch (name) {
            case "latency" -> {
                PingPong.Trip trip = MpiLatency.trip(out, in, bytes);
                return count -> PingPong.repeat(trip, count);
            }
            case "rate" -> {
                MpiWindows windows = new MpiWindows(new Speaker(MPI.COMM_WORLD.getRank()), 1, name);
                return count -> windows.repeat(out, bytes, count);
            }
            case "barrier" -> {
                return TurnProgram::barriers;
            }
            case "nothing" -> {
                return _ -> {};
            }
            default -> {
                double[] terms = new double[bytes / Double.BYTES];
                double[] sums = new double[terms.length];
                return count -> reductions(terms, sums, count);
            }
        }
    }

    private static void barriers(int count) {
        for (int i = 0; i < count; i++) {
            MPI.COMM_WORLD.barrier();
        }
    }

    private static void reductions(double[] terms, double[] sums, int count) {
        for (int i = 0; i < count; i++) {
            MPI.COMM_WORLD.allReduce(terms, sums, terms.length, MPI.DOUBLE, MPI.SUM);
        }
    }

    private void take(Turns turns) throws IOException {
        while (turns.next()) {
            Work work = works.get(turns.work());
            double before = floorNs.getAsDouble();
            work.repeat(turns.count() / UNTIMED_PART + 1);
            long startNs = System.nanoTime();
            work.repeat(turns.count());
            long tookNs = System.nanoTime() - startNs;
            turns.took(before, tookNs, floorNs.getAsDouble());
        }
    }
}
