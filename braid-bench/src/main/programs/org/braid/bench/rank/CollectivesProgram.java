package org.braid.bench.rank;

import java.util.Arrays;
import java.util.List;
import mpi.MPI;

/** Arguments: {@code single|multiple SCALE NAME,NAME... BYTES...}. Its work is that of {@code collectives.c}. */
public final class CollectivesProgram {
    private CollectivesProgram() {}

    /** Runs as one rank. */
    public static void main(String[] arguments) {
        MpiProgram.init(arguments);
        List<String> names = List.of(arguments[2].split(","));
        int[] sizes = Arrays.stream(arguments, 3, arguments.length).mapToInt(Integer::parseInt).toArray();
        Speaker speaker = new Speaker(MPI.COMM_WORLD.getRank(), PairFloor.ofWorld());
        new MpiCollectives(speaker, Double.parseDouble(arguments[1]), names).run(sizes);
        MPI.Finalize();
    }
}
