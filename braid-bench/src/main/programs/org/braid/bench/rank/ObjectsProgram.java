package org.braid.bench.rank;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpi.MPI;

/**
 * Arguments: {@code objects SCALE}. Objects there and back: a matrix, and a graph of objects of several classes. In the spelling of mpiJava and without anything of Braid's, so that the same source is
 * compiled and run by MPJ Express, too; its ranks may be threads of one process, so there are no statics that change.
 */
public final class ObjectsProgram {
    private static final int ROWS = 1000;
    private static final int ORDERS = 2000;
    private static final int TURNS = 25;
    private static final int LEAST_TURNS = 3;
    private static final long WARM_NS = 3_000_000_000L;
    private static final int TAG = 1;

    /** A part of the graph: strings, boxed numbers and lists, some of which occur in several places. */
    private record Order(String customer, Long number, List<Double> prices, Map<String, Integer> items) implements Serializable {}

    private final int rank;
    private final double scale;

    private ObjectsProgram(int rank, double scale) {
        this.rank = rank;
        this.scale = scale;
    }

    /** Runs as one rank of two. */
    public static void main(String[] arguments) throws Exception {
        String[] own = MPI.Init(arguments);
        ObjectsProgram program = new ObjectsProgram(MPI.COMM_WORLD.Rank(), Double.parseDouble(own[1]));
        program.measure("objects.matrix", new double[ROWS][ROWS], (long) ROWS * ROWS * Double.BYTES);
        Object graph = graph();
        program.measure("objects.graph", graph, serializedBytes(graph));
        MPI.Finalize();
    }

    private static Object graph() {
        List<Order> all = new ArrayList<>();
        Map<String, Integer> items = new LinkedHashMap<>(Map.of("bolt", 4, "nut", 8));
        for (int i = 0; i < ORDERS; i++) {
            all.add(new Order("customer " + i % 100, (long) i, new ArrayList<>(List.of(i / 2.0, i / 3.0)), i % 2 == 0 ? items : new LinkedHashMap<>(items)));
        }
        return all;
    }

    private static long serializedBytes(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.size();
    }

    private void measure(String operation, Object object, long bytes) throws Exception {
        long startNs = System.nanoTime();
        do {
            long ignored = tripNs(object);
        } while (goOn(System.nanoTime() - startNs < WARM_NS * Math.min(1, scale)));
        long[] tripsNs = new long[Math.max(LEAST_TURNS, (int) (TURNS * Math.min(1, scale)))];
        for (int turn = 0; turn < tripsNs.length; turn++) {
            tripsNs[turn] = tripNs(object);
        }
        Arrays.sort(tripsNs);
        if (rank == 0) {
            System.out.println(operation + " Object[] " + bytes + " " + tripsNs[tripsNs.length / 2] / 2e3 + " us");
        }
    }

    /** What rank 0 wants. */
    private static boolean goOn(boolean wanted) throws Exception {
        int[] word = {wanted ? 1 : 0};
        MPI.COMM_WORLD.Bcast(word, 0, 1, MPI.INT, 0);
        return word[0] != 0;
    }

    private long tripNs(Object object) throws Exception {
        Object[] out = {object};
        Object[] in = new Object[1];
        long startNs = System.nanoTime();
        if (rank == 0) {
            MPI.COMM_WORLD.Send(out, 0, 1, MPI.OBJECT, 1, TAG);
            MPI.COMM_WORLD.Recv(in, 0, 1, MPI.OBJECT, 1, TAG);
        } else {
            MPI.COMM_WORLD.Recv(in, 0, 1, MPI.OBJECT, 0, TAG);
            MPI.COMM_WORLD.Send(out, 0, 1, MPI.OBJECT, 0, TAG);
        }
        return System.nanoTime() - startNs;
    }
}
