package org.braid.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
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
    void whoNamesAClassFileIsToldTheClassAndWhereItsPackagesBegin() throws IOException {
        Path there = Files.createDirectories(directory.resolve("out/org/braid/launch/program"));
        Path file = there.resolve("ProgramTest.class");
        try (InputStream own = ProgramTest.class.getResourceAsStream("ProgramTest.class")) {
            Files.write(file, Objects.requireNonNull(own).readAllBytes());
        }
        assertEndsWith("braid run -cp " + directory.resolve("out") + " " + ProgramTest.class.getName(), file);
        assertEndsWith("braid run -cp DIRECTORY Else", Files.copy(file, there.resolve("Else.class")));
        assertEndsWith("braid run -cp DIRECTORY Text", Files.writeString(there.resolve("Text.class"), "text"));
        assertEndsWith("braid run -cp DIRECTORY Missing", there.resolve("Missing.class"));
    }

    private void assertEndsWith(String whatToDo, Path program) {
        BraidException told = assertThrows(BraidException.class, () -> resolved(program.toString()));
        assertTrue(told.whatToDo().endsWith(whatToDo), told::getMessage);
    }

    @Test
    void aCommandInTheProgramsPlaceIsToldFromAClassThatIsMissing() {
        String command = assertThrows(BraidException.class, () -> resolved("sh", "-c", "java Prog")).getMessage();
        assertTrue(command.contains("'sh' is a command"), command);
        String missing = assertThrows(BraidException.class, () -> resolved("Missing")).getMessage();
        assertTrue(missing.contains("Give its class path"), missing);
    }

    private List<String> optionsOf(Map<String, String> attributes) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Main-Class", "Main");
        attributes.forEach(manifest.getMainAttributes()::putValue);
        Path jar = directory.resolve("some.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return resolved(jar.toString()).jvmOptions();
    }

    @Test
    void aJarsManifestOpensToItWhatJavaWouldOpen() throws IOException {
        assertEquals(List.of(), optionsOf(Map.of()));
        assertEquals(List.of("--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED"), optionsOf(Map.of("Add-Opens", "java.base/java.lang  java.base/java.util")));
        assertEquals(List.of("--add-exports=java.base/sun.security.util=ALL-UNNAMED"), optionsOf(Map.of("Add-Exports", "java.base/sun.security.util java.base/not.there not.there/at.all none")));
        assertEquals(List.of("--enable-native-access=ALL-UNNAMED"), optionsOf(Map.of("Enable-Native-Access", "ALL-UNNAMED")));
    }

    @Test
    void aJarMayBringAny() throws IOException {
        assertFalse(bringsNone(Files.createFile(directory.resolve("some.jar"))));
    }
}
