package org.braid.launch.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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

    private static void replaceBySparse(Path file, long bytes) throws IOException {
        Files.deleteIfExists(file);
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(bytes);
        }
    }

    private static void replaceByPipe(Path file) throws IOException, InterruptedException {
        Files.delete(file);
        assertEquals(0, new ProcessBuilder("mkfifo", file.toString()).start().waitFor());
    }

    private Path list() throws IOException {
        try (var lists = Files.list(directory.resolve("cache/sources"))) {
            return lists.findFirst().orElseThrow();
        }
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

    /** The same names, and bytes that belong together: only that they are another program's says that they are wrong. */
    @Test
    void classesOfAnotherProgramAreNotTaken() throws IOException {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path other = Files.writeString(elsewhere.resolve("Main.java"), "class Main { public static void main(String[] a) {} }");
        try (CompiledProgram program = new ClassCache(directory.resolve("cache"), "build").program(other, directory.toString(), "all", List.of())) {
            Path classes = classes();
            byte[] whole = Files.readAllBytes(classes.resolve("Main.class"));
            Path aside = classes.resolveSibling("aside");
            Files.move(classes, aside);
            Files.move(program.classes(), classes);
            Files.move(aside, program.classes());
            assertEquals(classes, classes());
            assertArrayEquals(whole, Files.readAllBytes(classes.resolve("Main.class")));
        }
    }

    @Test
    void whatIsNoDirectoryOfClassesIsMadeAgain() throws IOException {
        Path classes = classes();
        FileTree.delete(classes);
        Files.writeString(classes, "a file");
        assertEquals(classes, classes());
        FileTree.delete(classes);
        Files.createSymbolicLink(classes, classes.getFileName()); // a link to itself
        assertEquals(classes, classes());
        assertTrue(Files.isDirectory(classes, LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    void whatIsNoSealOrHasNoEndIsMadeAgain() throws Exception {
        Path classes = classes();
        Path seal = classes.resolve(Seal.FILE);
        Files.delete(seal);
        Files.createDirectory(seal);
        assertEquals(classes, classes());
        replaceByPipe(seal);
        assertEquals(classes, classes());
        assertTrue(Files.isRegularFile(seal));
    }

    @Test
    void aClassThatIsAPipeOrLongerThanMemoryIsMadeAgain() throws Exception {
        Path classes = classes();
        Path near = classes.resolve("Near.class");
        replaceByPipe(near);
        assertEquals(classes, classes());
        replaceBySparse(near, 3L << 30);
        assertEquals(classes, classes());
        assertTrue(Files.size(near) < 1000);
    }

    @Test
    void aListOfSourcesThatIsADirectoryOrHasNoEndIsMadeAgain() throws Exception {
        Path classes = classes();
        Path list = list();
        Files.delete(list);
        Files.createFile(Files.createDirectory(list).resolve("in it"));
        assertEquals(classes, classes());
        assertTrue(Files.isRegularFile(list));
        replaceBySparse(list, 5L << 30);
        assertEquals(classes, classes());
        assertTrue(Files.size(list) < 1000);
    }

    @Test
    void whoeverRemovesTheCacheMeanwhileIsNotToldOfAFullDisk() {
        BraidException refusal = CacheDirectory.vanished(directory, directory.resolve("gone").toString());
        assertEquals(ErrorCode.CACHE_UNUSABLE, refusal.code());
        assertTrue(refusal.why().contains("somebody has removed the cache") && !refusal.whatToDo().contains("disk"), refusal.getMessage());
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
