package org.braid.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.braid.cli.run.PreparedBraid;
import org.braid.launch.jvm.CacheSeal;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real rehearsals, with a jar of this build's classes: what one makes, and what is left of one that is ended. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class RehearsalTest {
    @TempDir Path directory = Path.of("");

    private byte[] jar = {};

    @BeforeAll
    void pack(@TempDir Path ofAll) throws IOException {
        Path packed = ofAll.resolve("braid.jar");
        PreparedBraid.pack(packed);
        jar = Files.readAllBytes(packed);
    }

    private Path home(String name) throws IOException {
        Path home = Files.createDirectory(directory.resolve(name));
        Files.write(home.resolve("braid.jar"), jar);
        return home;
    }

    private static Process rehearse(Path home) throws IOException {
        return rehearse(home, Rehearsal.class, "launcher-1.aot", "rank-1.aot", "wide-1.aot", "compiler-1.aot", "commands-1.aot");
    }

    private static Process rehearse(Path home, Class<?> rehearsal, String... caches) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xlog:disable", "--enable-native-access=ALL-UNNAMED",
                "-cp", home.resolve("braid.jar").toString(), rehearsal.getName()));
        for (String cache : caches) {
            command.add(home.resolve(cache).toString());
        }
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(home.resolve("log").toFile()).start();
    }

    private static List<String> left(Path home) throws IOException {
        try (Stream<Path> files = Files.list(home)) {
            return files.map(file -> file.toFile().getName()).filter(name -> !List.of("braid.jar", "launcher.jar", "log", "spawning").contains(name)).sorted().toList();
        }
    }

    /** Waits until the first play is under way, in which the compiler writes classes. */
    private static void awaitPlay(Path home, Process rehearsal) throws IOException, InterruptedException {
        while (true) {
            assertTrue(rehearsal.isAlive(), Files.readString(home.resolve("log")));
            try (Stream<Path> files = Files.walk(home)) {
                if (files.anyMatch(file -> file.endsWith("cache/classes"))) {
                    return;
                }
            } catch (UncheckedIOException e) {
                // Something was removed while it was looked at.
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Ends what was played, also what was started since, and waits for it: a process that dies later would write what is being looked at. */
    private static void awaitNobody(Path home) throws InterruptedException {
        for (List<ProcessHandle> plays = playsIn(home); !plays.isEmpty(); plays = playsIn(home)) {
            plays.forEach(ProcessHandle::destroyForcibly);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Whoever was started with a path of this home, which no other test's process knows. */
    private static List<ProcessHandle> playsIn(Path home) {
        return ProcessHandle.allProcesses().filter(process -> process.info().commandLine().orElse("").contains(home.toString())).toList();
    }

    @Test
    void itMakesFiveCachesAndLaterThoseOfHostsAndLeavesNothingElse() throws Exception {
        Path made = PreparedBraid.home(); // where all these tests' jobs have their caches from one rehearsal
        List<String> sealed = List.of("commands.aot", "commands.aot.seal", "compiler.aot", "compiler.aot.seal", "launcher.aot", "launcher.aot.seal", "lock", "rank.aot", "rank.aot.seal", "rehearsal.log", "transports", "wide.aot", "wide.aot.seal");
        assertEquals(sealed, left(made));
        for (String each : List.of("commands.aot", "compiler.aot", "launcher.aot", "rank.aot", "wide.aot")) {
            assertEquals(CacheSeal.text(made.resolve(each)), Files.readString(CacheSeal.of(made.resolve(each))), each);
        }
        assertTrue(Files.size(made.resolve("launcher.aot")) > 1_000_000);
        assertTrue(Files.size(made.resolve("rank.aot")) > 1_000_000);
        assertTrue(Files.size(made.resolve("compiler.aot")) > 10_000_000, "javac's classes are in it");
        assertTrue(Files.size(made.resolve("commands.aot")) > Files.size(made.resolve("launcher.aot")));
        assertTrue(Files.size(made.resolve("wide.aot")) > Files.size(made.resolve("rank.aot")), "it knows how jobs meet, too");
        Path home = home("whole");
        Files.copy(made.resolve("launcher.jar"), home.resolve("launcher.jar"));
        Process overHosts = rehearse(home, HostsRehearsal.class, "hosts-1.aot", "hosts-rank-1.aot");
        assertEquals(0, overHosts.waitFor(), Files.readString(home.resolve("log")));
        assertEquals(List.of("hosts-1.aot", "hosts-1.aot.seal", "hosts-rank-1.aot", "hosts-rank-1.aot.seal"), left(home));
        assertTrue(Files.size(home.resolve("hosts-rank-1.aot")) > Files.size(made.resolve("rank.aot")) + 5_000_000, "it knows cryptography, too");
    }

    /** As this process has inherited it, and hands it on. */
    private static boolean isIgnored(int signal) throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("SigIgn:")) {
                return (Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16) >>> signal - 1 & 1) != 0;
            }
        }
        return false;
    }

    @Test
    void oneThatIsEndedBySignalsLeavesNothingAndSaysSo() throws Exception {
        for (int signal : new int[] {1, 2, 15}) {
            if (isIgnored(signal)) {
                continue; // whoever has started these tests in the background ignores it for all that they start
            }
            Path home = home("signal-" + signal);
            Process rehearsal = rehearse(home);
            awaitPlay(home, rehearsal);
            new ProcessBuilder("kill", "-" + signal, Long.toString(rehearsal.pid())).start().waitFor();
            assertEquals(128 + signal, rehearsal.waitFor());
            assertEquals(List.of(), left(home));
        }
    }

    @Test
    void whatOneLeavesThatWasKilledIsRemovedByTheNextAndByClean() throws Exception {
        Path home = home("killed");
        Process rehearsal = rehearse(home);
        awaitPlay(home, rehearsal);
        rehearsal.destroyForcibly().waitFor();
        awaitNobody(home);
        List<Path> abandoned = RehearsalStage.abandoned(home);
        assertEquals(List.of("rehearsal-" + rehearsal.pid()), left(home));
        assertEquals(List.of(home.resolve("rehearsal-" + rehearsal.pid())), abandoned);
        RehearsalStage.open(home).close();
        assertEquals(List.of(), left(home));
    }

    @Test
    void oneThatIsUnderWayIsLeftAlone() throws Exception {
        Path home = home("busy");
        try (RehearsalStage mine = RehearsalStage.open(home)) {
            assertEquals(List.of(), RehearsalStage.abandoned(home));
            assertTrue(Files.isDirectory(mine.resolve(".")));
        }
        assertEquals(List.of(), left(home));
    }
}
