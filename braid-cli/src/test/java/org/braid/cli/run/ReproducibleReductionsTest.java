package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sums of doubles whose bits tell in which order they were made, on several placements. Real processes. */
@Timeout(240)
class ReproducibleReductionsTest {
    @TempDir private Path directory = Path.of("");

    /** Prints a hash of the bits of all results, of every root, that rank 0 collects. */
    private static final String SUMS = """
            import java.util.Arrays;
            import java.util.Random;
            import mpi.*;
            void main(String[] args) throws Exception {
                MPI.Init(args);
                Intracomm world = MPI.COMM_WORLD;
                int rank = world.getRank(), size = world.getSize();
                long[] hash = {1};
                for (int count : new int[] {size, 600 * size}) {
                    Random random = new Random(rank + 1);
                    double[] in = new double[count];
                    for (int i = 0; i < count; i++) in[i] = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(30));
                    double[] out = new double[count];
                    for (int root = 0; root < size; root++) {
                        world.reduce(in, out, count, MPI.DOUBLE, MPI.SUM, root);
                        hash[0] = 31 * hash[0] + Arrays.hashCode(out);
                    }
                    world.allReduce(in, out, count, MPI.DOUBLE, MPI.SUM);
                    hash[0] = 31 * hash[0] + Arrays.hashCode(out);
                    world.scan(in, out, count, MPI.DOUBLE, MPI.SUM);
                    hash[0] = 31 * hash[0] + Arrays.hashCode(out);
                    world.exScan(in, out, count, MPI.DOUBLE, MPI.SUM);
                    hash[0] = 31 * hash[0] + (rank == 0 ? 0 : Arrays.hashCode(out));
                    double[] own = new double[count / size];
                    world.reduceScatterBlock(in, own, count / size, MPI.DOUBLE, MPI.SUM);
                    hash[0] = 31 * hash[0] + Arrays.hashCode(own);
                    int[] counts = new int[size];
                    Arrays.fill(counts, count / size);
                    world.reduceScatter(in, own, counts, MPI.DOUBLE, MPI.SUM);
                    hash[0] = 31 * hash[0] + Arrays.hashCode(own);
                }
                long[] all = new long[size];
                world.gather(hash, 1, MPI.LONG, all, 1, MPI.LONG, 0);
                if (rank == 0) System.out.println(Arrays.toString(all));
                MPI.Finalize();
            }
            """;

    private static final List<String> PLACEMENTS = List.of("one 6\n", "sdsc/sp 2\nanl/sp 2\nanl/o2k 2\n", "placement cyclic\nsdsc/sp\nanl/sp\nanl/o2k\n", "a/x ranks 0,5\na/y ranks 1,3,4\nb ranks 2\n");

    private String sums(String placement, String... options) throws Exception {
        Path topology = Files.writeString(directory.resolve("some.topo"), placement);
        Path main = Files.writeString(directory.resolve("Sums.java"), SUMS);
        List<String> words = new ArrayList<>(List.of("-n", "6", "--topology", topology.toString()));
        words.addAll(List.of(options));
        words.add(main.toString());
        TestJob.Result result = TestJob.run(directory, "", words.toArray(String[]::new));
        assertCode(0, result);
        return result.out();
    }

    @Test
    void sumsHaveTheSameBitsOnEveryPlacementAndWhicheverAlgorithmIsAskedFor() throws Exception {
        String expected = sums(PLACEMENTS.getFirst(), "--reproducible");
        for (String placement : PLACEMENTS.subList(1, PLACEMENTS.size())) {
            assertEquals(expected, sums(placement, "--reproducible"), placement);
        }
        assertEquals(expected, sums(PLACEMENTS.getLast(), "--reproducible", "-x", "BRAID_COLL=allreduce=ring, reduce=multilevel-canonical(segment=2KiB, rank=chain), scan=linear"));
        assertNotEquals(expected, sums(PLACEMENTS.getLast()), "these sums depend on how they are made");
    }

    @Test
    void aCommunicatorCanBeToldAndWhatIsNoSwitchIsRefused() throws Exception {
        Path main = Files.writeString(directory.resolve("Told.java"), """
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    for (String how : new String[] {"true", "perhaps"}) {
                        Info hints = new Info();
                        hints.set("braid_reproducible", how);
                        try {
                            Intracomm told = MPI.COMM_WORLD.dupWithInfo(hints);
                            int[] sum = {1};
                            told.allReduce(sum, 1, MPI.INT, MPI.SUM);
                            System.out.println(how + " " + sum[0]);
                        } catch (MPIException refused) {
                            System.out.println(how + " " + refused.getMessage().contains("it is a switch"));
                        }
                    }
                    MPI.Finalize();
                }
                """);
        TestJob.Result result = TestJob.run(directory, "", "-n", "1", main.toString());
        assertCode(0, result);
        assertTrue(result.out().contains("true 1") && result.out().contains("perhaps true"), result::out);
    }
}
