package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names with letters that the locale does not have, of which a JVM can make no path. Real processes; file names are made by a shell, for this JVM's own locale may be the same. */
@Timeout(120)
class LocaleTest {
    private static final String ODD = "\\303\\251"; // an e with an acute accent, as printf takes it

    @TempDir Path directory = Path.of("");

    @BeforeEach
    void write() throws IOException, InterruptedException {
        String program = Files.writeString(directory.resolve("Hello.java"), "class Hello { void main(String[] a) { IO.println(\"hello\"); } }").toString();
        shell("cp " + program + " \"$odd.java\"; mkdir \"$odd\"; cp " + program + " \"$odd\"");
    }

    private void shell(String line) throws IOException, InterruptedException {
        assertEquals(0, new ProcessBuilder("sh", "-c", "odd=$(printf '" + ODD + "'); cd " + directory + "; " + line).inheritIO().start().waitFor());
    }

    /** Runs {@code braid run WORDS} under LC_ALL=C, where $odd is the odd letter. */
    private TestJob.Result run(String in, String words) throws IOException, InterruptedException {
        String script = "odd=$(printf '" + ODD + "'); cd " + in + "; LC_ALL=C exec \"$@\" " + words;
        try (TestJob job = TestJob.startUnder(List.of("sh", "-c", script, "sh"), directory)) {
            return job.end();
        }
    }

    private void assertRefused(String in, String words) throws IOException, InterruptedException {
        TestJob.Result result = run(in, words);
        assertEquals(126, result.code(), result.err());
        assertTrue(result.err().contains("LC_ALL=C.UTF-8") && result.err().endsWith("BRD-1611\n"), result.err());
        assertEquals(3, result.err().lines().count(), result.err());
    }

    @Test
    void aProgramAClassPathOrADirectoryWithSuchANameIsRefusedAndTheLocaleNamed() throws Exception {
        assertRefused(directory.toString(), "\"$odd.java\"");
        assertRefused(directory.toString(), "\"$odd/Hello.java\"");
        assertRefused(directory.toString(), "-cp \"$odd\" Hello");
        assertRefused(directory.toString(), "--wdir \"$odd\" Hello.java");
        assertRefused(directory + "/\"$odd\"", "Hello.java");
    }

    @Test
    void aCacheDirectoryWithSuchANameIsRefusedToo() throws Exception {
        TestJob.Result result = run(directory.toString() + "; export BRAID_CACHE=$PWD/$odd", "Hello.java");
        assertEquals(126, result.code(), result.err());
        assertTrue(result.err().contains("LC_ALL=C.UTF-8"), result.err());
    }

    @Test
    void otherWordsAreTheProgramsOwn() throws Exception {
        TestJob.Result result = run(directory.toString(), "Hello.java \"$odd\"");
        assertEquals("hello\n", result.out(), result.err());
    }
}
