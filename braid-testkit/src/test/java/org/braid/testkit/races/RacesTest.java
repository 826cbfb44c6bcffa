package org.braid.testkit.races;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A short run of jcstress over the races of this package, in one JVM mode; {@code -Draces.ms=10000} makes it a long one. The first use of a new test is to fail: one race is planted.
 */
@Timeout(480)
class RacesTest {
    private static final Pattern VERDICT = Pattern.compile("\\[(OK|FAILED|ERROR|INTERESTING)\\] org\\.braid\\.testkit\\.races\\.(\\w+)");
    private static final String MS_PER_RACE = System.getProperty("races.ms", "250");

    @TempDir Path directory = Path.of("");

    @Test
    void noRaceHasAnOutcomeThatIsForbiddenButThePlantedOne() throws IOException, InterruptedException {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            System.out.println("NOT TESTED: races (jcstress has none for one core)");
            return;
        }
        Path output = directory.resolve("output");
        Process run = new ProcessBuilder(command()).directory(directory.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertTrue(run.waitFor(420, TimeUnit.SECONDS), "jcstress did not end in time");
        } finally {
            run.destroyForcibly().waitFor();
        }
        String said = Files.readString(output);
        Set<String> passed = new TreeSet<>();
        Set<String> others = new TreeSet<>();
        for (Matcher verdict = VERDICT.matcher(said); verdict.find(); ) {
            (verdict.group(1).equals("OK") ? passed : others).add(verdict.group(2));
        }
        assertEquals(Set.of("PlantedRace"), others, said);
        assertEquals(Set.of("GateRace", "FavouriteRace", "PublicationRace", "TwoSendersRace"), passed, said);
    }

    private static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main", "-v",
                "-t", "org.braid.testkit.races", "-f", "1", "-fsm", "1", "-iters", "1", "-time", MS_PER_RACE, "-sc", "false", "-af", "NONE", "-strideSize", "64", "-strideCount", "16",
                "-jvmArgs", "--enable-native-access=ALL-UNNAMED -XX:+UseSerialGC");
    }
}
