package org.braid.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.bench.figure.Who;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** However a bench ends, what it measures is asked to end and cleans up after itself. Real processes: a peer that leaves a file behind unless it is asked. */
@Timeout(120)
class EndOfABenchTest {
    private static final String PEER = "touch %1$s; trap 'rm %1$s; exit 1' TERM; echo ready > %1$s.ready; while true; do sleep 0.05; done";

    @TempDir Path directory = Path.of("");

    /** The bench that is ended: one contestant, for a minute. */
    static final class Measuring {
        private Measuring() {}

        public static void main(String[] script) throws Exception {
            Run.of(Contestant.printing(Who.PEER, "peer", List.of("/bin/sh", "-c", script[0])).within(60));
        }
    }

    private static void await(String what, Condition so) throws Exception {
        for (int naps = 0; naps < 3_000; naps++) {
            if (so.holds()) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        throw new AssertionError("never " + what);
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    @Test
    void aBenchThatIsAskedToEndOrKilledAsksItsPeerToEnd() throws Exception {
        for (String signal : tetherWorks() ? List.of("TERM", "KILL") : List.of("TERM")) {
            Path segment = directory.resolve("segment-" + signal);
            Process bench = new ProcessBuilder(
                            System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp", System.getProperty("java.class.path"),
                            Measuring.class.getName(), PEER.formatted(segment))
                    .inheritIO()
                    .start();
            await("measured", () -> Files.exists(Path.of(segment + ".ready")));
            List<ProcessHandle> all = new ArrayList<>(bench.descendants().toList());
            new ProcessBuilder("kill", "-s", signal, Long.toString(bench.pid())).start().waitFor();
            bench.waitFor();
            await("cleaned up after " + signal, () -> Files.notExists(segment));
            for (ProcessHandle each : all) {
                await("ended after " + signal, () -> !isRunning(each));
            }
        }
    }

    /** One that nobody collects has ended, too. */
    private static boolean isRunning(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"), StandardCharsets.ISO_8859_1);
            return process.isAlive() && stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException gone) {
            return false;
        }
    }

    private static boolean tetherWorks() throws InterruptedException {
        boolean works = Tether.tied(List.of("true")).size() > 1;
        if (!works) {
            System.out.println("NOT TESTED: a bench that is killed (this system has no setpriv that knows --pdeathsig)");
        }
        return works;
    }
}
