package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rank that dies in the middle of a task of an executor. Real processes. */
@Timeout(120)
class TaskDeathTest {
    @TempDir private Path directory = Path.of("");

    private static final String DYING = """
            import mpi.*;
            import org.braid.mpix.executor.RankExecutor;

            void main(String[] args) {
                MPI.Init(args);
                try (RankExecutor executor = RankExecutor.open(MPI.COMM_WORLD, 0)) {
                    if (executor.isRoot()) {
                        String told = executor.submit(() -> {
                            System.out.println("run");
                            Runtime.getRuntime().halt(3);
                            return 1;
                        }).handle((result, failure) -> String.valueOf(failure)).join();
                        System.out.println("told: " + told);
                    }
                }
                MPI.Finalize();
            }
            """;

    @Test
    void whatHadBegunFailsAndIsNotRunByAnotherRank() throws Exception {
        Path main = Files.writeString(directory.resolve("Dying.java"), DYING);
        TestJob.Result result = TestJob.run(directory, "", "-n", "3", main.toString());
        assertEquals(3, result.code(), result::err);
        assertEquals(1, result.out().lines().filter(line -> line.equals("run")).count(), result::out);
        assertTrue(result.out().contains("told: mpi.MPIException: Rank 1 has died: it ended with code 3"), result::out);
    }
}
