package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
