package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Standard input goes to rank 0, and who is asked for it sees the question. Real processes. */
@Timeout(120)
class InputTest {
    private static final String ACTOR = Actor.class.getName();

    @TempDir Path directory = Path.of("");

    @Test
    void standardInputGoesToRankZeroWhole() throws Exception {
        String text = IntStream.range(0, 20_000).mapToObj(i -> "line " + i + "\n").reduce(new StringBuilder(), StringBuilder::append, StringBuilder::append).toString();
        TestJob.Result result = TestJob.run(directory, text, "-n", "3", ACTOR, "cat");
        TestJob.assertCode(0, result);
        assertEquals(text, result.out());
    }

    @Test
    void whoeverInheritsTheInputOfARankFindsItEmptyAndTakesNothingFromIt() throws Exception {
        Path program = Files.writeString(directory.resolve("Children.java"), """
                import java.io.*;
                import mpi.*;

                void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Process child = new ProcessBuilder("cat").redirectInput(ProcessBuilder.Redirect.INHERIT).start();
                    int read = child.getInputStream().readAllBytes().length + child.getErrorStream().readAllBytes().length + new FileInputStream(FileDescriptor.in).readAllBytes().length;
                    int[] all = {read + child.waitFor()};
                    MPI.COMM_WORLD.allReduce(all, 1, MPI.INT, MPI.SUM);
                    String line = new BufferedReader(new InputStreamReader(System.in)).readLine();
                    if (MPI.COMM_WORLD.getRank() == 0) System.out.println(all[0] + " " + line);
                    MPI.Finalize();
                }
                """);
        for (String together : List.of("1", "3")) {
            TestJob.Result result = TestJob.run(directory, "for rank 0\n", "-n", "3", "--ranks-per-process", together, program.toString());
            TestJob.assertCode(0, result);
            assertEquals("0 for rank 0\n", result.out());
        }
    }

    @Test
    void aPromptIsSeenBeforeItIsAnsweredAndTheOthersFindNoInput() throws Exception {
        for (String ranks : List.of("1", "2")) {
            try (TestJob job = TestJob.start(directory, "-n", ranks, ACTOR, "ask")) {
                job.awaitOutput("name? ");
                job.type("Ada\n");
                job.awaitOutput("age? ");
                job.type("36\n");
                TestJob.Result result = job.end();
                assertEquals(0, result.code(), result.err());
                assertEquals("Ada is 36\n", result.out());
            }
        }
    }
}
