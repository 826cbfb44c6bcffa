package org.braid.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.bench.curve.CurveSvg;
import org.braid.bench.curve.CurveTable;
import org.braid.bench.curve.Curves;
import org.braid.bench.figure.Json;
import org.braid.bench.figure.Results;
import org.braid.bench.figure.Table;
import org.braid.bench.figure.Verdicts;
import org.braid.bench.process.Campaign;
import org.braid.bench.work.Contest;
import org.braid.bench.work.Measured;
import org.jspecify.annotations.Nullable;

/** {@code braid bench}: from what was asked to the printed table. */
public final class Bench {
    /** Where in the cache the peers' programs are. */
    public static final String PEERS = "peers";

    /** Where in the cache the sources of our programs are. */
    public static final String SOURCES = "bench";

    private Bench() {}

    /**
     * Measures, and prints a table; with another build a second one, of verdicts. Curves are drawn, too, and have no verdict.
     *
     * @param cache a directory that can be written, for what can be made again
     * @return whether this build is within the bound; true where there is no verdict
     * @throws org.braid.base.BraidException with {@code BENCH_FAILED} if a program of ours gives no figure, with {@code OPTION_VALUE} if there is no such build to measure against
     */
    public static boolean run(Measured measured, Contest contest, Outputs outputs, Path cache) throws IOException, InterruptedException {
        Lineup lineup = Lineup.of(measured, contest, cache);
        lineup.notes().forEach(System.out::println);
        Results results = Campaign.run(lineup.contestants(), contest.rounds(), lineup);
        if (outputs.json() != null) {
            Files.writeString(outputs.json(), Json.of(results, Facts.about(measured, contest, lineup.version(), lineup.otherVersion())));
        }
        if (measured.curve()) {
            draw(new Curves(results), outputs.curve());
            return true;
        }
        System.out.print(Table.of(results));
        if (measured.operation().equals("startup")) {
            System.out.print("\n" + StartPhases.of(lineup.contestants()));
        }
        return contest.against() == null || passes(new Verdicts(results, contest.bound()));
    }

    private static void draw(Curves curves, @Nullable Path file) throws IOException {
        System.out.print(CurveTable.of(curves));
        if (file != null) {
            Files.writeString(file, CurveSvg.of(curves));
            System.out.println("drawn in " + file);
        }
    }

    private static boolean passes(Verdicts verdicts) {
        System.out.print("\n" + verdicts.text());
        return verdicts.pass();
    }
}
