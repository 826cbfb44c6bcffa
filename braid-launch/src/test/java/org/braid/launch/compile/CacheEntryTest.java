package org.braid.launch.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found in an entry of the cache is what was put there, or it is made again. */
class CacheEntryTest {
    @TempDir Path directory = Path.of("");

    private Path main = Path.of("");

    @BeforeEach
    void write() throws IOException {
        main = Files.writeString(directory.resolve("Main.java"), "class Main { public static void main(String[] a) { Near.say(); } }");
        Files.writeString(directory.resolve("Near.java"), "class Near { static void say() {} }");
    }

    private Path classes() throws IOException {
        try (CompiledProgram program = new ClassCache(directory.resolve("cache"), "build").program(main, directory.toString(), "all", List.of())) {
            return program.classes();
        }
    }

    @Test
    void aClassThatIsGoneCutOrAlteredIsMadeAgain() throws IOException {
        Path classes = classes();
        Path near = classes.resolve("Near.class");
        byte[] whole = Files.readAllBytes(near);
        byte[] altered = whole.clone();
        altered[altered.length / 2] ^= 1;
        for (byte[] damaged : List.of(new byte[0], new byte[10], altered)) {
            Files.write(near, damaged);
            assertEquals(classes, classes());
            assertArrayEquals(whole, Files.readAllBytes(near));
        }
        Files.delete(near);
        assertEquals(classes, classes());
        assertArrayEquals(whole, Files.readAllBytes(near));
    }

    @Test
    void anEntryThatIsEmptiedIsMadeAgain() throws IOException {
        Path classes = classes();
        try (var files = Files.list(classes)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        assertEquals(classes, classes());
        assertTrue(Files.size(classes.resolve("Main.class")) > 0);
    }

    @Test
    void aListOfSourcesThatIsCutOrGarbageIsMadeAgain() throws IOException {
        Path classes = classes();
        try (var lists = Files.list(directory.resolve("cache/sources"))) {
            Path list = lists.findFirst().orElseThrow();
            for (String garbage : List.of("", "Main", "Main\n", "\n\n\n", "Main\n\0\n")) {
                Files.writeString(list, garbage);
                assertEquals(classes, classes());
            }
        }
    }

    @Test
    void whatOthersMayHavePutThereIsRefused() throws IOException {
        Path classes = classes();
        for (Path place : List.of(directory.resolve("cache/sources"), directory.resolve("cache/classes"), classes)) {
            Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
            BraidException refusal = assertThrows(BraidException.class, this::classes);
            assertEquals(ErrorCode.CACHE_UNUSABLE, refusal.code());
            assertTrue(refusal.what().contains(place.toString()), refusal.getMessage());
            Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwx------"));
        }
        assertEquals(classes, classes());
    }
}
