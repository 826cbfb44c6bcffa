package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code braid} and its builds, with a Maven and a JDK that only pretend: the one notes that it was called, complains about what an interrupted build left behind, and makes
 * the jar; the other says what it would run.
 */
@Timeout(60)
class ScriptTest {
    private static final String MAVEN =
            """
            #!/bin/sh
            cd "${0%/*}/.."
            echo build >> builds
            [ ! -f braid-base/target/half ] || echo stale >> builds
            mkdir -p braid-base/target dist/target
            echo half > braid-base/target/half
            while [ -f hold ]; do sleep 0.02; done
            [ ! -f fail ] || { echo '[ERROR] it does not compile'; exit 1; }
            rm braid-base/target/half
            echo jar > dist/target/braid.jar
            """;

    private static final String JAVA =
            """
            #!/bin/sh
            case "$*" in *Rehearsal*) ;; *) echo "started" ;; esac
            """;

    @TempDir Path home = Path.of("");

    @BeforeEach
    void pretend() throws IOException {
        Files.copy(Path.of("").toAbsolutePath().resolveSibling("braid"), home.resolve("braid"));
        for (String file : new String[] {"pom.xml", "braid-base/pom.xml", "dist/pom.xml", "braid-base/src/main/Source.java", "jdk/bin/javac"}) {
            write(file, "#!/bin/sh\n");
        }
        write("jdk/release", "JAVA_VERSION=\"25.0.1\"\n");
        write("jdk/bin/java", JAVA);
        write("bin/mvn", MAVEN);
    }

    private void write(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", home.resolve("braid").toString(), "info").redirectErrorStream(true);
        builder.redirectOutput(home.resolve("out").toFile());
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().put("PATH", home.resolve("bin") + ":" + System.getenv("PATH"));
        return builder.start();
    }

    /** What the script printed, and its code. */
    private String run() throws IOException, InterruptedException {
        Process script = start();
        assertTrue(script.waitFor(30, TimeUnit.SECONDS));
        return Files.readString(home.resolve("out")) + "code " + script.exitValue() + "\n";
    }

    private String builds() throws IOException {
        return Files.readString(home.resolve("builds"));
    }

    private boolean exists(String name) {
        return Files.exists(home.resolve(name));
    }

    @Test
    void itBuildsOnceAndAgainWhenASourceHasChanged() throws Exception {
        assertTrue(run().endsWith("started\ncode 0\n"));
        assertEquals("started\ncode 0\n", run());
        assertEquals("build\n", builds());
        Files.setLastModifiedTime(home.resolve("braid-base/src/main/Source.java"), FileTime.fromMillis(System.currentTimeMillis() + 60_000));
        assertTrue(run().endsWith("started\ncode 0\n"));
        assertEquals("build\nbuild\n", builds());
    }

    @Test
    void whatABuildHasLeftThatWasKilledIsRemovedBeforeTheNextOne() throws Exception {
        write("hold", "");
        Process killed = start();
        while (!exists("braid-base/target/half")) {
            assertTrue(killed.isAlive(), "no build began");
            TimeUnit.MILLISECONDS.sleep(5);
        }
        killed.descendants().forEach(ProcessHandle::destroyForcibly);
        killed.destroyForcibly().waitFor();
        assertTrue(exists("dist/target/build.unfinished"));
        Files.delete(home.resolve("hold"));
        assertTrue(run().endsWith("started\ncode 0\n"));
        assertEquals("build\nbuild\n", builds(), "the second build has found nothing of the first");
        assertFalse(exists("dist/target/build.unfinished"));
    }

    @Test
    void aBuildThatFailsSaysWhyAndLeavesWhatItHasMade() throws Exception {
        write("fail", "");
        String said = run();
        assertTrue(said.contains("it does not compile") && said.contains("braid: the build failed") && said.endsWith("code 125\n"), said);
        Files.delete(home.resolve("fail"));
        assertTrue(run().endsWith("started\ncode 0\n"));
        assertEquals("build\nbuild\nstale\n", builds(), "Maven itself knows what of it can be used");
    }
}
