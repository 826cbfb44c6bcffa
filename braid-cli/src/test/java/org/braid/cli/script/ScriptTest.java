package org.braid.cli.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code braid} in a clone, and its builds. */
@Timeout(60)
class ScriptTest {
    private static final String STARTED = "started\ncached\ncode 0\n";

    @TempDir Path directory = Path.of("");

    private ScriptHome home;

    @BeforeEach
    void pretend() throws IOException {
        home = ScriptHome.clone(directory);
    }

    @Test
    void itBuildsOnceAndAgainWhenASourceHasChanged() throws Exception {
        assertTrue(home.run().endsWith(STARTED));
        assertEquals(STARTED, home.run());
        assertEquals(List.of("build"), home.notes("builds"));
        Files.setLastModifiedTime(home.path("braid-base/src/main/Source.java"), FileTime.fromMillis(System.currentTimeMillis() + 60_000));
        assertTrue(home.run().endsWith(STARTED));
        assertEquals(List.of("build", "build"), home.notes("builds"));
    }

    /** Whatever name the clone is called by, it is one place: the caches that were made by the first name hold for all. */
    @Test
    void cachesHoldByWhateverNameTheCloneIsCalled() throws Exception {
        assertTrue(home.run().endsWith(STARTED));
        home.write("beside/here", "");
        Files.createSymbolicLink(directory.resolve("beside/link"), directory);
        Files.createSymbolicLink(directory.resolve("beside/braid"), directory.resolve("braid"));
        for (String name : List.of("cd beside && exec ../braid", "cd beside && exec ./../beside/../braid", "exec " + directory + "/./beside/../braid", "exec " + directory + "//braid", "exec beside/link/braid", "cd beside/link && exec ./braid", "exec beside/braid", "exec beside/link/beside/link/braid")) {
            assertEquals(STARTED, home.ended(home.start("out", "cd '" + directory + "' && " + name + " info"), "out"), name);
        }
        assertEquals(List.of("rehearsal"), home.notes("rehearsals"));
    }

    /** A user's own {@code CDPATH} would lead cd elsewhere, and let it print where; {@code sh braid} looks where it is before it looks into {@code PATH}. */
    @Test
    void itsPlaceIsFoundWhateverTheShellLooksThrough() throws Exception {
        assertTrue(home.run().endsWith(STARTED));
        home.write("elsewhere/bin/braid", "#!/bin/sh\necho another\n");
        home.write("elsewhere/bin/mpirun", "#!/bin/sh\necho another\n");
        home.with("CDPATH", directory.resolve("elsewhere").toString()).with("PATH", directory.resolve("elsewhere/bin") + ":" + System.getenv("PATH"));
        for (String line : List.of("sh braid info", "exec bin/mpirun -n 1 x", "cd ./bin && exec sh mpirun -n 1 x", "cd ./bin && exec sh mpiexec -n 1 x", "cd ./bin && exec sh mpjrun.sh -n 1 x", "cd ./bin && exec ./mpijavac x")) {
            assertEquals(STARTED, home.ended(home.start("out", "cd '" + directory + "' && " + line), "out"), line);
        }
        Files.createSymbolicLink(directory.resolve("called"), directory.resolve("braid"));
        assertEquals(STARTED, home.ended(home.start("out", "cd '" + directory + "' && exec ./called run -n 1 x"), "out"));
        assertTrue(home.notes("arguments").contains("-Dbraid.script=" + directory.toRealPath().resolve("braid")), "it can be called again by the name that it has there");
    }

    /** Writes a file until it is newer than another one: times of files go in steps of some milliseconds. */
    private void changeLater(String file, String than) throws IOException {
        do {
            home.write(file, "changed");
        } while (Files.getLastModifiedTime(home.path(file)).compareTo(Files.getLastModifiedTime(home.path(than))) <= 0);
    }

    /** Whether the compiler had seen it before or after, nobody can say. */
    @Test
    void aSourceThatChangesWhileItIsBuiltIsBuiltOnceMore() throws Exception {
        home.write("hold", "");
        Process first = home.start();
        home.await("builds", first);
        changeLater("braid-base/src/main/Source.java", "dist/target/build.unfinished");
        home.delete("hold");
        assertTrue(home.ended(first, "out").endsWith(STARTED));
        assertTrue(home.run().endsWith(STARTED));
        assertEquals(STARTED, home.run());
        assertEquals(List.of("build", "build"), home.notes("builds"));
    }

