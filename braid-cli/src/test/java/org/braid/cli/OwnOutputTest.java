package org.braid.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands in processes of their own, whose output goes where nobody gets it. */
@Timeout(60)
class OwnOutputTest {
    private static final String FULL = "exec \"$@\" > /dev/full";

    @TempDir Path directory = Path.of("");

    private record Said(int code, String err) {}

    private Said execute(String shell, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", shell, "sh", System.getProperty("java.home") + "/bin/java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), "org.braid.cli.Braid"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectError(directory.resolve("err").toFile());
        Process process = builder.redirectOutput(directory.resolve("out").toFile()).start();
        try {
            assertTrue(process.waitFor(30, TimeUnit.SECONDS), () -> List.of(words) + " waits");
            return new Said(process.exitValue(), Files.readString(directory.resolve("err")));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void whatCouldNotBePrintedIsAnErrorOfEveryCommand() throws Exception {
        for (String[] words : new String[][] {{"info"}, {"explain", "BRD-1411"}, {"--help"}, {"run", "--help"}, {"mpijavac", "--showme"}}) {
            Said said = execute(FULL, words);
            assertEquals(125, said.code(), String.join(" ", words));
            assertTrue(said.err().startsWith("braid: the output is not complete: No space left on device\n") && said.err().endsWith("BRD-1418\n"), said.err());
        }
    }

    @Test
    void aServerWhoseTicketNobodyGetsDoesNotWaitForJoins() throws Exception {
        Said said = execute(FULL, "server", "-n", "1");
        assertEquals(125, said.code());
        assertTrue(said.err().startsWith("braid: the job's ticket: it could not be printed") && said.err().contains("--ticket-file"), said.err());
    }

    @Test
    void aReaderThatHasGoneIsNoError() throws Exception {
        Said said = execute("{ \"$@\"; echo $? > code; } | sh -c 'exec <&-; : > gone'; exit", "explain");
        assertEquals("", said.err());
        assertEquals("0\n", Files.readString(directory.resolve("code")));
    }
}
