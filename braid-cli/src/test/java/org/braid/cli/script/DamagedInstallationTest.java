package org.braid.cli.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is damaged in the directory from which the script starts Braid is made again by the next start. */
@Timeout(60)
class DamagedInstallationTest {
    private static final String STARTED = "started\ncached\ncode 0\n";
    private static final String ANEW = "braid: the caches that make starts quick were not finished, damaged, or made elsewhere or for another JDK; this start makes them anew, which takes some seconds ...\n" + STARTED;

    @TempDir Path directory = Path.of("");

    private ScriptHome home;

    /** Something that happens to a file. */
    private interface Damage {
        void to(Path file) throws IOException;
    }

    @BeforeEach
    void pretend() throws Exception {
        home = installed("installed");
        assertEquals(ScriptHome.FIRST + STARTED, home.run());
    }

    /** One whose jar is unlike all others'. */
    private ScriptHome installed(String name) throws IOException {
        ScriptHome made = ScriptHome.installed(Files.createDirectory(directory.resolve(name))).with("BRAID_CACHE", directory.resolve("cache").toString());
        made.write("braid.jar", "jar of " + name);
        return made;
    }

    private Path found(String name) throws IOException {
        try (var files = Files.walk(directory.resolve("cache/run"))) {
            return files.filter(file -> file.getFileName().toString().matches(name)).findFirst().orElseThrow();
        }
    }

    private static String buildOf(ScriptHome started) throws IOException {
        return started.notes("arguments").stream().filter(word -> word.startsWith("-Dbraid.build=")).findFirst().orElseThrow();
    }

