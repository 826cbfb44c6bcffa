package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.braid.launch.jvm.CacheSeal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** AOT caches of which the head is right and the middle is not, which the JVM takes and dies of: nobody meets one twice. Real processes. */
@Timeout(60)
class DamagedCacheTest {
    private static final String RANK = "-Dbraid.aot.rank=";
    private static final String WIDE = "-Dbraid.aot.rank.wide=";
    private static final String COMPILER = "-Dbraid.aot.compiler=";

    @TempDir Path directory = Path.of("");

    @BeforeEach
    void write() throws IOException {
        Files.writeString(directory.resolve("Cached.java"), "public class Cached { public static void main(String[] a) { mpi.MPI.Init(a); System.out.println(\"here\"); mpi.MPI.Finalize(); } }");
    }

    /** A copy that is wrong in its second third. */
    private Path damaged(String option) throws IOException {
        String original = original(option);
        byte[] bytes = Files.readAllBytes(Path.of(original));
        for (int at = bytes.length / 3; at < bytes.length / 3 * 2; at++) {
            bytes[at] ^= 0x5a;
        }
        return Files.write(directory.resolve(Path.of(original).getFileName()), bytes);
    }

    /** A copy that is whole, and sealed as such or as another one. */
    private Path sealed(String option, boolean fits) throws IOException {
        Path cache = damaged(option);
        Files.copy(Path.of(original(option)), cache, StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(CacheSeal.of(cache), fits ? CacheSeal.text(cache) : "1 2\n");
        return cache;
    }

    private static String original(String option) {
        return PreparedBraid.launcher().stream().filter(word -> word.startsWith(option)).findFirst().orElseThrow().substring(option.length());
    }

    /** As the script does, which names no cache that is not there. */
    private String run(String option, Path cache) throws IOException, InterruptedException {
        return run(option, cache, "-n", "1", "Cached.java");
    }

    private String run(String option, Path cache, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        for (String word : PreparedBraid.launcher()) {
            if (word.startsWith(WIDE)) {
                continue; // it would be removed with that of the ranks, and is other tests', too
            }
            if (!word.startsWith(option)) {
                command.add(word);
            } else if (Files.exists(cache)) {
                command.add(option + cache);
            }
        }
        command.add("run");
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("BRAID_CACHE", directory.resolve("cache").toString());
        Process job = builder.start();
        String said = new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return said + "code " + job.waitFor();
    }

    @Test
    void aProgramIsCompiledWithoutThatOfTheCompilerWhichIsRemoved() throws Exception {
        Path cache = damaged(COMPILER);
        String said = run(COMPILER, cache);
        assertTrue(said.startsWith("braid: the compiler's JVM has ended by a fault of its own; its AOT cache may be damaged"), said);
        assertTrue(said.endsWith("here\ncode 0"), said);
        assertFalse(Files.exists(cache));
        assertEquals("here\ncode 0", run(COMPILER, cache));
    }

    @Test
    void ranksThatDieOfTheirsDoSoOnceAndTheUserIsToldToStartAgain() throws Exception {
        Path cache = damaged(RANK);
        String said = run(RANK, cache);
        assertTrue(said.contains("start again: the ranks' AOT cache was damaged") && said.endsWith("code 134"), said);
        assertFalse(Files.exists(cache));
        assertEquals("here\ncode 0", run(RANK, cache));
    }

    /** What a damaged cache makes a JVM say that does not die of it; a program can make the same mistake. */
    @Test
    void aRankWhoseClassesDoNotBelongTogetherHasItsCacheLookedAt() throws Exception {
        Files.writeString(directory.resolve("Cached.java"), "public class Cached { public static void main(String[] a) { mpi.MPI.Init(a); throw new NoSuchMethodError(\"x\"); } }");
        Path cache = sealed(RANK, true);
        String own = run(RANK, cache);
        assertTrue(own.contains("NoSuchMethodError") && !own.contains("start again") && own.endsWith("code 1"), own);
        assertTrue(Files.exists(cache));
        sealed(RANK, false);
        String said = run(RANK, cache);
        assertTrue(said.contains("start again: the ranks' AOT cache was damaged") && said.endsWith("code 1"), said);
        assertFalse(Files.exists(cache));
    }

    /** As JVMs that never come to their program. */
    @Test
    void aJobThatStandsStillBeforeAnyInitHasItsCacheLookedAt() throws Exception {
        Files.writeString(directory.resolve("Cached.java"), "public class Cached { public static void main(String[] a) throws Exception { System.in.read(); } }");
        Path cache = sealed(RANK, false);
        String said = run(RANK, cache, "-n", "1", "--timeout", "1", "Cached.java");
        assertTrue(said.contains("start again: the ranks' AOT cache was damaged") && said.endsWith("code 124"), said);
        assertFalse(Files.exists(cache));
    }
}