    @Test
    void aRunHasItsSourcesLookedForBesideItsJvmAndIsBuiltForIfItComesBack() throws Exception {
        assertTrue(home.run().endsWith(STARTED));
        assertEquals(home.path("dist/target/run/current").toString(), lookOf("first"));
        Files.setLastModifiedTime(home.path("braid-base/src/main/Source.java"), FileTime.fromMillis(System.currentTimeMillis() + 60_000));
        assertEquals(home.path("braid-base/src/main/Source.java").toString(), lookOf("second"));
        assertEquals(List.of("build"), home.notes("builds"), "that is the launcher's decision");
        assertTrue(home.ended(home.start("third", "BRAID_LOOK_FIRST=1 exec \"$0\" run -n 1 x"), "third").endsWith(STARTED));
        assertEquals(List.of("build", "build"), home.notes("builds"));
        assertEquals(List.of(), looks(), "a build removes what other starts have left");
    }

    @Test
    void theBuildOfAScriptThatDidNotSayThatItLooksItselfIsLookedAtBefore() throws Exception {
        assertTrue(home.run().endsWith(STARTED));
        home.delete("dist/target/run/" + home.notes("dist/target/run/current").getFirst() + "/looks");
        Files.setLastModifiedTime(home.path("braid-base/src/main/Source.java"), FileTime.fromMillis(System.currentTimeMillis() + 60_000));
        assertTrue(home.ended(home.start("out", "exec \"$0\" run -n 1 x"), "out").endsWith(STARTED));
        assertEquals(List.of("build", "build"), home.notes("builds"));
    }

    /** What the look of one {@code braid run} has found. */
    private String lookOf(String out) throws Exception {
        assertTrue(home.ended(home.start(out, "exec \"$0\" run -n 1 x"), out).endsWith(STARTED));
        Path look = looks().getFirst();
        while (!Files.readString(look).endsWith("\n")) {
            TimeUnit.MILLISECONDS.sleep(5); // another process writes it; the test's time is bounded
        }
        String line = Files.readString(look).strip();
        Files.delete(look);
        return line;
    }

    private List<Path> looks() throws IOException {
        try (var files = Files.list(home.path("dist/target/run"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("look.")).toList();
        }
    }

    @Test
    void whatABuildHasLeftThatWasKilledIsRemovedBeforeTheNextOne() throws Exception {
        home.write("hold", "");
        Process killed = home.start();
        home.await("braid-base/target/half", killed);
        ScriptHome.kill(killed);
        assertTrue(home.exists("dist/target/build.unfinished"));
        home.delete("hold");
        assertTrue(home.run().endsWith(STARTED));
        assertEquals(List.of("build", "build"), home.notes("builds"), "the second build has found nothing of the first");
        assertFalse(home.exists("dist/target/build.unfinished"));
    }

    @Test
    void aBuildThatFailsSaysWhyAndLeavesWhatItHasMade() throws Exception {
        home.write("fail", "");
        String said = home.run();
        assertTrue(said.contains("it does not compile") && said.contains("braid: the build failed") && said.endsWith("code 125\n"), said);
        home.delete("fail");
        assertTrue(home.run().endsWith(STARTED));
        assertEquals(List.of("build", "build", "stale"), home.notes("builds"), "Maven itself knows what of it can be used");
    }

    @Test
    void aStartThatWaitsForTheBuildOfAnotherSaysSo() throws Exception {
        home.write("hold", "");
        Process first = home.start();
        home.await("braid-base/target/half", first);
        Process second = home.start("second", "exec \"$0\" info");
        while (!home.said("second").contains("another start")) {
            assertTrue(second.isAlive(), home.said("second"));
            TimeUnit.MILLISECONDS.sleep(5);
        }
        home.delete("hold");
        assertTrue(home.ended(first, "out").endsWith(STARTED));
        assertTrue(home.ended(second, "second").startsWith("braid: another start is building Braid; this one waits for it ...\nstarted\n"), home.said("second"));
        assertEquals(List.of("build"), home.notes("builds"));
    }

    @Test
    void whatABuildMakesIsNotForOthersToWriteWhateverTheUmask() throws Exception {
        home.runUnder("000");
        try (var made = Files.walk(home.path("dist/target"))) {
            assertEquals(List.of(), made.filter(ScriptTest::isForOthersToWrite).toList());
        }
        assertFalse(isForOthersToWrite(home.path("braid-base/target")));
    }

    static boolean isForOthersToWrite(Path file) {
        try {
            return ((int) Files.getAttribute(file, "unix:mode") & 0022) != 0;
        } catch (IOException e) {
            throw new AssertionError(file + " cannot be looked at", e);
        }
    }
}
