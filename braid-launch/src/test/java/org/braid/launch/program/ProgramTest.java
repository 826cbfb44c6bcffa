package org.braid.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.launch.options.JobCommand;
import org.braid.launch.options.RunArguments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    private static final String SERVICE = "org.braid.link.spi.Transport";

    @TempDir private Path directory;

    private static boolean bringsNone(Path... entries) {
        return new Program("P", List.of(entries).stream().map(Path::toString).toList()).bringsNoService(SERVICE);
    }

    @Test
    void directoriesAreLookedIntoForServices() throws IOException {
        assertTrue(bringsNone());
        assertTrue(bringsNone(directory, directory.resolve("missing")));
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        assertTrue(bringsNone(directory));
        Files.writeString(services.resolve(SERVICE), "mine.Transport");
        assertFalse(bringsNone(directory));
    }

    private Program resolved(String... words) throws IOException {
        return Program.resolve(RunArguments.parse(JobCommand.RUN, List.of(words)));
    }

    @Test
    void aClassIsFoundAsJavaWouldFindIt() throws IOException {
        Files.createFile(Files.createDirectories(directory.resolve("classes/a/b")).resolve("C.class"));
        String classes = directory.resolve("classes").toString();
        assertEquals("a.b.C", resolved("-cp", classes, "a/b/C").mainClass());
        assertEquals("a.b.C", resolved("-cp", classes, "./a/b/C").mainClass());
        assertEquals("a.b.C", resolved("-wdir", directory.toString(), "-cp", "classes", "a.b.C").mainClass());
        String here = Path.of("").toAbsolutePath().toString();
        assertEquals(List.of(here, classes, here), resolved("-cp", ":" + classes + ":", "a.b.C").classPath(), "an empty entry is the working directory");
        assertThrows(BraidException.class, () -> resolved("-cp", "classes", "a.b.C"));
    }

    @Test
    void aCommandInTheProgramsPlaceIsToldFromAClassThatIsMissing() {
        String command = assertThrows(BraidException.class, () -> resolved("sh", "-c", "java Prog")).getMessage();
        assertTrue(command.contains("'sh' is a command"), command);
        String missing = assertThrows(BraidException.class, () -> resolved("Missing")).getMessage();
        assertTrue(missing.contains("Give its class path"), missing);
    }

    @Test
    void aJarMayBringAny() throws IOException {
        assertFalse(bringsNone(Files.createFile(directory.resolve("some.jar"))));
    }
}
