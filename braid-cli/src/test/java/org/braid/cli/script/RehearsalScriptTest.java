package org.braid.cli.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the script gets its AOT caches: once, again if it was interrupted, and not again where none can be made. */
@Timeout(60)
class RehearsalScriptTest {
    private static final String CACHED = "started\ncached\ncode 0\n";
    private static final String ANEW = "braid: the caches that make starts quick were not finished, damaged, or made elsewhere or for another JDK; this start makes them anew, which takes some seconds ...\n" + CACHED;
    private static final String SLOW = "started\ncode 0\n";

    @TempDir Path directory = Path.of("");

    private ScriptHome home;

    @BeforeEach
    void pretend() throws IOException {
        home = ScriptHome.installed(directory).with("BRAID_CACHE", directory.resolve("cache").toString());
    }

    private List<Path> markers() throws IOException {
        try (var files = Files.walk(directory.resolve("cache"))) {
            return files.filter(file -> file.toString().endsWith(".none")).toList();
        }
    }

    @Test
    void aRehearsalThatWasKilledIsRepeatedByTheNextStart() throws Exception {
        home.write("hold-rehearsal", "");
        Process killed = home.start();
        home.await("rehearsals", killed);
        ScriptHome.kill(killed);
        home.delete("hold-rehearsal");
        assertEquals(List.of(), markers());
        assertEquals(ANEW, home.run());
        assertEquals(CACHED, home.run());
        assertEquals(List.of("rehearsal", "rehearsal"), home.notes("rehearsals"));
    }

    @Test
    void aStartWhoseRehearsalAloneIsEndedGoesOnWithoutCachesAndLeavesNoMarker() throws Exception {
        home.write("hold-rehearsal", "");
        Process start = home.start();
        home.await("rehearsals", start);
        start.children().forEach(ProcessHandle::destroy);
        assertEquals(ScriptHome.FIRST + SLOW, home.ended(start, "out"));
        home.delete("hold-rehearsal");
        assertEquals(List.of(), markers());
        assertEquals(ANEW, home.run());
    }

    @Test
    void aStartThatComesWhileAnotherRehearsesDoesNotWait() throws Exception {
        home.write("hold-rehearsal", "");
        Process first = home.start("first", "exec \"$0\" info");
        home.await("rehearsals", first);
        assertEquals(SLOW, home.run());
        home.delete("hold-rehearsal");
        assertEquals(ScriptHome.FIRST + CACHED, home.ended(first, "first"));
        assertEquals(List.of("rehearsal"), home.notes("rehearsals"));
    }

    @Test
    void theFirstLauncherOverHostsRehearsesOnceMore() throws Exception {
        assertEquals(ScriptHome.FIRST + CACHED, home.run());
        assertEquals(List.of("rehearsal"), home.notes("rehearsals"));
        String first = home.ended(home.start("out", "exec \"$0\" server"), "out");
        assertTrue(first.startsWith("braid: the first start over hosts of this build makes caches") && first.endsWith(CACHED), first);
        for (String command : List.of("join", "server")) {
            assertEquals(CACHED, home.ended(home.start("out", "exec \"$0\" " + command), "out"));
        }
        assertEquals(List.of("rehearsal", "rehearsal"), home.notes("rehearsals"));
    }

    /** The JVM compares the place of its jar with that of the jar that a cache was made from. */
    @Test
    void whereEverythingWasMovedCachesAreMadeAnew() throws Exception {
        assertEquals(ScriptHome.FIRST + CACHED, home.run());
        Files.move(directory.resolve("cache"), directory.resolve("moved"));
        ScriptHome moved = home.with("BRAID_CACHE", directory.resolve("moved").toString());
        assertEquals(ANEW, moved.run());
        assertEquals(CACHED, moved.run());
        assertEquals(List.of("rehearsal", "rehearsal"), moved.notes("rehearsals"));
    }

