package org.braid.launch.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassCacheTest {
    @TempDir Path directory = Path.of("");

    /** Where its classes are, and its main class. */
    private record Compiled(Path classes, String mainClass) {}

    private Compiled compile(Path source, String... options) throws IOException {
        try (CompiledProgram program = new ClassCache(directory.resolve("cache"), "build").program(source, directory.toString(), "all", List.of(options))) {
            return new Compiled(program.classes(), program.mainClass());
        }
    }

    @Test
    void aProgramIsCompiledOnceWithItsNeighboursAndAgainWhenOneChanges() throws IOException {
        Path root = Files.createDirectories(directory.resolve("src/p"));
        Path main = Files.writeString(root.resolve("Main.java"), "package p; public class Main { public static void main(String[] a) { Near.say(); } }");
        Path near = Files.writeString(root.resolve("Near.java"), "package p; class Near { static void say() {} }");
        Files.writeString(root.resolve("Broken.java"), "this is not asked for");

        Compiled first = compile(main);
        assertEquals("p.Main", first.mainClass());
        assertTrue(Files.isRegularFile(first.classes().resolve("p/Near.class")));

        long made = Files.getLastModifiedTime(first.classes()).toMillis();
        assertEquals(first, compile(main), "found, not made again");
        assertEquals(made, Files.getLastModifiedTime(first.classes()).toMillis());

        Files.writeString(near, "package p; class Near { static void say() { System.out.println(); } }");
        Compiled second = compile(main);
        assertNotEquals(first.classes(), second.classes());
        Files.writeString(near, "package p; class Near { static void say() {} }");
        assertEquals(first, compile(main), "the old content leads to the old classes");
    }

    @Test
    void sourcesInIso88591CompileBesideSourcesInUtf8AndKeepTheirLetters() throws Exception {
        Path root = Files.createDirectories(directory.resolve("latin"));
        String umlaut = "\u00fc";
        Path main = Files.writeString(root.resolve("Main.java"), "// " + umlaut + "\npublic class Main { public static final String TEXT = Near.TEXT; }", StandardCharsets.ISO_8859_1);
        Files.writeString(root.resolve("Near.java"), "class Near { static final String TEXT = \"" + umlaut + "\" + Far.TEXT; }", StandardCharsets.ISO_8859_1);
        Files.writeString(root.resolve("Far.java"), "class Far { static final String TEXT = \"" + umlaut + "\u20ac\"; }", StandardCharsets.UTF_8);
        Compiled compiled = compile(main);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {compiled.classes().toUri().toURL()}, null)) {
            assertEquals(umlaut + umlaut + "\u20ac", loader.loadClass("Main").getField("TEXT").get(null));
        }
    }

    @Test
    void whatWasCompiledWithOtherOptionsIsAnotherProgram() throws IOException {
        Path main = Files.writeString(directory.resolve("Main.java"), "class Main { void main() { Object o = sun.security.util.Debug.class; } }");
        assertEquals("Main", compile(main, "--add-exports", "java.base/sun.security.util=ALL-UNNAMED").mainClass());
        assertEquals(ErrorCode.COMPILE_FAILED, assertThrows(BraidException.class, () -> compile(main)).code());
        assertEquals(ErrorCode.COMPILE_FAILED, assertThrows(BraidException.class, () -> compile(main, "--add-exports", "nothing")).code());
    }

    @Test
    void neighboursAreFoundBelowADirectoryWhoseNameHasAColon() throws IOException {
        Path root = Files.createDirectories(directory.resolve("a:b"));
        Files.writeString(root.resolve("Near.java"), "class Near {}");
        assertEquals("Main", compile(Files.writeString(root.resolve("Main.java"), "class Main { Near near; }")).mainClass());
    }

    /** Ranks run on the class path. */
    @Test
    void aModuleThatTheSourcesDeclareIsNotSeen() throws IOException {
        Path root = Files.createDirectories(directory.resolve("module"));
        Files.writeString(root.resolve("module-info.java"), "module named { requires not.there; }");
        Files.writeString(Files.createDirectories(root.resolve("p")).resolve("Near.java"), "package p; public class Near { java.sql.Connection c; }");
        assertEquals("Main", compile(Files.writeString(root.resolve("Main.java"), "import p.Near; class Main { Near near; }")).mainClass());
    }

    /** A file stands where their directory is to be: the disk could as well be full. */
    @Test
    void classesThatCannotBeWrittenAreNoMistakeInTheProgram() throws Exception {
        Path file = Files.writeString(directory.resolve("Main.java"), "package p; class Main { void main() {} }");
        Path output = Files.createDirectory(directory.resolve("out"));
        Files.writeString(output.resolve("p"), "no directory");
        Process compiler = compiler(file, output, Machine.pid());
        assertTrue(new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8).startsWith("braid: the compiled program could not be kept: "));
        assertEquals(CompileMain.CANNOT_WRITE, compiler.waitFor());
    }

    private Process compiler(Path file, Path output, long launcher) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java, "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), CompileMain.class.getName(), file.toString(), "Main", directory.toString(),
                        directory.toString(), output.toString(), Long.toString(launcher), "all")
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void differentContentsHaveDifferentHashes() {
        Random random = new Random(7);
        Set<String> seen = new HashSet<>();
        for (int length = 0; length < 300; length++) {
            byte[] bytes = new byte[length];
            assertTrue(seen.add(new ContentHash().add(bytes).hex()), "zeros of length " + length);
            for (int i = 0; i < Math.min(20, length); i++) {
                byte[] changed = bytes.clone();
                changed[random.nextInt(length)] = (byte) (1 + random.nextInt(255));
                seen.add(new ContentHash().add(changed).hex());
            }
        }
        assertTrue(seen.size() > 4_500, "only " + seen.size() + " different hashes");
        assertNotEquals(new ContentHash().add("ab").add("c").hex(), new ContentHash().add("a").add("bc").hex());
    }

    @Test
    void whatKilledJobsHaveLeftHalfMadeIsRemovedByTheNextCompilationAndWhatOthersAreMakingStays() throws IOException {
        Path classes = Files.createDirectories(directory.resolve("cache/classes"));
        Path abandoned = Files.createDirectories(classes.resolve("new-1/p"));
        Files.writeString(abandoned.resolve("Main.class"), "half of it");
        Files.setLastModifiedTime(classes.resolve("new-1"), FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path ofTheDead = Files.createDirectories(classes.resolve("new-1073741824-x")); // beyond what pids may be
        Path inMaking = Files.createDirectories(classes.resolve("new-" + Machine.pid() + "-x"));
        Files.setPosixFilePermissions(classes, PosixFilePermissions.fromString("rwx------"));
        compile(Files.writeString(directory.resolve("Main.java"), "class Main { void main() {} }"));
        assertTrue(Files.notExists(classes.resolve("new-1")));
        assertTrue(Files.notExists(ofTheDead));
        assertTrue(Files.isDirectory(inMaking));
    }

    @Test
    void aCompilerThatHasLostItsLauncherEndsWithoutASound() throws Exception {
        Path file = Files.writeString(directory.resolve("Main.java"), "this is no program");
        Process compiler = compiler(file, directory, 1_073_741_824); // beyond what pids may be
        assertEquals("", new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(CompileMain.ORPHANED, compiler.waitFor());
    }
}
