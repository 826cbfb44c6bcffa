package org.braid.bench.rank;

import java.util.Arrays;
import mpi.MPI;

/** Arguments: {@code single|multiple types|buffers SCALE BYTES...}. What gaps between elements cost, and what it costs that a buffer is an array. */
public final class TypesProgram {
    private TypesProgram() {}

    /** Runs as one rank of two. */
    public static void main(String[] arguments) {
        MpiProgram.init(arguments);
        double scale = Double.parseDouble(arguments[2]);
        int[] sizes = Arrays.stream(arguments, 3, arguments.length).mapToInt(Integer::parseInt).toArray();
        Speaker speaker = new Speaker(MPI.COMM_WORLD.getRank(), PairFloor.ofWorld());
        if (arguments[1].equals("types")) {
            new MpiTypes(speaker, scale).run(sizes);
        } else {
            new MpiBuffers(speaker, scale).run(sizes);
        }
        MPI.Finalize();
    }
}