    /** Whoever met a damaged one has removed it. */
    @Test
    void whereOneCacheIsMissingAllAreMadeAnew() throws Exception {
        int missing = 0;
        for (String each : List.of("launcher", "rank", "wide", "compiler", "commands")) {
            assertTrue(home.run().endsWith(CACHED));
            try (var files = Files.walk(directory.resolve("cache"))) {
                Files.delete(files.filter(file -> file.getFileName().toString().matches(each + "-.*\\.aot")).findFirst().orElseThrow());
            }
            assertEquals(ANEW, home.run(), each);
            missing++;
        }
        assertEquals(1 + missing, home.notes("rehearsals").size());
    }

    @Test
    void aJvmThatMeetsAFaultRemovesTheCacheThatItWasStartedFrom() throws Exception {
        assertEquals(ScriptHome.FIRST + CACHED, home.run());
        String cache = home.notes("arguments").stream().filter(word -> word.startsWith("-XX:AOTCache=")).findFirst().orElseThrow().substring("-XX:AOTCache=".length());
        String onError = home.notes("arguments").stream().filter(word -> word.startsWith("-XX:OnError=")).findFirst().orElseThrow().substring("-XX:OnError=".length());
        assertTrue(Files.exists(Path.of(cache)));
        Process handler = new ProcessBuilder("sh", "-c", onError).start();
        assertEquals("braid: start again: an AOT cache may have been damaged, and is made anew by the next start\n", new String(handler.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(0, handler.waitFor());
        assertFalse(Files.exists(Path.of(cache)));
    }

    @Test
    void directoriesMayHaveSpacesInTheirNames() throws Exception {
        ScriptHome spaced = home.with("BRAID_CACHE", directory.resolve("my cache").toString());
        assertEquals(ScriptHome.FIRST + CACHED, spaced.run());
        List<String> words = spaced.notes("arguments");
        assertEquals(List.of(), words.subList(0, words.indexOf("-cp")).stream().filter(word -> !word.startsWith("-")).toList());
        assertEquals(List.of("org.braid.cli.Braid", "info"), words.subList(words.indexOf("-cp") + 2, words.size()));
    }

    @Test
    void whatTheUserHasChosenForAllJvmsIsLeftAtThat() throws Exception {
        assertEquals(ScriptHome.FIRST + CACHED, home.run());
        assertTrue(home.notes("arguments").contains("-XX:+UseSerialGC"));
        for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            assertEquals(CACHED, home.with(variable, "-Xss1m -XX:+UseParallelGC").run());
            assertFalse(home.notes("arguments").contains("-XX:+UseSerialGC"), variable);
            assertEquals(SLOW, home.with(variable, "-Xshare:off").run(), variable);
            assertTrue(home.notes("arguments").contains("-XX:+UseSerialGC"), variable);
            home.with(variable, "");
        }
    }

    /** One that is refused would end the rehearsal, and all later starts would have no caches. */
    @Test
    void whatTheUserHasSetForThisStartIsNotRehearsed() throws Exception {
        ScriptHome set = home.with("BRAID_LEVELS", "foo").with("BRAID_COLL", "bcast=none\nBRAID_PROFILE=/nowhere");
        assertEquals(ScriptHome.FIRST + CACHED, set.run());
        assertEquals(List.of("BRAID_CACHE"), home.notes("settings"));
    }

    @Test
    void whereNoCacheCanBeMadeTheUserIsToldOnceAndNoOtherIsTried() throws Exception {
        home.write("fail-rehearsal", "");
        String said = home.run();
        assertTrue(said.startsWith(ScriptHome.FIRST + "braid: starts take longer here than they could: ") && said.contains("rehearsal.log") && said.contains("braid clean") && said.endsWith(SLOW), said);
        assertEquals(SLOW, home.run());
        assertEquals(List.of("rehearsal"), home.notes("rehearsals"));
        Files.delete(markers().getFirst());
        home.delete("fail-rehearsal");
        assertEquals(ANEW, home.run());
    }
}
