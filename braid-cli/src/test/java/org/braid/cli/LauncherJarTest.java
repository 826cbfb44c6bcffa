package org.braid.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherJarTest {
    @TempDir
    private Path directory;

    /** A class with one field for each class that it is to name, or a class of the build itself. */
    private static byte[] naming(String name, String... others) {
        return ClassFile.of().build(ClassDesc.ofInternalName(name), made -> {
            for (String other : others) {
                made.withInterfaceSymbols(made.constantPool().classEntry(ClassDesc.ofInternalName(other)).asSymbol());
            }
        });
    }

    private Set<String> written(List<String> names, List<byte[]> classes) throws IOException {
        Path all = directory.resolve("all.jar");
        try (OutputStream file = Files.newOutputStream(all); ZipOutputStream zip = new ZipOutputStream(file)) {
            for (int i = 0; i < names.size(); i++) {
                zip.putNextEntry(new ZipEntry(names.get(i)));
                zip.write(classes.get(i));
            }
        }
        Path few = directory.resolve("few.jar");
        LauncherJar.write(all, few);
        try (ZipFile zip = new ZipFile(few.toFile())) {
            return zip.stream().map(ZipEntry::getName).collect(Collectors.toSet());
        }
    }

    @Test
    void itHoldsWhatTheMainClassNamesAndWhatTheseNameAndNothingElse() throws IOException {
        List<String> names = List.of("META-INF/MANIFEST.MF", "org/braid/cli/Braid.class", "a/Near.class", "a/Far.class", "a/Other.class");
        List<byte[]> classes = List.of(new byte[0], naming("org/braid/cli/Braid", "a/Near", "java/util/List"), naming("a/Near", "a/Far"), naming("a/Far", "org/braid/cli/Braid"), naming("a/Other", "a/Far"));
        assertEquals(Set.of("org/braid/cli/Braid.class", "a/Near.class", "a/Far.class"), written(names, classes));
    }

    @Test
    void whatARunNamesAndDoesNotLoadIsElsewhere() throws IOException {
        for (String elsewhere : LauncherJar.ELSEWHERE) {
            List<String> names = List.of("org/braid/cli/Braid.class", elsewhere + ".class", "a/Behind.class");
            assertEquals(Set.of("org/braid/cli/Braid.class"), written(names, List.of(naming("org/braid/cli/Braid", elsewhere), naming(elsewhere, "a/Behind"), naming("a/Behind"))), elsewhere);
        }
    }

    /** A class that was renamed would take everything that it names into the jar again. */
    @Test
    void everythingElsewhereIsThere() throws IOException {
        for (String elsewhere : LauncherJar.ELSEWHERE) {
            try (InputStream found = LauncherJar.class.getClassLoader().getResourceAsStream(elsewhere + ".class")) {
                assertTrue(found != null, elsewhere);
            }
        }
    }

    /** The JDK looks through the launcher's jar in Java, some 5 us an entry, in each start: one name too many has once brought the whole link layer into it. */
    @Test
    void whatRanksLoadIsNotInIt() throws IOException {
        Set<String> names = LauncherJar.reachable(LauncherJarTest::ofBraid).keySet();
        assertTrue(names.contains("org/braid/launch/Launcher"), names::toString);
        assertEquals(List.of(), names.stream().filter(each -> each.startsWith("org/braid/link/") || each.startsWith("org/braid/coll/") || each.startsWith("mpi/")).toList());
        assertTrue(names.size() < 300, () -> names.size() + " classes");
    }

    /** By the file that it leaves the script knows that it has to look at the jars. */
    @Test
    void aStartForWhichAClassIsMissingTellsTheNextOne() throws Exception {
        for (Map.Entry<String, byte[]> each : LauncherJar.reachable(LauncherJarTest::ofBraid).entrySet()) {
            Path file = directory.resolve("classes/" + each.getKey() + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
        Path starting = directory.resolve("starting");
        String said = said(starting);
        assertTrue(said.contains("braid: start again: ") && said.contains("NoClassDefFoundError: org/braid/cli/Commands"), said); // the page of help is in another jar
        assertTrue(Files.exists(starting));
        Files.delete(directory.resolve("classes/org/braid/cli/Again.class"));
        said(starting, "run", "-n", "0", "x");
        assertFalse(Files.exists(starting), "a class that is not needed is not missed");
    }

    /** What a start says whose script has made that file. */
    private String said(Path starting, String... words) throws IOException, InterruptedException {
        Files.writeString(starting, "");
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1", "-Dbraid.starting=" + starting, "-cp", directory.resolve("classes").toString(), "org.braid.cli.Braid"));
        command.addAll(List.of(words));
        Process start = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(start.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        start.waitFor();
        return said;
    }

    private static byte @Nullable [] ofBraid(String name) throws IOException {
        try (InputStream found = name.startsWith("java/") ? null : LauncherJar.class.getClassLoader().getResourceAsStream(name + ".class")) {
            return found == null || !name.contains("braid") ? null : found.readAllBytes();
        }
    }
}
