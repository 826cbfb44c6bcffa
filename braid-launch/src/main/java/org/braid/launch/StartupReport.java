package org.braid.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * {@code --report startup}: when each phase of a job was reached, as a table. Ranks and launcher share the host's monotonic clock; the
 * launcher's own process start is known to 10 ms only (kernel ticks). Main thread only.
 */
final class StartupReport {
    private final long launcherMainNs = System.nanoTime();
    private final long[] spawned;
    private final long[] main;
    private final long[] init;
    private final long[] done;
    private final long[] exited;
    private long programNs;

    StartupReport(int ranks) {
        spawned = new long[ranks];
        main = new long[ranks];
        init = new long[ranks];
        done = new long[ranks];
        exited = new long[ranks];
    }

    void programFound(long nowNs) {
        programNs = nowNs;
    }

    void spawned(int rank, long nowNs) {
        spawned[rank] = nowNs;
    }

    void phases(int rank, long mainNs, long initNs, long finalizeNs) {
        main[rank] = mainNs;
        init[rank] = initNs;
        done[rank] = finalizeNs;
    }

    void exited(int rank, long nowNs) {
        exited[rank] = nowNs;
    }

    /** One line per phase: first and last rank to reach it, in milliseconds since the launcher's process started. */
    String table() {
        long startNs = processStartNs();
        StringBuilder text = new StringBuilder("startup (ms)             first     last\n");
        line(text, "launcher's main", startNs, launcherMainNs);
        line(text, "program found", startNs, programNs);
        line(text, "rank spawned", startNs, spawned);
        line(text, "rank's main", startNs, main);
        line(text, "MPI.Init entered job", startNs, init);
        line(text, "MPI.Finalize left job", startNs, done);
        line(text, "rank gone", startNs, exited);
        return text.toString();
    }

    private static void line(StringBuilder text, String phase, long startNs, long... reached) {
        long[] known = Arrays.stream(reached).filter(ns -> ns != 0).sorted().toArray();
        text.append("  ").append(phase).repeat(' ', 22 - phase.length());
        if (known.length == 0) {
            text.append("       -        -\n");
            return;
        }
        column(text, known[0] - startNs);
        column(text, known[known.length - 1] - startNs);
        text.append('\n');
    }

    private static void column(StringBuilder text, long ns) {
        String shown = ns / 1_000_000 + "." + Math.abs(ns / 100_000 % 10);
        text.repeat(' ', Math.max(1, 9 - shown.length())).append(shown);
    }

    /** Start of this process on the monotonic clock, from field 22 of /proc/self/stat; the launcher's main if there is no such file. */
    private long processStartNs() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Long.parseLong(fields[19]) * 10_000_000L;
        } catch (IOException | RuntimeException e) {
            return launcherMainNs;
        }
    }
}
