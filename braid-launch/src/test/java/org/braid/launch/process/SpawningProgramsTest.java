package org.braid.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.boot.threads.RankSet;
import org.braid.launch.options.JobCommand;
import org.braid.launch.options.RunArguments;
import org.braid.launch.program.Program;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("sets system properties that say which caches there are")
class SpawningProgramsTest {
    private static final String USED = "braid.aot.rank";
    private static final String WIDE = "braid.aot.rank.wide";

    @TempDir
    private Path home = Path.of("");

    @BeforeEach
    void thereAreCaches() {
        System.setProperty(USED, home.resolve("rank.aot").toString());
        System.setProperty(WIDE, home.resolve("wide.aot").toString());
    }

    @AfterEach
    void thereAreNone() {
        System.clearProperty(USED);
        System.clearProperty(WIDE);
    }

    private static RankCommand command(Program program, String... jvmArgs) {
        List<String> words = new ArrayList<>(List.of("-n", "1"));
        for (String each : jvmArgs) {
            words.add("--jvm-args=" + each);
        }
        words.add(program.mainClass());
        return new RankCommand(RunArguments.parse(JobCommand.RUN, words), 1, 1, 1, program, "job");
    }

    private String cacheOf(List<String> words) {
        List<String> caches = words.stream().filter(word -> word.startsWith("-XX:AOTCache=")).toList();
        assertEquals(1, caches.size(), caches::toString);
        return home.relativize(Path.of(caches.getFirst().substring("-XX:AOTCache=".length()))).toString();
    }

    private String cacheOf(Program program, String... jvmArgs) {
        return cacheOf(command(program, jvmArgs).builder(RankSet.of(0), 0, 0).command());
    }

    @Test
    void aProgramThatHasSpawnedGetsTheWiderCacheAndNoOtherDoes() {
        Program asks = new Program("Asks", List.of("here"));
        assertEquals("rank.aot", cacheOf(asks));
        SpawningPrograms.note(asks);
        SpawningPrograms.note(asks);
        assertEquals("wide.aot", cacheOf(asks));
        assertEquals("rank.aot", cacheOf(new Program("Asks", List.of("elsewhere"))));
        assertEquals("rank.aot", cacheOf(new Program("Other", List.of("here"))));
    }

    @Test
    void whatItIsKnownToDoChoosesNoOtherWarmRank() {
        Program asks = new Program("Asks", List.of());
        List<String> before = command(asks).fixed();
        SpawningPrograms.note(asks);
        assertEquals(before, command(asks).fixed());
    }

    @Test
    void aRankThatIsSpawnedGetsItAtOnce() {
        assertEquals("wide.aot", cacheOf(new Program("Spawned", List.of()), "-Dbraid.spawned=2"));
    }

    @Test
    void noMoreThanSomeHundredAreNoted() throws Exception {
        for (int i = 0; i < 300; i++) {
            SpawningPrograms.note(new Program("P" + i, List.of()));
        }
        assertTrue(SpawningPrograms.has(new Program("P255", List.of())));
        assertFalse(SpawningPrograms.has(new Program("P256", List.of())));
        try (var noted = Files.list(home.resolve("spawning"))) {
            assertEquals(256, noted.count());
        }
    }

    @Test
    void withoutSuchACacheNothingIsNoted() {
        System.clearProperty(WIDE);
        Program asks = new Program("Asks", List.of());
        SpawningPrograms.note(asks);
        assertFalse(Files.exists(home.resolve("spawning")));
        assertEquals("rank.aot", cacheOf(asks));
    }
}
