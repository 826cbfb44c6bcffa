package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.braid.launch.signal.Signals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rank that is ended while its JVM starts says nothing: what a JVM has to say then is no news of the program's. Real processes. */
@Timeout(120)
class NoiseTest {
    @TempDir Path directory = Path.of("");

    private static List<String> unexpected(String errors) {
        return errors.lines().filter(line -> !line.startsWith("job ") && !line.startsWith("  ")).toList();
    }

    @Test
    void ranksThatAreEndedForAnothersFailureAreQuiet() throws Exception {
        Path main = Files.writeString(directory.resolve("Exit.java"), "class Exit { public static void main(String[] a) { System.exit(3); } }");
        for (int times = 0; times < 5; times++) {
            TestJob.Result result = TestJob.run(directory, "", "-n", "8", main.toString());
            assertCode(3, result);
            assertEquals(List.of(), unexpected(result.err()));
        }
    }

    @Test
    void ranksThatAreEndedBySignalsAreQuiet() throws Exception {
        for (int signal : new int[] {2, 15, 1}) {
            if (TestJob.isIgnored(signal)) {
                continue;
            }
            try (TestJob job = TestJob.start(directory, "-n", "8", Actor.class.getName(), "hang")) {
                job.awaitReady(1); // others are still on their way
                TestJob.signal(Signals.name(signal), job.launcher().pid());
                TestJob.Result result = job.end();
                assertEquals(List.of(), unexpected(result.err()));
            }
        }
    }
}
