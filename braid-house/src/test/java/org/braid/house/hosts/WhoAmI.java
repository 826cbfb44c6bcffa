package org.braid.house.hosts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import mpi.MPI;

/** An MPI program that says who it is: each rank prints its number and its host's name, at how many sockets others may call it, and rank 0 what it was told on standard input; and all meet once. */
public final class WhoAmI {
    private static final String LISTENS = "0A";

    private WhoAmI() {}

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        int rank = MPI.COMM_WORLD.Rank();
        String told = rank == 0 ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip() : "";
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        System.out.println("rank " + rank + " of " + MPI.COMM_WORLD.Size() + " on " + MPI.Get_processor_name() + " sum " + sum[0] + " listens at " + listening() + (told.isEmpty() ? "" : " told " + told));
        MPI.Finalize();
    }

    /** How many sockets of the network this process listens at. */
    private static long listening() throws IOException {
        Set<String> listening = new HashSet<>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            Path file = Path.of(table);
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                String[] words = line.strip().split("\\s+");
                if (words[3].equals(LISTENS)) {
                    listening.add("socket:[" + words[9] + "]");
                }
            }
        }
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(each -> listening.contains(target(each))).count();
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
