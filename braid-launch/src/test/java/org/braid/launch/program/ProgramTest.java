package org.braid.launch.program;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    @Test
    void aJarMayBringAny() throws IOException {
        assertFalse(bringsNone(Files.createFile(directory.resolve("some.jar"))));
    }
}
