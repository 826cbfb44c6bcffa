package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A process that is killed in an access of a file in atomic mode, where nobody gives its turn back. Real processes. */
@Timeout(180)
@Isolated("between a death and the end of its job lies half a second, in which the others have to be told")
class DeathInAtomicAccessTest {
    @TempDir private Path directory = Path.of("");

    /** Rank 1 writes, again and again, what rank 0 has locked by the system, so that it is in that access at nearly every moment; rank 2 kills it as soon as it has had turns behind it. */
    private static final String PROGRAM = """
            import java.nio.channels.*;
            import java.nio.file.*;
            import mpi.*;

            byte[] data = new byte[64];

            void main(String[] args) throws Exception {
                MPI.Init(args);
                Intracomm world = MPI.COMM_WORLD;
                int rank = world.getRank();
                mpi.File file = new mpi.File(world, args[0], MPI.MODE_CREATE | MPI.MODE_RDWR);
                file.setAtomicity(true);
                FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE);
                FileLock lock = rank == 0 ? channel.lock(0, 64, false) : null;
                long[] pid = {ProcessHandle.current().pid()};
                world.bcast(pid, 1, MPI.LONG, 1);
                if (rank == 1) {
                    while (true) {
                        try {
                            file.writeAt(0, data, 64, MPI.BYTE);
                        } catch (MPIException refused) {
                            if (refused.getErrorClass() != MPI.ERR_FILE_IN_USE) throw refused;
                        }
                    }
                }
                try {
                    for (int i = 0; ; i++) {
                        if (rank == 2 && i == 3) {
                            new ProcessBuilder("kill", "-9", Long.toString(pid[0])).start();
                        }
                        file.writeAt(1000 * rank + 1000, data, 64, MPI.BYTE);
                    }
                } catch (MPIException e) {
                    System.out.println("told: " + rank + " " + e.getErrorClass() + " " + e.getMessage());
                    throw e;
                }
            }
            """;

    @Test
    void whoWaitsForItsTurnBehindADeadRankIsTold() throws Exception {
        String classes = CompiledOnce.classes(directory, "Atomic", PROGRAM);
        Set<String> told = new TreeSet<>();
        for (int tries = 0; told.isEmpty() ? tries < 20 : tries < 5 && told.size() < 2; tries++) { // the launcher leaves them half a second to be told
            TestJob.Result result = TestJob.run(directory, "", "-n", "3", "-cp", classes, "Atomic", directory.resolve("file").toString());
            assertEquals(137, result.code(), result.err());
            for (String line : result.out().lines().toList()) {
                assertTrue(line.startsWith("told: ") && line.contains(" 75 ") && line.contains("rank 1 of the file's communicator has ended"), line);
                told.add(line.substring(6, 7));
            }
        }
        assertTrue(told.size() >= 1, () -> "told were " + told);
    }
}
