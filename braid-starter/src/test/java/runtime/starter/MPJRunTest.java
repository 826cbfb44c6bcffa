package runtime.starter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The jar as users start it, above a script that says what it was given. */
@Timeout(60)
class MPJRunTest {
    private static final String SAYS =
            """
            #!/bin/sh
            for word; do printf '<%s>\\n' "$word"; done
            printf 'java %s\\n' "$JAVA_HOME"
            printf 'ends with %s\\n' "$BRAID_END_WITH_PARENT"
            cat
            exit 7
            """;

    private static final String WAITS =
            """
            #!/bin/sh
            trap 'echo told > told; exit 3' TERM
            echo $$ > waits
            for nap in $(seq 600); do sleep 0.05; done
            """;

    @TempDir Path directory = Path.of("");

    private Path jar = Path.of("");

    @BeforeEach
    void pack() throws IOException {
        jar = directory.resolve("clone/lib/starter.jar");
        Files.createDirectories(jar.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "runtime.starter.MPJRun");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (String name : List.of("MPJRun", "Home", "Ending", "Foreground")) {
                out.putNextEntry(new ZipEntry("runtime/starter/" + name + ".class"));
                out.write(classFile(name));
            }
        }
    }

    private static byte[] classFile(String name) throws IOException {
        try (var in = MPJRun.class.getResourceAsStream(name + ".class")) {
            assert in != null : name;
            return in.readAllBytes();
        }
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process start(Path starter, String home, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", starter.toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).redirectOutput(directory.resolve("out").toFile());
        builder.environment().remove("MPJ_HOME");
        if (!home.isEmpty()) {
            builder.environment().put("MPJ_HOME", home);
        }
        return builder.start();
    }

    /** What it prints, and its code. */
    private String run(Path starter, String home, String input, String... words) throws Exception {
        Process process = start(starter, home, words);
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(UTF_8));
        }
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        return Files.readString(directory.resolve("out")) + "code " + process.exitValue() + "\n";
    }

    @Test
    void theScriptGetsEachWordTheInputAndThisJavaAndItsCodeIsTheStarters() throws Exception {
        script(directory.resolve("clone/braid"), SAYS);
        String said = run(jar, "", "typed\n", "-np", "4", "-cp", "a b:'c'", "Prog", "", "*");
        assertEquals("<run>\n<--like>\n<mpjrun.sh>\n<-np>\n<4>\n<-cp>\n<a b:'c'>\n<Prog>\n<>\n<*>\njava " + System.getProperty("java.home") + "\nends with starter.jar\ntyped\ncode 7\n", said);
    }

    @Test
    void itIsFoundBehindALinkAndACopyFindsItByTheVariable() throws Exception {
        script(directory.resolve("clone/braid"), SAYS);
        Path link = Files.createSymbolicLink(directory.resolve("linked.jar"), jar);
        assertTrue(run(link, "", "", "A").startsWith("<run>"));
        Path copy = Files.copy(jar, directory.resolve("copy.jar"));
        assertTrue(run(copy, directory.resolve("clone").toString(), "", "A").startsWith("<run>"));
    }

    @Test
    void whereNoScriptIsItSaysWhereItHasLookedAndWhatToDo() throws Exception {
        String said = run(jar, directory.resolve("elsewhere").toString(), "", "A");
        assertTrue(said.contains("neither above this jar nor where MPJ_HOME points") && said.contains("let MPJ_HOME name the clone") && said.endsWith("code 125\n"), said);
    }

    @Test
    void whoEndsTheStarterEndsTheLauncherAndTheStarterWaitsForIt() throws Exception {
        script(directory.resolve("clone/braid"), WAITS);
        Process process = start(jar, "", "A");
        while (!Files.exists(directory.resolve("waits"))) {
            assertTrue(process.isAlive());
            TimeUnit.MILLISECONDS.sleep(5); // another process writes it; the test's time is bounded
        }
        process.destroy();
        assertTrue(process.waitFor(20, TimeUnit.SECONDS));
        assertEquals("told\n", Files.readString(directory.resolve("told")));
        assertEquals(143, process.exitValue());
    }

    @Test
    void aTerminalsGroupIsToldFromOthers() {
        assertTrue(Foreground.isOurs("7 (a b) c) S 1 42 42 34816 42 4194304"));
        assertFalse(Foreground.isOurs("7 (java) S 1 42 42 34816 43 4194304"));
        assertFalse(Foreground.isOurs("7 (java) S 1 42 42 0 -1 4194304"));
        assertFalse(Foreground.isOurs(""));
    }

    /** Level 52 of class files. */
    @Test
    void java8CanReadIt() throws IOException {
        for (String name : List.of("MPJRun", "Home", "Ending", "Foreground")) {
            DataInputStream head = new DataInputStream(new ByteArrayInputStream(classFile(name)));
            head.readInt();
            head.readUnsignedShort();
            assertEquals(52, head.readUnsignedShort());
        }
    }
}
