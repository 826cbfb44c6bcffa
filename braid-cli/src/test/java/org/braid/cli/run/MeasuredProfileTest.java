package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code BRAID_PROFILE=measured}: a job that measures at MPI.Init what messages cost on each level. Real processes. */
@Timeout(120)
class MeasuredProfileTest {
    @TempDir private Path directory = Path.of("");

    private Path program() throws Exception {
        return Files.writeString(directory.resolve("Sums.java"), """
                import mpi.*;
                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Intracomm world = MPI.COMM_WORLD;
                    int me = world.getRank(), size = world.getSize();
                    for (Intracomm comm : new Intracomm[] {world, world.split(me % 2, 0)}) {
                        for (int length = 1; length <= 10000; length *= 100) {
                            for (int call = 0; call < 6; call++) {
                                int[] sum = new int[length], told = new int[length];
                                java.util.Arrays.fill(sum, 1 + comm.getRank());
                                comm.allReduce(sum, length, MPI.INT, MPI.SUM);
                                if (comm.getRank() == 0) told[length - 1] = call;
                                comm.bcast(told, length, MPI.INT, 0);
                                int n = comm.getSize();
                                if (sum[length - 1] != n * (n + 1) / 2 || told[length - 1] != call) throw new AssertionError(sum[length - 1] + " " + told[length - 1]);
                            }
                        }
                    }
                    world.barrier();
                    if (me == 0) System.out.println("right");
                    MPI.Finalize();
                }
                """);
    }

    /** The slow channel takes 5 ms, and its messages are offered first. */
    @Test
    void aJobMeasuresEachLevelOnceAndChoosesByIt() throws Exception {
        Path topology = Files.writeString(directory.resolve("two.topo"), "west/a 2\neast/b 2\n");
        TestJob.Result result = TestJob.run(directory, "", "-n", "4", "--topology", topology.toString(), "--method", "host=shm, *=delay(5ms)+shm", "--report", "topology", "-x", "BRAID_PROFILE=measured", program().toString());
        assertCode(0, result);
        assertEquals("right\n", result.out());
        Matcher slow = Pattern.compile("(?m)^ +\\* latency=(\\d+)ns .* offered=16KiB trips=4$").matcher(result.err());
        assertTrue(slow.find(), result::err);
        assertTrue(Long.parseLong(slow.group(1)) >= 4_000_000, result::err);
        assertTrue(Pattern.compile("(?m)^ +host latency=").matcher(result.err()).find(), result::err);
    }

    @Test
    void aJobOnOneHostDoesLikewiseAndOneOfOneRankHasNothingToMeasure() throws Exception {
        TestJob.Result three = TestJob.run(directory, "", "-n", "3", "--report", "topology", "-x", "BRAID_PROFILE=measured", program().toString());
        assertCode(0, three);
        assertEquals("right\n", three.out());
        assertTrue(three.err().contains("measured at MPI.Init"), three::err);
        TestJob.Result one = TestJob.run(directory, "", "-n", "1", "-x", "BRAID_PROFILE=measured", program().toString());
        assertCode(0, one);
        assertEquals("right\n", one.out());
    }
}
