package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.braid.base.os.SocketDirectories;
import org.braid.launch.jvm.CacheSeal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code braid clean} beside running jobs, and after those that have ended. Real processes. */
@Isolated("it counts what there is of all jobs")
@Timeout(120)
class CleanTest {
    @TempDir Path directory = Path.of("");

    /** A program that loads a class once it is told to. */
    private Path lateLoader() throws IOException {
        Files.writeString(directory.resolve("Late.java"), "class Late { static String said() { return \"loaded late\"; } }");
        return Files.writeString(directory.resolve("Main.java"), "class Main { void main() throws Exception { IO.println(\"ready\"); System.in.read(); IO.println(Late.said()); } }");
    }

    private String clean(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        command.add("-Dbraid.jar=" + directory.resolve("home/braid.jar"));
        command.addAll(List.of("org.braid.cli.Braid", "clean"));
        command.addAll(Arrays.asList(options));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("BRAID_CACHE", directory.resolve("cache").toString());
        builder.environment().put("XDG_RUNTIME_DIR", Files.createDirectories(directory.resolve("run")).toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said.lines().filter(line -> !isOfOthers(line)).map(line -> line + "\n").collect(Collectors.joining());
    }

    /** What other processes of this machine have left where all do. */
    private boolean isOfOthers(String line) {
        return line.contains(SocketDirectories.PREFIX) && !line.contains(directory.toString());
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> entries = Files.list(directory.resolve("cache/classes"))) {
            return entries.toList();
        }
    }

    @Test
    void aRunningJobLoadsItsClassesAfterItAsBefore() throws Exception {
        Path main = lateLoader();
        try (TestJob job = TestJob.start(directory, main.toString())) {
            assertEquals("ready", job.nextLine());
            Path entry = entries().getFirst();
            assertEquals("would leave " + entry + ": a running job uses it\n", clean("--dry-run"));
            assertEquals("left " + entry + ": a running job uses it\n", clean());
            job.type("\n");
            TestJob.Result result = job.end();
            TestJob.assertCode(0, result);
            assertEquals("loaded late\n", result.out());
        }
        assertEquals("would remove 1 compiled program of " + directory.resolve("cache") + "\n", clean("--dry-run"));
        assertEquals("removed 1 compiled program of " + directory.resolve("cache") + "\n", clean());
        assertEquals(List.of(), entries());
        assertEquals("", clean());
    }

    @Test
    void theClassesOfAJobWhoseLauncherWasKilledAreRemoved() throws Exception {
        try (TestJob job = TestJob.start(directory, lateLoader().toString())) {
            assertEquals("ready", job.nextLine());
            job.launcher().destroyForcibly().waitFor();
        }
        assertTrue(clean().startsWith("removed 1 compiled program"));
        assertEquals(List.of(), entries());
    }

    @Test
    void theSocketsOfAJobWhoseProcessesWereAllKilledAtOnceAreRemoved() throws Exception {
        TestJob.killWhole(directory);
        assertTrue(clean("--dry-run").startsWith("would remove " + directory.resolve("run").resolve(SocketDirectories.PREFIX)));
        assertTrue(clean().startsWith("removed " + directory.resolve("run").resolve(SocketDirectories.PREFIX)));
        assertEquals(List.of(), TestJob.socketDirectories(directory));
    }

    @Test
    void whatIsBeingCompiledStays() throws Exception {
        Path classes = Files.createDirectories(directory.resolve("cache/classes"));
        Path fresh = Files.createDirectory(classes.resolve("new-" + ProcessHandle.current().pid() + "-1"));
        Path left = Files.createDirectory(classes.resolve("new-1073741824-1")); // beyond what pids may be
        clean();
        assertTrue(Files.exists(fresh));
        assertFalse(Files.exists(left));
    }

    @Test
    void theNextStartMayTryAgainToMakeCaches() throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        Path marker = Files.writeString(home.resolve("launcher-1-25.aot.none"), "exit code 1\n");
        Path stage = Files.createDirectory(home.resolve("rehearsal-1073741824"));
        Path cache = Files.writeString(home.resolve("launcher-2-25.aot"), "whole");
        Files.writeString(CacheSeal.of(cache), CacheSeal.text(cache));
        Path damaged = Files.writeString(home.resolve("rank-2-25.aot"), "damaged");
        Files.copy(CacheSeal.of(cache), CacheSeal.of(damaged));
        Path ofAnotherBuild = Files.createDirectories(directory.resolve("another/rehearsal-1073741824"));
        Files.writeString(home.resolve("whole"), ""); // the script has put it there
        assertTrue(clean().contains("removed " + damaged + ": this AOT cache is damaged"));
        assertFalse(Files.exists(damaged));
        assertFalse(Files.exists(ofAnotherBuild));
        assertFalse(Files.exists(marker));
        assertFalse(Files.exists(stage));
        assertTrue(Files.exists(cache));
    }
}
