package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.braid.boot.warm.Nest;

/** Braid as users have it, with a directory for everything that pools keep. */
final class PoolHome {
    private static final int NAPS = 1_500;
    private static final long NAP_MS = 40;

    private final Path directory;

    private PoolHome(Path directory) {
        this.directory = directory;
    }

    static PoolHome make(Path directory) throws IOException {
        return new PoolHome(directory.toRealPath());
    }

    Path resolve(String name) {
        return directory.resolve(name);
    }

    Path pools() {
        return directory.resolve("cache/pools");
    }

    ProcessBuilder command(String... words) {
        List<String> command = new ArrayList<>(PreparedBraid.launcher());
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("BRAID_CACHE", directory.resolve("cache").toString());
        return builder;
    }

    /** What a command says, and {@code code N} behind it. */
    String run(String... words) throws IOException, InterruptedException {
        return said(command(words).start());
    }

    static String said(Process command) throws IOException, InterruptedException {
        command.getOutputStream().close();
        String said = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return said + "code " + command.waitFor();
    }

    /** A pool of two, with a short rehearsal. */
    void keep(String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("pool", "-n", "2", "--jobs-of", "2", "--rounds", "2", "--wait"));
        words.addAll(List.of(more));
        String said = run(words.toArray(String[]::new));
        assertEquals("all of them wait\ncode 0", said.substring(said.indexOf('\n') + 1), said);
    }

    /** Nests of ranks that wait. */
    List<Path> waiting() throws IOException {
        if (!Files.isDirectory(pools())) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(pools(), 2)) {
            return all.filter(each -> Files.exists(each.resolve(Nest.FIT))).toList();
        }
    }

    void awaitWaiting(int ranks) throws IOException, InterruptedException {
        for (int naps = 0; waiting().size() != ranks; naps++) {
            if (naps == NAPS) {
                throw new AssertionError(waiting().size() + " ranks wait, not " + ranks);
            }
            TimeUnit.MILLISECONDS.sleep(NAP_MS);
        }
    }

    /** The process of a rank that waits. */
    static long pid(Path nest) throws IOException {
        return Long.parseLong(Files.readString(nest.resolve(Nest.PID)));
    }

    /** The process that keeps the one pool. */
    long keeper() throws IOException {
        try (Stream<Path> all = Files.list(pools())) {
            return Long.parseLong(all.findFirst().orElseThrow().getFileName().toString().split("-")[0]);
        }
    }
}
