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

    /** Half a second behind the death the launcher ends the others, too, which a busy machine may let pass before the root has said what it was told: it has some jobs to do so in. */
    @Test
    void whatHadBegunFailsAndIsNotRunByAnotherRank() throws Exception {
        Path main = Files.writeString(directory.resolve("Dying.java"), DYING);
        String said = "";
        for (int tries = 0; tries < 5 && !said.contains("told: "); tries++) {
            TestJob.Result result = TestJob.run(directory, "", "-n", "3", main.toString());
            said = result.out();
            assertEquals(3, result.code(), result::err);
            assertEquals(1, said.lines().filter(line -> line.equals("run")).count(), result::out);
        }
        assertTrue(said.contains("told: mpi.MPIException: Rank 1 has died: it ended with code 3"), said);
    }
}
