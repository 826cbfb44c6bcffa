package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Under a profile short calls go over shared memory where its line for boards makes that cheap, and by messages where it makes it dear, or is not there. Real processes. */
@Timeout(180)
class ProfiledBoardsTest {
    private static final String MESSAGES = "host latency=20us overhead=20us bandwidth=1GB/s\n* latency=1ms overhead=20us bandwidth=100MB/s\n";

    /** Prints how many messages of twenty calls stayed within a host. */
    private static final String PROGRAM = """
            import mpi.*;
            void main(String[] args) throws Exception {
                MPI.Init(args);
                int rank = MPI.COMM_WORLD.getRank();
                int[] in = {rank}, out = {0};
                long before = 0;
                for (int call = 0; call < 25; call++) {
                    if (call == 5) before = within();
                    MPI.COMM_WORLD.allReduce(in, out, 1, MPI.INT, MPI.SUM);
                    if (out[0] != 15) throw new AssertionError("a sum of " + out[0]);
                }
                System.out.println("within: " + (within() - before));
                MPI.Finalize();
            }

            long within() throws MPIException {
                long[] sent = (long[]) MPI.COMM_WORLD.getAttr(MPI.TOPOLOGY_MESSAGES);
                return sent[sent.length - 1];
            }
            """;

    @TempDir private Path directory = Path.of("");

    private long messagesWithinHosts(String board) throws Exception {
        Path profile = Files.writeString(directory.resolve("costs"), MESSAGES + board);
        Path topology = Files.writeString(directory.resolve("two.topo"), "a 3\nb 3\n");
        Path program = Files.writeString(directory.resolve("Within.java"), PROGRAM);
        TestJob.Result result = TestJob.run(directory, "", "-n", "6", "--topology", topology.toString(), "-x", "BRAID_PROFILE=" + profile, program.toString());
        assertCode(0, result);
        return result.out().lines().filter(line -> line.startsWith("within: ")).mapToLong(line -> Long.parseLong(line.substring(8))).sum();
    }

    @Test
    void boardsServeWhereTheyAreCheapAndMessagesWhereTheyAreDearOrNothingIsSaid() throws Exception {
        long waking = messagesWithinHosts("board latency=20ns show=20ns look=2ns\n");
        assertTrue(waking < 20 * 2, waking + " messages of 20 calls: no more than wake who has fallen asleep over a board, as on a busy machine"); // one call by messages has eight
        assertTrue(messagesWithinHosts("board latency=20ms show=20ms look=20ms\n") >= 20 * 4);
        assertTrue(messagesWithinHosts("") >= 20 * 4);
    }
}
