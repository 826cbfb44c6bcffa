package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The parts of {@code splitType(TYPE_SHARED)}: whoever is in one can make a window of shared memory with the others (MPI 4.1, section 7.4.2), by whatever methods the job goes. Real processes. */
@Timeout(120)
class SharedPartsTest {
    private static final String PROGRAM = """
            import java.nio.ByteBuffer;
            import mpi.*;

            void main(String[] args) {
                MPI.Init(args);
                Intracomm world = MPI.COMM_WORLD;
                Intracomm part = world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
                Win shared = new Win(8, 1, MPI.INFO_NULL, part, null, Win.FLAVOR_SHARED);
                shared.lockAll(0);
                int first = part.getSize() - 1;
                shared.put(ByteBuffer.allocateDirect(1).put(0, (byte) (1 + part.getRank())), 1, MPI.BYTE, first, part.getRank(), 1, MPI.BYTE);
                shared.flush(first);
                shared.unlockAll();
                part.barrier();
                shared.free();
                int[] sizes = new int[world.getSize()];
                world.allGather(new int[] {part.getSize()}, 1, MPI.INT, sizes, 1, MPI.INT);
                if (world.getRank() == 0) System.out.println(java.util.Arrays.toString(sizes));
                MPI.Finalize();
            }
            """;

    @TempDir private Path directory = Path.of("");

    private String sizes(String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("-n", "4"));
        all.addAll(List.of(words));
        all.add(Files.writeString(directory.resolve("Parts.java"), PROGRAM).toString());
        TestJob.Result result = TestJob.run(directory, "", all.toArray(String[]::new));
        TestJob.assertCode(0, result);
        return result.out().strip();
    }

    @Test
    void allOfAHostAreOneWhereMemoryIsShared() throws Exception {
        assertEquals("[4, 4, 4, 4]", sizes());
    }

    @Test
    void eachIsAloneWhereAllGoesThroughSockets() throws Exception {
        assertEquals("[1, 1, 1, 1]", sizes("--method", "tcp"));
        assertEquals("[1, 1, 1, 1]", sizes("--method", "tcp", "--ranks-per-process", "4"));
    }

    @Test
    void whatIsDelayedBetweenNamedHostsIsSharedWithinThem() throws Exception {
        Path topology = Files.writeString(directory.resolve("two.topo"), "east/left 2\neast/right 2\n");
        assertEquals("[2, 2, 2, 2]", sizes("--topology", topology.toString(), "--method", "host=shm, *=delay(100us)+shm"));
    }
}
