package org.braid.bench.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramSourcesTest {
    @TempDir Path directory = Path.of("");
    private Path classes = Path.of("");
    private Path kept = Path.of("");

    @BeforeEach
    void places() {
        classes = directory.resolve("classes");
        kept = directory.resolve("kept");
    }

    private void carry(String name, String text) throws Exception {
        Files.createDirectories(classes.resolve("org/braid/bench/rank"));
        Files.writeString(classes.resolve("org/braid/bench/rank").resolve(name), text);
    }

    private Path file(String program) throws Exception {
        ProgramSources sources = ProgramSources.of(new Home(classes), kept);
        assertNotNull(sources);
        return sources.file(program);
    }

    private List<String> keptNames() throws Exception {
        try (Stream<Path> files = Files.list(kept)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void theSamePlaceServesAsLongAsNoProgramChanges() throws Exception {
        carry("A.java", "class A {}");
        Path first = file("A");
        assertEquals("class A {}", Files.readString(first));
        assertEquals(first, file("A"));
        assertEquals(1, keptNames().size(), "nothing unfinished stays: " + keptNames());
    }

    @Test
    void programsThatHaveChangedOrHaveANewNeighbourAreOthers() throws Exception {
        carry("A.java", "class A {}");
        Path first = file("A");
        carry("A.java", "class A { int x; }");
        Path second = file("A");
        assertNotEquals(first, second);
        assertEquals("class A {}", Files.readString(first));
        carry("B.java", "class B {}");
        assertNotEquals(second, file("A"));
    }

    @Test
    void aBuildThatCarriesNoneHasNone() throws Exception {
        Files.createDirectories(classes);
        assertNull(ProgramSources.of(new Home(classes), kept));
        assertFalse(Files.exists(kept));
    }

    @Test
    void everyProgramOfThisBuildCompilesAsAUsersDoes() throws Exception {
        ProgramSources ours = ProgramSources.of(Home.ofThisBuild(), kept);
        assertNotNull(ours);
        String root = kept.resolve(keptNames().getFirst()).toString();
        for (String program : List.of("HelloProgram", "MemoryProgram", "MpiProgram", "JobProgram", "CurveProgram", "AllocationProgram", "LinkProgram", "LinkAllocationProgram", "AgainProgram")) {
            Path output = Files.createDirectories(directory.resolve(program));
            assertEquals(0, ToolProvider.getSystemJavaCompiler().run(
                    null, null, null, "-proc:none", "-sourcepath", root, "-cp", braid(), "-d", output.toString(), ours.file(program).toString()), program);
            boolean knowsLinks = Files.exists(output.resolve("org/braid/bench/rank/LinkPair.class")) || Files.exists(output.resolve("org/braid/bench/rank/OtherTransports.class"));
            assertEquals(List.of("LinkProgram", "LinkAllocationProgram", "AgainProgram").contains(program), knowsLinks, program + " and links");
        }
        assertTrue(ours.has("MpiProgram"));
    }

    /** What a rank has of Braid: without the classes of these tests, which are the same programs. */
    private static String braid() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("test-classes") && !entry.contains("jspecify"))
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElseThrow();
    }
}
