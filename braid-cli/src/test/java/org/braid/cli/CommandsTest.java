package org.braid.cli;

import static org.braid.cli.Said.execute;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.braid.base.ErrorCode;
import org.braid.launch.options.JobCommand;
import org.braid.launch.options.RunOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it takes the outputs of its process")
class CommandsTest {
    @Test
    void helpOfACommandBelowAnotherIsItsOwnPage() {
        assertEquals(execute("sim", "karonis", "--help").out(), execute("help", "sim", "karonis").out());
        assertEquals(execute("explain", "coll", "--help").out(), execute("help", "explain", "coll").out());
        assertEquals(execute("--help").out(), execute("help").out());
        assertRefused("BRD-1601", "help", "sim", "frob");
    }

    @Test
    void whatCannotBeUnderstoodIsOneErrorWithItsCode() {
        assertRefused("BRD-1601", "frob");
        assertRefused("BRD-1601", "info", "--frob");
        assertRefused("BRD-1304", "info", "frob");
        assertRefused("BRD-1602", "bench", "latency", "-n", "0");
        assertRefused("BRD-1602", "bench", "latency", "--against", "/no/such/place");
        assertRefused("BRD-1602", "bench", "latency", "--bound", "0");
        assertRefused("BRD-1602", "bench", "latency", "--curve", "/no/such/place/youth.svg");
        assertRefused("BRD-1602", "bench", "job", "-n", "3");
        assertRefused("BRD-1602", "bench", "latency", "--json", "/no/such/place/figures.json");
        assertRefused("BRD-1612", "explain", "BRD-9999");
        assertRefused("BRD-1602", "pool", "-n", "0");
        assertRefused("BRD-1602", "pool", "-n", "1", "--jobs-of", "0");
        assertTrue(execute("inof").err().contains("Did you mean 'info'?"));
        assertTrue(execute("rum", "-n", "2").err().startsWith("braid: unknown word 'rum': 'braid' knows no such command or option\n"));
    }

    /** Its reason is no disk that is full. */
    @Test
    void aRepositoryThatCannotBeWrittenIsRefusedWithItsReason(@TempDir Path directory) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "1");
        try (OutputStream jar = Files.newOutputStream(directory.resolve("braid.jar"))) {
            new JarOutputStream(jar, manifest).close();
        }
        System.setProperty("braid.jar", directory.resolve("braid.jar").toString());
        try {
            assertRefused("BRD-1602", "install", "--repository", "/proc/x");
            assertTrue(execute("install", "--repository", "/proc/x").err().startsWith("braid: option --repository: nothing can be installed in /proc/x: "));
        } finally {
            System.clearProperty("braid.jar");
        }
    }

    @Test
    void theHelpPageOfEachCommandThatStartsJobsHasItsOptionsWithTheirHelpAndInfoEveryDefault() {
        Said info = execute("info");
        for (JobCommand command : JobCommand.values()) {
            Said help = execute(command.word(), "--help");
            assertEquals(0, help.code());
            String page = help.out().replaceAll("\\s+", " ");
            for (RunOption option : RunOption.values()) {
                option.names().forEach(name -> assertEquals(option.isOf(command), page.matches(".*[ ,]" + name + "[ ,=].*"), name + page));
                assertTrue(!option.isOf(command) || page.contains(option.help()), option.help() + page);
                assertTrue(!option.isOf(command) || page.contains(option.otherwise()) && info.out().contains(option.otherwise()), option.otherwise());
            }
        }
        assertTrue(execute("--help").out().lines().filter(line -> line.matches("  (run|server|join|info|bench|explain|clean|help) .*")).count() >= 7);
    }

    private static void assertRefused(String code, String... arguments) {
        Said said = execute(arguments);
        assertEquals(2, said.code());
        assertEquals("", said.out());
        assertEquals(3, said.err().lines().count(), said.err());
        assertTrue(said.err().startsWith("braid: ") && said.err().endsWith(code + "\n"), said.err());
    }

    @Test
    void infoListsTransportsDevicesAndCompoundsAndShowsEachWithItsParameters() {
        String all = execute("info").out();
        assertTrue(all.contains("  interfaces      ") && all.contains("lo 127.0.0.1"), all);
        for (String name : List.of("shm", "tcp", "pass", "profile", "checksum", "lz4", "delay", "chaos", "failover")) {
            assertTrue(all.contains("\n  " + name + " "), name + " is missing in " + all);
        }
        Said delay = execute("info", "delay");
        assertEquals(0, delay.code());
        assertTrue(delay.out().startsWith("  delay ") && delay.out().replaceAll(" +", " ").contains(" latency time default 0ns how long"), delay.out());
        assertTrue(execute("info", "failover").out().replaceAll(" +", " ").contains(" after time default 1s"));
        assertEquals(1, execute("info", "pass").out().lines().count());
        assertTrue(execute("info", "lz5").err().contains("Did you mean 'lz4'?"));
        assertTrue(execute("info", "-cp", "a\0b").err().contains(ErrorCode.OPTION_VALUE.id()));
    }

    @Test
    void everyErrorCodeIsExplained() {
        List<String> missing = new ArrayList<>();
        String all = execute("explain").out();
        for (ErrorCode code : ErrorCode.values()) {
            Said said = execute("explain", code.id());
            if (said.code() != 0 || said.out().lines().count() < 2 || !all.contains(code.id())) {
                missing.add(code.id());
            }
        }
        assertEquals(List.of(), missing);
    }

    /** As by braid run: the server hears nothing of a host whose ranks would end in MPI.Init. */
    @Test
    void aJoinLooksAtTheChoiceOfAlgorithmsBeforeItLooksForItsServer() {
        Said said = execute("join", "@/no/such/ticket", "-n", "2", "-x", "BRAID_COLL=bcast=knomial(radix=1)", "Program");
        assertEquals(2, said.code(), said.err());
        assertTrue(said.err().startsWith("braid: BRAID_COLL, the choice of collective algorithms \"bcast=knomial(radix=1)\": how an algorithm is to work"), said.err());
        assertTrue(execute("join", "@/no/such/ticket", "-n", "2", "-x", "BRAID_COLL=bcast=knomial(radix=3)", "Program").err().contains("/no/such/ticket"), "and then at its ticket");
    }
}
