package org.braid.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.bench.build.BraidBuild;
import org.braid.bench.build.BraidPrograms;
import org.braid.bench.build.OtherBuild;
import org.braid.bench.duel.Gate;
import org.braid.bench.duel.Row;
import org.braid.bench.figure.Json;
import org.braid.bench.work.Contest;
import org.braid.bench.work.Measured;
import org.jspecify.annotations.Nullable;

/** {@code braid bench gate}: this build and another one in turns of milliseconds, and a verdict for each of the rows that may not be missed. */
public final class GateRun {
    private GateRun() {}

    /**
     * Measures, and prints what each round has found, and then the verdicts.
     *
     * @param names of the rows that are wanted; empty for all
     * @param json gets every turn; null for nowhere
     * @param cache a directory that can be written, for what can be made again
     * @return whether no row is above the bound
     * @throws BraidException with {@code OPTION_VALUE} if there is no other build or no such row, with {@code BENCH_FAILED} if a job of either build fails
     */
    public static boolean run(List<String> names, Measured measured, Contest contest, @Nullable Path json, Path cache) throws IOException, InterruptedException {
        Path against = contest.against();
        if (against == null) {
            throw refused("gate", "it needs another build", "Name one: --against OTHER_CLONE");
        }
        List<Row> rows = chosen(names);
        BraidBuild ours = BraidBuild.ours();
        BraidBuild other = OtherBuild.at(against);
        System.out.println("new: " + ours.version() + "\nold: " + other.version());
        Path sources = cache.resolve(Bench.SOURCES);
        Gate gate = new Gate(new BraidPrograms(measured, ours, sources), new BraidPrograms(measured, other, sources), rows, measured.scale());
        Thread atEarlyEnd = new Thread(() -> System.out.print(verdicts(gate, contest)), "braid-bench-verdicts");
        Runtime.getRuntime().addShutdownHook(atEarlyEnd); // an interrupted gate says what it knows
        gate.run(contest.rounds(), () -> {
            ours.afterRound();
            other.afterRound();
            if (json != null) { // after each one: a gate takes many minutes
                Files.writeString(json, Json.of(Facts.about(measured, contest, ours.version(), other.version()), "rounds", gate.json()));
            }
        });
        Runtime.getRuntime().removeShutdownHook(atEarlyEnd);
        System.out.print(verdicts(gate, contest));
        return gate.passes(contest.bound());
    }

    private static String verdicts(Gate gate, Contest contest) {
        return gate.isEmpty() ? "" : "verdicts on new over old, which may be " + contest.bound() + ":\n" + gate.text(contest.bound());
    }

    private static List<Row> chosen(List<String> names) {
        List<String> known = Row.all().stream().map(Row::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw refused("--rows " + name, "a row can be " + String.join(", ", known), "See braid bench --help");
            }
        }
        return Row.all().stream().filter(row -> names.isEmpty() || names.contains(row.name())).toList();
    }

    private static BraidException refused(String what, String why, String whatToDo) {
        return new BraidException(ErrorCode.OPTION_VALUE, "bench: " + what, why, whatToDo);
    }
}
