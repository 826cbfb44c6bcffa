package org.braid.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.braid.cli.run.PreparedBraid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code braid bench} with the real programs in real jobs: whether it can measure, not how fast anything is. */
@Timeout(300)
class BenchRunTest {
    /** One for all, since the measured programs are compiled into a cache below it. */
    @TempDir static Path directory = Path.of("");

    private record Said(int code, String text) {
        List<String> rows(String operation) {
            return text.lines().filter(line -> line.startsWith(operation)).toList();
        }
    }

    private static List<String> braid() {
        return new ArrayList<>(PreparedBraid.launcher());
    }

    private Said bench(String... words) throws IOException, InterruptedException {
        List<String> command = braid();
        command.add("bench");
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("BRAID_CACHE", directory.resolve("cache").toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }

    /** This very build once more, as something installed: a script, and a jar that has nothing of the benchmark. */
    private Path installed() throws IOException {
        Path place = Files.createDirectories(directory.resolve("installed"));
        Path script = Files.writeString(place.resolve("braid"), "#!/bin/sh\nexec '" + String.join("' '", braid()) + "' \"$@\"\n");
        assertTrue(script.toFile().setExecutable(true));
        try (OutputStream file = Files.newOutputStream(place.resolve("braid.jar")); ZipOutputStream jar = new ZipOutputStream(file)) {
            jar.putNextEntry(new ZipEntry("empty"));
        }
        return place;
    }

    @Test
    void wholeJobsOfTwoRanksAreTimedFromCommandToExit() throws Exception {
        Said said = bench("job", "-n", "2", "--pairs", "1", "--scale", "0.001");
        assertEquals(0, said.code(), said.text());
        assertEquals(7, said.rows("trips.").size(), said.text());
        assertEquals(1, said.rows("reduce.10.np2").size(), said.text());
        assertTrue(said.rows("trips.1000.np2").getFirst().contains(" ms "), said.text());
    }

    @Test
    void aProfileSaysWhatMessagesAndSharedMemoryCostAndCanBeRead() throws Exception {
        Path profile = directory.resolve("costs");
        Said said = bench("profile", profile.toString(), "-n", "2");
        assertEquals(0, said.code(), said.text());
        assertEquals(1, said.rows("host latency=").size(), said.text());
        assertTrue(said.rows("host ").getFirst().matches("host latency=[1-9][0-9]*ns send=[0-9]+ns receive=[0-9]+ns gap=[0-9]+ns bandwidth=[0-9]{8,11}B/s"), said.text()); // 10 MB/s to 100 GB/s, of which memory is never outside
        assertTrue(said.rows("board latency=").getFirst().matches("board latency=[1-9][0-9]*ns show=[0-9]+ns look=[0-9]+ns"), said.text());
        assertTrue(Files.readString(profile).contains(said.rows("board ").getFirst()), said.text());
    }

    @Test
    void gapsArraysAndThreadsAreMeasuredBesideWhatTheyCostMoreThan() throws Exception {
        Said types = bench("types", "--bytes", "64", "--pairs", "1", "--scale", "0.001");
        assertEquals(0, types.code(), types.text());
        assertEquals(5, types.rows("types.").size(), types.text());
        assertEquals(2, types.rows("types.").stream().filter(row -> row.contains(" share ")).count(), types.text());
        assertEquals(2, types.rows("buffers ").size(), types.text());
        assertEquals(1, types.rows("buffers.heap-over-direct").stream().filter(row -> row.contains(" times ")).count(), types.text());
        Said threads = bench("threads", "--pairs", "1", "--scale", "0.001");
        assertEquals(0, threads.code(), threads.text());
        assertEquals(4, threads.rows("threads.").stream().filter(row -> row.contains(" msg/s ")).count(), threads.text());
        assertEquals(1, threads.rows("threads.8.share ").size(), threads.text());
    }

    @Test
    void eachCollectiveHasARowForEachThreadLevelAndUnevenBlocksIfTheyAreNamed() throws Exception {
        List<String> named = List.of("exscan", "gatherv", "scatterv.uneven", "allgatherv", "alltoallv.uneven", "alltoallw", "reduce_scatter.uneven", "neighbor_allgather", "neighbor_alltoall");
        Said said = bench("collectives", "-n", "4", "--operations", String.join(",", named), "--bytes", "64", "--pairs", "1", "--scale", "0.001");
        assertEquals(0, said.code(), said.text());
        for (String name : named) {
            assertEquals(2, said.rows(name + ".np4 ").size(), said.text());
        }
    }

    @Test
    void objectsCopiesAccessesAndSpawnsHaveTheirRows() throws Exception {
        Said objects = bench("objects", "--pairs", "1", "--scale", "0.001");
        assertEquals(0, objects.code(), objects.text());
        assertTrue(objects.rows("objects.matrix ").getFirst().contains(" 8000000 "), objects.text());
        assertEquals(2, objects.rows("objects.graph ").size(), objects.text());
        Said calls = bench("calls", "-n", "2", "--pairs", "1", "--scale", "0.001");
        assertEquals(0, calls.code(), calls.text());
        for (String row : List.of("message", "put", "put-over-message", "fetch-and-op", "dup.np2", "allreduce.np2", "dup-over-allreduce.np2")) {
            assertEquals(1, calls.rows("calls." + row + " ").size(), calls.text());
        }
        assertEquals(3, calls.rows("calls.spawn.np2 ").size(), calls.text()); // until it returns, until all have left, and a run of as many ranks
        assertEquals(2, calls.rows("calls.spawn.np2 ").stream().filter(row -> !row.endsWith("-")).count(), calls.text());
    }

    @Test
    void anotherBuildTakesPartAndEachRowHasItsVerdict() throws Exception {
        Said said = bench("job", "-n", "4", "--against", installed().toString(), "--bound", "1000", "--pairs", "2", "--scale", "0.01");
        assertEquals(0, said.code(), said.text());
        assertEquals(2, said.rows("old: braid ").size() + said.rows("new: braid ").size(), said.text());
        assertEquals(2, said.rows("reduce.1.np4").stream().filter(row -> row.contains(" ms ") && row.contains("..")).count(), said.text());
        assertTrue(said.rows("gather.10.np4").getLast().endsWith("within"), said.text());
        assertTrue(said.text().endsWith("verdict: pass, 2 of 2 medians are within 1000.000\n"), said.text());
    }

    @Test
    void aMedianAboveTheBoundIsAnExitCodeAndWhatTheOtherBuildLacksIsSaid() throws Exception {
        Said said = bench("rate", "--against", installed().toString(), "--bound", "0.000001", "--pairs", "1", "--scale", "0.001");
        assertEquals(1, said.code(), said.text());
        assertTrue(said.text().contains("other link is left out: that build has no such program"), said.text());
        assertTrue(said.text().endsWith("verdict: fail, 0 of 6 medians are within 0.000\n"), said.text());
    }

    @Test
    void theGateTakesTurnsWithAnotherBuildAndEveryTurnIsWritten() throws Exception {
        Path json = directory.resolve("turns.json");
        Said said = bench(
                "gate", "--against", installed().toString(), "--rows", "latency,startup", "--pairs", "1", "--scale", "0.02", "--bound", "1000", "--json", json.toString());
        assertTrue(said.code() <= 1, said.text()); // 1 if the cores moved during all pairs of a row: then there is nothing to be within the bound
        for (String row : List.of("latency single", "latency multiple", "startup -", "startup-cpu -")) {
            assertEquals(1, said.rows("round 1  " + row + "  ").size(), said.text());
        }
        assertTrue(said.rows("startup ").stream().anyMatch(line -> line.contains(" ms ") && line.endsWith("too few")), said.text());
        String turns = Files.readString(json);
        assertEquals(4, turns.split("\"stoodStill\"", -1).length - 1, turns);
    }

    @Test
    void aGateNeedsAnotherBuildAndRowsThatThereAre() throws Exception {
        Said alone = bench("gate");
        assertTrue(alone.code() != 0 && alone.text().contains("--against"), alone.text());
        Said wrong = bench("gate", "--against", installed().toString(), "--rows", "speed");
        assertTrue(wrong.code() != 0 && wrong.text().contains("a row can be latency, rate, tcp, barrier, allreduce, startup"), wrong.text());
    }

    @Test
    void theFirstTenthOfASecondHasTwoBinsOfEveryWorkAndAPicture() throws Exception {
        Path picture = directory.resolve("youth.svg");
        Said said = bench("job", "--curve", picture.toString(), "--pairs", "1", "--scale", "0.02");
        assertEquals(0, said.code(), said.text());
        assertEquals(4, said.rows("0.05 s").size(), said.text());
        assertEquals(4, said.rows("0.10 s").size(), said.text());
        assertEquals(0, said.rows("0.").stream().filter(row -> row.split(" +")[2].equals("0.000")).count(), said.text());
        assertEquals(4, said.rows("braid: within 1.5 of its").size(), said.text());
        assertTrue(Files.readString(picture).startsWith("<svg "));
    }
}
