package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job that has too little memory ends soon and says which. Real processes. */
@Timeout(120)
class LittleMemoryTest {
    private static final String PROGRAM = MpiActor.class.getName();

    @TempDir Path directory = Path.of("");

    @Test
    void aHeapThatIsTooSmallForTheMessageIsNamed() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", "--jvm-args", "-Xmx16m", PROGRAM, "30000000", "1");
        assertEquals(1, result.code(), result.err());
        assertTrue(result.err().contains("threw java.lang.OutOfMemoryError: Java heap space at " + PROGRAM), result.err());
    }

    @Test
    void aSmallHeapCarriesManyLargeMessages() throws Exception {
        TestJob.Result result = TestJob.run(directory, "", "-n", "2", "--jvm-args", "-Xmx16m -XX:MaxDirectMemorySize=1m", PROGRAM, "4000000", "50");
        assertEquals(0, result.code(), result.err());
    }

    @Test
    void tooLittleMemoryOutsideTheHeapIsNamedWithTheOptionThatBoundsIt() throws Exception {
        for (String method : List.of("shm", "tcp")) {
            for (String limit : List.of("1k", "300k")) {
                TestJob.Result result = TestJob.run(directory, "", "-n", "2", "--method", method, "--jvm-args", "-XX:MaxDirectMemorySize=" + limit, PROGRAM, "3000000", "20");
                boolean named = result.code() == 1 && result.err().contains("-XX:MaxDirectMemorySize sets that limit");
                assertTrue(result.code() == 0 || named, () -> limit + " over " + method + ": " + result.code() + " " + result.err());
            }
        }
    }

    /** Which of the two a limit brings about depends on the machine: a JVM that does not even start says so itself. */
    @Test
    void aLimitOfTheProcesssMemoryEndsTheJobSoonAndIsNamedIfItIsTooLow() throws Exception {
        for (String kibibytes : List.of("1000000", "3300000", "8000000")) {
            List<String> limited = List.of("sh", "-c", "cd \"$BRAID_TEST\" && ulimit -v " + kibibytes + " && exec \"$@\"", "sh");
            try (TestJob job = TestJob.startUnder(limited, directory, "-n", "2", PROGRAM, "3000000", "20")) {
                TestJob.Result result = job.end();
                boolean named = result.out().contains("initialization of VM") || result.out().contains("insufficient memory") || result.err().contains("insufficient memory")
                        || result.err().contains("OutOfMemoryError") || result.err().contains("Could not") || result.err().contains("(ulimit -v)");
                assertTrue(result.code() == 0 || named, () -> kibibytes + ": " + result);
            }
        }
    }
}
