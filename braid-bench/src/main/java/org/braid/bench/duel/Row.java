package org.braid.bench.duel;

import java.util.ArrayList;
import java.util.List;

/**
 * One row of the gate, done by jobs of one kind.
 *
 * @param name as {@code --rows} takes it
 * @param work as {@code TurnProgram} takes it
 * @param nsPerUnit what its operation takes is divided by this for people
 */
public record Row(String name, int ranks, String method, String work, double nsPerUnit, String unit) {
    /** Of one message. */
    public static final int BYTES = 8;

    private static final int WINDOW = 64;

    /** The name of the row whose jobs are timed from their command to their exit. */
    private static final String STARTUP = "startup";

    /** Of the same jobs the processor time, which spreads less; it is shown and not judged. */
    static final Row STARTUP_CPU = new Row("startup-cpu", 4, "", "", 1e6, "ms");

    /** Messages of 8 bytes there and back, windows of 64 of them, and collectives of more ranks than cores: the rows of the reference that may not be missed. */
    public static List<Row> all() {
        return List.of(
                new Row("latency", 2, "shm", "latency", 2e3, "us"),
                new Row("rate", 2, "shm", "rate", WINDOW, "ns/msg"),
                new Row("tcp", 2, "tcp", "latency", 2e3, "us"),
                new Row("barrier", 8, "", "barrier", 1e3, "us"),
                new Row("allreduce", 8, "", "allreduce", 1e3, "us"),
                new Row(STARTUP, 4, "", "", 1e6, "ms"));
    }

    /** Rows that the same jobs do, one after the other. Jobs of more ranks than cores do several, since they need half a minute until their compilers have finished. */
    static List<List<Row>> byJob(List<Row> rows) {
        List<List<Row>> jobs = new ArrayList<>(rows.stream().filter(row -> !row.isCrowded()).map(List::of).toList());
        List<Row> crowded = rows.stream().filter(Row::isCrowded).toList();
        if (!crowded.isEmpty()) {
            jobs.add(crowded);
        }
        return List.copyOf(jobs);
    }

    private boolean isCrowded() {
        return ranks > 2 && !isStartup();
    }

    boolean isStartup() {
        return name.equals(STARTUP);
    }

    /** Whether its two ranks look for themselves how far apart they are. */
    boolean probesItself() {
        return ranks == 2;
    }
}
