package org.braid.launch.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FitTest {
    private static final List<String> WORDS = List.of("setsid", "java", "-Xmx1g");
    private static final Map<String, String> VARIABLES = Map.of("LANG", "C", "TERM", "xterm");
    private static final List<String> PROCESS = List.of("umask", "limits");

    private static String text(List<String> words, String directory, Map<String, String> variables, List<String> process) {
        return Fit.text(words, directory, variables, process);
    }

    private static final String FIT = text(WORDS, "/home", VARIABLES, PROCESS);

    @Test
    void whatCanBeHandedOverLaterMakesNoDifference() {
        assertEquals(FIT, text(WORDS, "/home", Map.of("LANG", "C", "OMPI_COMM_WORLD_RANK", "1"), PROCESS));
    }

    @Test
    void whatActsAtAStartDoes() {
        assertNotEquals(FIT, text(List.of("setsid", "java", "-Xmx2g"), "/home", VARIABLES, PROCESS));
        assertNotEquals(FIT, text(List.of("setsid", "java", "-Xmx1g", ""), "/home", VARIABLES, PROCESS));
        assertNotEquals(FIT, text(WORDS, "/home/x", VARIABLES, PROCESS));
        assertNotEquals(FIT, text(WORDS, "/home", VARIABLES, List.of("umask", "other limits")));
        for (String name : List.of("LD_PRELOAD", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "LC_ALL", "TZ", "MALLOC_ARENA_MAX", "GLIBC_TUNABLES")) {
            assertNotEquals(FIT, text(WORDS, "/home", Map.of("LANG", "C", name, "x"), PROCESS), name);
        }
    }

    @Test
    void wordsOfAnotherSplitAreOthers() {
        assertNotEquals(text(List.of("a", "b"), "/", Map.of(), List.of()), text(List.of("ab"), "/", Map.of(), List.of()));
        assertNotEquals(text(List.of("a"), "/b", Map.of(), List.of()), text(List.of("a", "/b"), "", Map.of(), List.of()));
    }

    @Test
    void ofTheKernelsTextOnlyThatIsComparedWhichIsInherited() {
        String status = "Name:\tjava\nUmask:\t0022\nPid:\t7\nSigIgn:\t0000000180000002\nCpus_allowed:\t3\n";
        assertEquals("\nUmask:\t0022\nCpus_allowed:\t3", Fit.ofStatus(status));
        assertEquals("2", Fit.ignored(status));
        assertEquals("5", Fit.nice("7 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 20 5 30"));
        assertEquals("", Fit.nice("7 (x) S"));
        assertEquals("", Fit.ignored(""));
    }
}
