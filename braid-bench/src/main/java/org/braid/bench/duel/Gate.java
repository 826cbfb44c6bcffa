package org.braid.bench.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
            for (List<Row> job : Row.byJob(rows)) {
                if (job.getFirst().isStartup()) {
                    starts(round, job.getFirst());
                } else {
                    for (String level : LEVELS) {
                        jobs(round, job, level);
                    }
                }
            }
            check.afterRound();
        }
    }

    private synchronized void keep(int number, Key key, Duel.Round round) {
        all.computeIfAbsent(key, _ -> new ArrayList<>()).add(round);
        System.out.println("round " + number + "  " + key.row().name() + " " + key.level() + "  " + GateTable.brief(new Comparison(List.of(round), 1)));
    }

    /** Whose job starts first changes from round to round. */
    private void jobs(int number, List<Row> rows, String level) throws IOException, InterruptedException {
        boolean oursFirst = number % 2 == 0;
        try (LiveJob first = job(rows, level, oursFirst ? ours : other);
                LiveJob second = job(rows, level, oursFirst ? other : ours)) {
            Contender mine = oursFirst ? first : second;
            Contender theirs = oursFirst ? second : first;
            Row any = rows.getFirst();
            if (any.probesItself()) {
                duels(number, rows, level, duel(mine, theirs, 1));
                return;
            }
            try (LiveJob probe = probe()) {
                duels(number, rows, level, duel(new Bracketed(mine, probe), new Bracketed(theirs, probe), any.ranks() / 2.0));
            }
        }
    }

    private void duels(int number, List<Row> rows, String level, Duel duel) throws IOException, InterruptedException {
        for (int work = 0; work < rows.size(); work++) {
            keep(number, new Key(rows.get(work), level), duel.round(work));
        }
    }

    /** Nobody probes: what starts take hangs little on where the cores are. */
    private void starts(int number, Row row) throws IOException, InterruptedException {
        Starts mine = new Starts(row.name(), ours.hello(row.ranks()));
        Starts theirs = new Starts(row.name(), other.hello(row.ranks()));
        Duel duel = duel(mine, theirs, 1);
        if (number == 1) {
            duel.pairs(0, 1); // programs are compiled and files are read
        }
        List<Pair> pairs = duel.pairs(0, (int) Math.max(LEAST_STARTS, STARTS * scale));
        keep(number, new Key(row, "-"), new Duel.Round(pairs, true));
        keep(number, new Key(Row.STARTUP_CPU, "-"), new Duel.Round(paired(last(mine.cpu(), pairs.size()), last(theirs.cpu(), pairs.size())), true));
    }

    private static List<Slice> last(List<Slice> all, int wanted) {
        return all.subList(all.size() - wanted, all.size());
    }

    /** Without those whose processor time the system does not tell. */
    private static List<Pair> paired(List<Slice> mine, List<Slice> theirs) {
        return IntStream.range(0, mine.size()).mapToObj(i -> new Pair(mine.get(i), theirs.get(i))).filter(pair -> pair.ours().operationNs() > 0 && pair.other().operationNs() > 0).toList();
    }

    private Duel duel(Contender mine, Contender theirs, double warmth) {
        return new Duel(mine, theirs, System::nanoTime, scale, warmth);
    }

    private static LiveJob job(List<Row> rows, String level, BraidPrograms build) throws IOException, InterruptedException {
        Row any = rows.getFirst();
        return LiveJob.start(any.name(), any.ranks(), place -> {
            List<String> words = new ArrayList<>(List.of(level, Integer.toString(Row.BYTES), place.toString()));
            rows.forEach(row -> words.add(row.work()));
            return build.inTurns(any.ranks(), any.method(), words);
        });
    }

    private LiveJob probe() throws IOException, InterruptedException {
        LiveJob probe = LiveJob.start("probe", 2, place -> ours.inTurns(2, "", List.of("single", "0", place.toString(), "nothing")));
        for (int i = 0; i < PROBES_TO_WARM_UP; i++) {
            probe.turn(0, 1);
        }
        return probe;
    }

    /** Whether no round of any row is over yet. */
    public synchronized boolean isEmpty() {
        return all.isEmpty();
    }

    /**
     * The verdicts on what has been measured so far.
     *
     * @param bound the largest ratio of new over old that passes
     */
    public synchronized String text(double bound) {
        GateTable table = new GateTable();
        all.forEach((key, rounds) -> table.add(key.row(), key.level(), new Comparison(rounds, bound)));
        return table.text();
    }

    /** Every turn of every round, as {@link GateJson} writes them: what is in the array. */
    public synchronized String json() {
        return all.entrySet().stream().map(entry -> GateJson.of(entry.getKey().row(), entry.getKey().level(), entry.getValue())).collect(Collectors.joining(",\n"));
    }

    /** Whether no row's ratio is above the bound, decided or not; processor time is not judged. */
    public synchronized boolean passes(double bound) {
        return all.entrySet().stream()
                .filter(entry -> !entry.getKey().row().equals(Row.STARTUP_CPU))
                .map(entry -> new Comparison(entry.getValue(), bound).lines())
                .allMatch(lines -> !lines.isEmpty() && lines.getLast().ratio().middle() <= bound);
    }
}
