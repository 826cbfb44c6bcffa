package org.braid.launch.pool;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.braid.boot.threads.RankSet;
import org.braid.launch.options.RunArguments;
import org.braid.launch.options.RunOptions;
import org.braid.launch.process.RankCommand;
import org.braid.launch.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    /** Its process works in the old one, which has no name any more. */
    @Test
    void aDirectoryThatWasMadeAgainIsAnother(@TempDir Path directory) throws IOException {
        Path work = Files.createDirectory(directory.resolve("work"));
        byte[] fit = Fit.of(WORDS, work, VARIABLES);
        assertArrayEquals(fit, Fit.of(WORDS, work, VARIABLES));
        Files.move(work, directory.resolve("old"));
        assertFalse(Arrays.equals(fit, Fit.of(WORDS, Files.createDirectory(work), VARIABLES)));
    }

    @Test
    void anotherNetworkIsAnother(@TempDir Path directory) throws IOException {
        String fit = new String(Fit.of(WORDS, directory, VARIABLES), StandardCharsets.UTF_8);
        assertTrue(fit.contains(Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString()), fit);
    }

    @Test
    void otherGroupsAndPrivilegesAreOthers() {
        String status = "Name:\tjava\nUid:\t5\nGid:\t5\nGroups:\t5\nCapEff:\t5\nNoNewPrivs:\t5\nSeccomp:\t5\nCpus_allowed:\t5\n";
        for (String name : List.of("Uid", "Gid", "Groups", "CapEff", "NoNewPrivs", "Seccomp")) {
            assertNotEquals(Fit.ofStatus(status), Fit.ofStatus(status.replace(name + ":\t5", name + ":\t6")), name);
        }
    }

    /** Ranks that share cores are started by a program that wants a variable of its own. */
    @Test
    void aPoolForCrowdedJobsFitsThem() throws IOException {
        RunOptions options = RunArguments.programs(List.of("-n", "1000", "Program")).getFirst();
        RankCommand job = new RankCommand(options, 1000, 1000, 1000, new Program("Program", List.of()), "job");
        Path directory = Path.of("").toAbsolutePath();
        byte[] wanted = Fit.of(job.fixed(), directory, job.builder(RankSet.of(0), 0, 0).environment());
        Pool pool = new Pool(2, 1000, 1, directory, "none", 1);
        assertArrayEquals(wanted, pool.fit(pool.fixed()));
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