    @Test
    void whichBuildItStartsIsFoundAgain() throws Exception {
        Path current = found("braid.build");
        Map<String, Damage> damages = new LinkedHashMap<>();
        damages.put("empty", file -> Files.writeString(file, ""));
        damages.put("another text", file -> Files.writeString(file, "xyz\n"));
        damages.put("a build that is not there", file -> Files.writeString(file, "0123456789abcdef\n"));
        damages.put("not to be read", file -> Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------")));
        damages.put("gone", Files::delete);
        damages.put("a directory", file -> {
            Files.delete(file);
            Files.createDirectory(file);
        });
        for (var each : damages.entrySet()) {
            FileTime time = Files.getLastModifiedTime(current);
            each.getValue().to(current);
            if (Files.exists(current)) {
                Files.setLastModifiedTime(current, time); // nor can it be told by its age
            }
            assertEquals(STARTED, home.run(), each.getKey());
            assertEquals(STARTED, home.run(), each.getKey());
        }
        assertEquals(List.of("rehearsal"), home.notes("rehearsals"));
    }

    /** It has its old time again, or no cache would fit it. */
    @Test
    void aJarThatIsGoneOrWasWrittenToIsPutThereAgain() throws Exception {
        Path jar = found("braid\\.jar");
        FileTime time = Files.getLastModifiedTime(jar);
        for (Damage each : List.<Damage>of(Files::delete, file -> Files.writeString(file, ""), file -> Files.writeString(file, "jar"), file -> Files.writeString(file, "JAR of installed"))) {
            each.to(jar);
            assertEquals(STARTED, home.run());
            assertEquals("jar of installed", Files.readString(jar));
            assertEquals(time, Files.getLastModifiedTime(jar));
        }
        assertEquals(List.of("rehearsal"), home.notes("rehearsals"));
    }

    /** Writes another text of the same length into a file, whose time it then has again. */
    private static String changeUnseen(Path file) throws IOException {
        String before = Files.readString(file);
        FileTime time = Files.getLastModifiedTime(file);
        Files.writeString(file, before.toUpperCase(Locale.ROOT));
        Files.setLastModifiedTime(file, time);
        return before;
    }

    @Test
    void whatNoStartSeesCleanLooksFor() throws Exception {
        Path jar = found("braid\\.jar");
        String before = changeUnseen(jar);
        assertEquals(STARTED, home.run());
        assertNotEquals(before, Files.readString(jar), "nothing tells that it was changed");
        assertEquals(STARTED, home.ended(home.start("out", "exec \"$0\" clean"), "out"));
        assertEquals(before, Files.readString(jar));
        for (String each : List.of("rank-.*\\.aot", "launcher\\.jar")) {
            Path file = found(each);
            before = changeUnseen(file);
            assertEquals(STARTED, home.run());
            assertEquals(ANEW, home.ended(home.start("out", "exec \"$0\" clean"), "out"));
            assertEquals(before, Files.readString(file));
        }
    }

    @Test
    void afterAStartThatDidNotReachBraidTheNextOneLooksClosely() throws Exception {
        Path jar = found("braid\\.jar");
        String before = changeUnseen(jar);
        home.write("fail-start", "");
        assertEquals("code 1\n", home.run());
        home.delete("fail-start");
        assertEquals(STARTED, home.run());
        assertEquals(before, Files.readString(jar));
        changeUnseen(jar);
        assertEquals(STARTED, home.run());
        assertNotEquals(before, Files.readString(jar), "once");
    }

    @Test
    void whereAllOfItIsGoneItIsAFirstStart() throws Exception {
        try (var files = Files.walk(found("braid\\.jar").getParent())) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
        assertEquals(ScriptHome.FIRST + STARTED, home.run());
        assertEquals(STARTED, home.run());
    }

    @Test
    void aFileOfTheRehearsalThatIsNotAsItWasMadeIsMadeAnew() throws Exception {
        Path launchers = found("launcher-.*\\.aot");
        Map<String, Damage> damages = new LinkedHashMap<>();
        damages.put("rank-.*\\.aot", file -> Files.writeString(file, ""));
        damages.put("wide-.*\\.aot", file -> Files.writeString(file, "c"));
        damages.put("commands-.*\\.aot", file -> Files.copy(launchers, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES));
        damages.put("compiler-.*\\.aot", file -> {
            Files.move(file, file.resolveSibling("aside"));
            Files.move(launchers, file);
            Files.move(file.resolveSibling("aside"), launchers);
        });
        damages.put("launcher\\.jar", Files::delete);
        damages.put("transports", file -> Files.writeString(file, ""));
        damages.put("listed", Files::delete);
        for (var each : damages.entrySet()) {
            each.getValue().to(found(each.getKey()));
            assertEquals(ANEW, home.run(), each.getKey());
            assertEquals(STARTED, home.run(), each.getKey());
        }
        assertEquals(1 + damages.size(), home.notes("rehearsals").size());
    }

    @Test
    void eachBuildOfAJdkHasItsOwnCaches() throws Exception {
        String before = Files.readString(home.path("jdk/release"));
        home.write("jdk/release", "IMPLEMENTOR=\"N/A of all\"\nJAVA_RUNTIME_VERSION=\"25.0.1+8-LTS\"\n" + before);
        assertEquals(ANEW, home.run());
        home.write("jdk/release", "IMPLEMENTOR=\"N/A of all\"\nJAVA_RUNTIME_VERSION=\"25.0.1+9-LTS\"\n" + before);
        assertEquals(ANEW, home.run());
        home.write("jdk/release", before);
        assertEquals(STARTED, home.run());
    }

    @Test
    void severalInstallationsStartEachItsOwn() throws Exception {
        String own = buildOf(home);
        ScriptHome other = installed("other");
        Files.setLastModifiedTime(other.path("braid.jar"), FileTime.fromMillis(System.currentTimeMillis() + 60_000));
        assertEquals(ScriptHome.FIRST + STARTED, other.run());
        assertNotEquals(own, buildOf(other));
        for (int build = 0; build < 3; build++) { // what a build removes is never another installation's
            other.write("braid.jar", "jar " + build);
            Files.setLastModifiedTime(other.path("braid.jar"), FileTime.fromMillis(System.currentTimeMillis() - 3_600_000L * build));
            assertTrue(other.run().endsWith(STARTED));
        }
        assertEquals(STARTED, home.run());
        assertEquals(own, buildOf(home));
        try (var builds = Files.list(directory.resolve("cache/run"))) {
            assertEquals(3, builds.filter(each -> Files.exists(each.resolve("whole"))).count(), "its own, the other's, and the other's before that");
        }
    }

    @Test
    void withoutRoomAFirstStartSaysSo() throws Exception {
        ScriptHome other = installed("other");
        String said = other.ended(other.start("out", "(trap '' XFSZ; ulimit -f 0; \"$0\" info; echo \"ended by $?\") 2>&1 | cat"), "out"); // no file can have anything in it
        assertTrue(said.startsWith("braid: its caches cannot be kept in ") && said.contains("could not be written") && said.contains("BRD-1615") && said.contains("ended by 125"), said);
        assertFalse(said.contains("error") || said.contains("started"), said);
        assertEquals(ScriptHome.FIRST + STARTED, other.run());
    }
}
