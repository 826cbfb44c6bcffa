package org.braid.launch.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GivenOptionsTest {
    private static List<String> collectorBeside(String... words) {
        List<String> command = new ArrayList<>();
        new GivenOptions(List.of(words)).addSerialTo(command);
        return command;
    }

    private static boolean allowsCache(String... words) {
        return new GivenOptions(List.of(words)).allowCache();
    }

    @Test
    void theCollectorIsTheSerialOneUnlessTheUserNamesAnother() {
        assertEquals(List.of("-XX:+UseSerialGC"), collectorBeside("-Xmx1g", "-XX:+UseStringDeduplication", "-XX:-UseG1GC"));
        for (String collector : List.of("Serial", "Parallel", "G1", "Z", "Shenandoah", "Epsilon")) {
            assertEquals(List.of(), collectorBeside("-XX:+UnlockExperimentalVMOptions", "-XX:+Use" + collector + "GC"), collector);
        }
        assertEquals(List.of(), collectorBeside("-XX:VMOptionsFile=options"), "it may hold one");
    }

    @Test
    void whereTheSerialOneIsForbiddenAndNoneIsNamedItIsTheUsualOne() {
        assertEquals(List.of("-XX:+UseG1GC"), collectorBeside("-XX:-UseSerialGC"));
        assertEquals(List.of(), collectorBeside("-XX:-UseSerialGC", "-XX:+UseZGC"));
    }

    @Test
    void anArchiveOfTheUsersLeavesNoPlaceForACache() {
        assertTrue(allowsCache("-Xss1m", "-XX:+AOTReplayTraining"));
        for (String archive : List.of("-Xshare:off", "-Xshare:auto", "-XX:SharedArchiveFile=a.jsa", "-XX:AOTCache=mine.aot", "-XX:AOTCacheOutput=mine.aot", "@words")) {
            assertFalse(allowsCache(archive), archive);
        }
    }

    @Test
    void variablesThatAreExportedCountAsTheWordsThatTheyHold() {
        assertEquals(List.of("-Xss1m", "-XX:+UseG1GC", "-ea"), GivenOptions.of(List.of("-ea"), List.of("JAVA_TOOL_OPTIONS=-Xss1m  '-XX:+UseG1GC'", "JDK_JAVA_OPTIONS=", "_JAVA_OPTIONS=", "OTHER=-Xshare:off")).words());
    }
}
