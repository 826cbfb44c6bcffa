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
