package org.braid.bench.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.bench.figure.Who;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --against} takes, and what is said of the rest. The scripts are real processes that say what they are told to. */
@Timeout(60)
class OtherBuildTest {
    private static final String VERSION = "braid 0.1.0 build a438b174efed790f (Java 25.0.3+9-LTS, Linux amd64)";

    @TempDir Path directory = Path.of("");
    private Path clone = Path.of("");

    @BeforeEach
    void aDirectory() throws IOException {
        clone = Files.createDirectories(directory.resolve("clone")).toRealPath();
    }

    private Path script(String body) throws IOException {
        Path script = Files.writeString(clone.resolve("braid"), "#!/bin/sh\n" + body + "\n");
        assertTrue(script.toFile().setExecutable(true));
        return script;
    }

    private void file(String name) throws IOException {
        Path file = clone.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
    }

    private static void assertRefused(ErrorCode code, Path place, String what, String why) {
        BraidException e = assertThrows(BraidException.class, () -> OtherBuild.at(place));
        assertEquals(code, e.code());
        assertTrue(e.what().contains(what), e.what());
        assertTrue(e.why().contains(why), e.why());
    }

    @Test
    void aCheckoutThatWasBuiltIsStartedByItsScript() throws Exception {
        Path script = script("[ \"$*\" = --version ] && echo '" + VERSION + "'");
        file("pom.xml");
        file("dist/target/braid.jar");
        BraidBuild build = OtherBuild.at(clone);
        assertEquals(new BraidBuild(Who.OTHER, List.of(script.toString()), new Home(clone.resolve("dist/target/braid.jar")), VERSION), build);
        assertEquals(build, OtherBuild.at(script));
    }

    @Test
    void anInstalledScriptHasItsJarBesideItAndMayBeNamedByALink() throws Exception {
        script("echo 'braid: building from source'; echo '" + VERSION + "'");
        file("braid.jar");
        Path link = Files.createSymbolicLink(directory.resolve("linked"), clone.resolve("braid"));
        assertEquals(new Home(clone.resolve("braid.jar")), OtherBuild.at(link).home());
        assertEquals(VERSION, OtherBuild.at(clone).version());
    }

    @Test
    void whatIsNotThereIsNamed() throws Exception {
        assertRefused(ErrorCode.OPTION_VALUE, clone.resolve("nowhere"), "--against " + clone.resolve("nowhere"), "no such file or directory");
        assertRefused(ErrorCode.OPTION_VALUE, clone, "--against", "no script 'braid'");
        file("braid");
        assertRefused(ErrorCode.OPTION_VALUE, clone, "--against", "no script 'braid'");
        assertRefused(ErrorCode.OPTION_VALUE, clone.resolve("braid"), "--against", "no script 'braid'");
    }

    @Test
    void aCheckoutThatWasNotBuiltIsNotBuiltInPassing() throws Exception {
        script("touch \"${0%/*}/started\"; echo '" + VERSION + "'");
        file("pom.xml");
        assertRefused(ErrorCode.OPTION_VALUE, clone, "--against", "not been built: there is no " + clone.resolve("dist/target/braid.jar"));
        assertTrue(Files.notExists(clone.resolve("started")));
    }

    @Test
    void aCommandThatFailsOrIsNoneOfBraidsIsRefusedWithItsWords() throws Exception {
        file("braid.jar");
        script("echo 'braids hair, version 3'");
        assertRefused(ErrorCode.BENCH_FAILED, clone, "names no build of Braid", "braids hair, version 3");
        script("echo 'no JDK of version 25'; exit 125");
        assertRefused(ErrorCode.BENCH_FAILED, clone, "--version", "125: no JDK of version 25");
    }

    @Test
    void aJarMustBeOneOfBraids() throws Exception {
        Path jar = Files.writeString(clone.resolve("no.jar"), "not a jar");
        assertRefused(ErrorCode.OPTION_VALUE, jar, "--against", "not a readable jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (OutputStream file = Files.newOutputStream(clone.resolve("other.jar")); JarOutputStream other = new JarOutputStream(file, manifest)) {
            other.finish();
        }
        assertRefused(ErrorCode.OPTION_VALUE, clone.resolve("other.jar"), "--against", "names no build of Braid");
    }

    @Test
    void aBuildThatChangesWhileItIsMeasuredIsNoticedAfterTheRound() throws Exception {
        file("braid.jar");
        script("echo '" + VERSION + "'");
        BraidBuild build = OtherBuild.at(clone);
        build.afterRound();
        script("echo '" + VERSION.replace("a438", "b438") + "'");
        BraidException e = assertThrows(BraidException.class, build::afterRound);
        assertEquals(ErrorCode.BENCH_FAILED, e.code());
        assertTrue(e.what().contains("other build has changed") && e.why().contains("build b438"), e.what() + e.why());
    }
}
