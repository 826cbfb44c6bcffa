package org.braid.bench.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.braid.bench.build.BraidPrograms;
import org.braid.bench.process.Campaign;

/** Whether one build is slower than another by more than a bound: the rows that may not be missed, at both thread levels, round by round, each round with jobs that are started anew. */
public final class Gate {
    private static final List<String> LEVELS = List.of("single", "multiple");
    private static final int STARTS = 12; // pairs of them in a round
    private static final int LEAST_STARTS = 3;
    private static final int PROBES_TO_WARM_UP = 100;

    /** What one kind of job does, whose rounds are kept together. */
    private record Key(Row row, String level) {}

    private final BraidPrograms ours;
    private final BraidPrograms other;
    private final List<Row> rows;
    private final double scale;
    private final Map<Key, List<Duel.Round>> all = new LinkedHashMap<>();

    /**
     * A gate for two builds.
     *
     * @param rows those that are asked for
     * @param scale factor on the number of turns, and on the time for warming up
     */
    public Gate(BraidPrograms ours, BraidPrograms other, List<Row> rows, double scale) {
        this.ours = ours;
        this.other = other;
        this.rows = List.copyOf(rows);
        this.scale = scale;
    }

    /** Measures; each round says what it has found, since a gate takes many minutes. */
    public void run(int rounds, Campaign.Check check) throws IOException, InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            for (Row row : rows) {
                if (row.name().equals(Row.STARTUP)) {
                    keep(round, new Key(row, "-"), starts(row, round == 1));
                } else {
                    for (String level : LEVELS) {
                        keep(round, new Key(row, level), jobs(row, level, round % 2 == 0));
                    }
                }
            }
            check.afterRound();
        }
    }

    private void keep(int number, Key key, Duel.Round round) {
        all.computeIfAbsent(key, _ -> new ArrayList<>()).add(round);
        GateTable one = new GateTable();
        one.add(key.row(), key.level(), new Comparison(List.of(round), 1));
        System.out.println("round " + number + "\n" + one.text());
    }

    private Duel.Round jobs(Row row, String level, boolean oursFirst) throws IOException, InterruptedException {
        try (LiveJob first = job(row, level, oursFirst ? ours : other);
                LiveJob second = job(row, level, oursFirst ? other : ours)) {
            Contender mine = oursFirst ? first : second;
            Contender theirs = oursFirst ? second : first;
            if (row.probesItself()) {
                return duel(mine, theirs, 1).round(0);
            }
            try (LiveJob probe = probe()) {
                return duel(new Bracketed(mine, probe), new Bracketed(theirs, probe), row.ranks() / 2.0).round(0);
            }
        }
    }

    /** Nobody probes: what starts take hangs little on where the cores are. */
    private Duel.Round starts(Row row, boolean isFirst) throws IOException, InterruptedException {
        Duel duel = duel(new Starts(row.name(), ours.hello(row.ranks())), new Starts(row.name(), other.hello(row.ranks())), 1);
        if (isFirst) {
            duel.pairs(0, 1); // programs are compiled and files are read
        }
        return new Duel.Round(duel.pairs(0, (int) Math.max(LEAST_STARTS, STARTS * scale)), true);
    }

    private Duel duel(Contender mine, Contender theirs, double warmth) {
        return new Duel(mine, theirs, System::nanoTime, scale, warmth);
    }

    private static LiveJob job(Row row, String level, BraidPrograms build) throws IOException, InterruptedException {
        return LiveJob.start(row.name(), row.ranks(), place -> build.inTurns(row.ranks(), row.method(), List.of(level, Integer.toString(Row.BYTES), place.toString(), row.work())));
    }

    private LiveJob probe() throws IOException, InterruptedException {
        LiveJob probe = LiveJob.start("probe", 2, place -> ours.inTurns(2, "", List.of("single", "0", place.toString(), "nothing")));
        for (int i = 0; i < PROBES_TO_WARM_UP; i++) {
            probe.turn(0, 1);
        }
        return probe;
    }

    /**
     * The verdicts.
     *
     * @param bound the largest ratio of new over old that passes
     */
    public String text(double bound) {
        GateTable table = new GateTable();
        all.forEach((key, rounds) -> table.add(key.row(), key.level(), new Comparison(rounds, bound)));
        return table.text();
    }

    /** Every turn of every round, as {@link GateJson} writes them: what is in the array. */
    public String json() {
        return all.entrySet().stream().map(entry -> GateJson.of(entry.getKey().row(), entry.getKey().level(), entry.getValue())).collect(Collectors.joining(",\n"));
    }

    /** Whether no row's ratio is above the bound, decided or not. */
    public boolean passes(double bound) {
        return all.values().stream().map(rounds -> new Comparison(rounds, bound).lines()).allMatch(lines -> !lines.isEmpty() && lines.getLast().ratio().middle() <= bound);
    }
}
