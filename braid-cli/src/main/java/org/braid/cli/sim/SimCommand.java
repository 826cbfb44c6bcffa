package org.braid.cli.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Spelling;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.cost.Candidates;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.sim.Collective;
import org.braid.coll.sim.Goal;
import org.braid.coll.sim.Network;
import org.braid.coll.sim.Outcome;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid sim OPERATION}: a collective in virtual time, by the schedules that jobs run. */
@Command(
        name = "sim",
        description = "Runs a collective in virtual time: the schedules of a job, up to a million ranks, over links of given latency, overhead and bandwidth.",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        subcommands = KaronisCommand.class)
public final class SimCommand implements Callable<Integer> {
    private static final String ALL = "all";

    @Parameters(index = "0", arity = "0..1", paramLabel = "OPERATION", description = "bcast, allreduce, barrier, …, by MPI's names")
    private @Nullable String operation;

    @Option(names = "--size", split = ",", paramLabel = "BYTES", description = "of the vector, or of one block: 8, 64KiB, or 1..1MiB for each power of two (default ${DEFAULT-VALUE})", defaultValue = "8")
    private List<String> sizes = List.of();

    @Mixin private NetworkOptions where = new NetworkOptions();

    @Mixin private NeighbourOptions neighbours = new NeighbourOptions();

    @Option(names = "--algorithm", paramLabel = "NAME", description = "by its name, several, or all, told how to work as in BRAID_COLL: 'multilevel(site=none, segment=8KiB)'; shared-memory: as short calls go where nobody has chosen (default: the one that the rules take)")
    private List<String> named = List.of();

    private List<String> algorithms = List.of(); // one by one

    @Option(names = "--root", paramLabel = "R", description = "the root (default ${DEFAULT-VALUE})")
    private int root;

    @Option(names = "--ordered", description = "the operator does not commute")
    private boolean ordered;

    @Option(names = "--crowded", description = "choose as if ranks outnumbered cores; times are as if every rank had one, unless --link 'compute cores=2 turn=10us' says how many they share")
    private boolean crowded;

    @Option(names = "--json", description = "print JSON instead of a table")
    private boolean json;

    @Option(names = "--svg", paramLabel = "FILE", description = "also draw times over sizes into this file")
    private @Nullable Path svg;

    @Option(names = "--goal", paramLabel = "FILE", description = "write the schedules of one size and one algorithm into this file, in GOAL, for LogGOPSim and ATLAHS")
    private @Nullable Path goal;

    @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (operation == null) {
            throw NetworkOptions.wrong("sim", "no operation was named", "Write for instance: braid sim bcast --size 1KiB -n 48");
        }
        Operation wanted = Words.operation(operation);
        checkOrdered(wanted, ordered);
        List<Long> bytes = Words.sizes(sizes);
        if (goal != null && (svg != null || json)) {
            throw new BraidException(ErrorCode.OPTION_CONFLICT, "--goal " + goal, "schedules are written without being run, so there are no times for " + (json ? "--json" : "--svg " + svg), "Give them to two commands");
        }
        if (where.wantsOwnJvm(neighbours.ranks()) && spec != null) {
            return OwnJvm.run(spec.root().commandLine().getParseResult().originalArgs());
        }
        Network network = where.network(neighbours.ranks());
        checkRoot(wanted, root, network.topology().size());
        Neighbourhood neighbourhood = neighbours.of(wanted, network.topology().size());
        algorithms = named.stream().flatMap(each -> RuleTable.parts(each).stream()).toList();
        if (goal != null) {
            writeGoal(goal, bytes, new Candidates(wanted, root, bytes.getFirst(), !ordered, crowded, network, neighbourhood));
        } else {
            report(wanted, bytes, network, neighbourhood);
        }
        return 0;
    }

    static void checkOrdered(Operation wanted, boolean ordered) {
        if (ordered && !wanted.isReduction()) {
            throw new BraidException(ErrorCode.OPTION_CONFLICT, "--ordered", wanted.text() + " combines nothing, so it has no operator that could commute or not", "Leave it out, or name an operation that combines, such as " + Operation.ALLREDUCE.text());
        }
    }

    static void checkRoot(Operation wanted, int root, int ranks) {
        if (root < 0 || root >= ranks || root > 0 && !wanted.isRooted()) {
            throw NetworkOptions.wrong("--root " + root, wanted.isRooted() ? "ranks are 0 to " + (ranks - 1) : wanted.text() + " has no root", "Leave it out, or name a rank of an operation that has a root");
        }
    }

    private void report(Operation wanted, List<Long> bytes, Network network, @Nullable Neighbourhood neighbourhood) throws IOException {
        SimReport report = new SimReport(wanted, root, network.topology(), neighbourhood == null ? "" : neighbours.text());
        for (long size : bytes) {
            Candidates call = new Candidates(wanted, root, size, !ordered, crowded, network, neighbourhood);
            String taken = call.rule().text();
            for (Rule each : algorithms(call)) {
                add(report, size, call, each, each.text().equals(taken));
            }
            addShared(report, size, call);
        }
        System.out.print(json ? report.json() : report.table());
        write("--svg", svg, report.svg());
    }

    /** Of all, one that is too large is named below those before it; one that was named itself, or stands first, is refused. */
    private void add(SimReport report, long size, Candidates call, Rule each, boolean isTaken) {
        try {
            report.add(size, each.text(), isTaken, call.run(each.algorithm(), each.tuning()));
        } catch (BraidException tooLarge) {
            if (!algorithms.contains(ALL) || report.isEmpty() || tooLarge.code() != ErrorCode.SIMULATION_TOO_LARGE) {
                throw tooLarge;
            }
            report.leaveOut(size, each.text(), tooLarge.why());
        }
    }

    /** Over memory that ranks share, where that was named; of all, where it serves the call. */
    private void addShared(SimReport report, long size, Candidates call) {
        boolean isNamed = algorithms.contains(Collective.SHARED_MEMORY);
        Outcome shared = isNamed || algorithms.contains(ALL) ? call.runOverBoards(false) : null;
        if (shared != null) {
            report.add(size, Collective.SHARED_MEMORY, false, shared);
        } else if (isNamed) {
            throw NetworkOptions.wrong("--algorithm " + Collective.SHARED_MEMORY, call.operation().text() + " of " + Words.bytes(size) + " goes by messages among these ranks", "Name a shorter size, or ranks of which some share a host");
        }
    }

    private void writeGoal(Path file, List<Long> bytes, Candidates call) {
        List<Rule> those = algorithms(call);
        if (bytes.size() > 1 || those.size() > 1) {
            throw NetworkOptions.wrong("--goal " + file, "there are " + bytes.size() + " sizes and " + those.size() + " algorithms", "A file holds one: name one --size and one --algorithm");
        }
        try (GoalFile out = new GoalFile(file)) {
            Goal.write(call.collective(those.getFirst().algorithm(), those.getFirst().tuning()), call.network(), out::line);
        } catch (UncheckedIOException e) {
            throw unwritable("--goal", file, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw unwritable("--goal", file, e);
        }
    }

    private List<Rule> algorithms(Candidates call) {
        if (named.isEmpty()) {
            return List.of(call.rule());
        }
        if (algorithms.isEmpty()) {
            throw notServing(call, String.join(",", named));
        }
        if (algorithms.contains(ALL)) {
            return all(call);
        }
        List<Rule> those = new ArrayList<>();
        for (String name : algorithms) {
            if (name.equals(Collective.SHARED_MEMORY) && goal == null) {
                continue;
            }
            String plain = name.replaceFirst("(?s)\\s*\\(.*", "");
            if (call.algorithms().stream().noneMatch(each -> each.text().equals(plain))) {
                throw notServing(call, plain);
            }
            those.add(RuleTable.named(call.operation(), name));
        }
        return those;
    }

    /** As they come, and what the rules take if they tell it how to work. */
    private static List<Rule> all(Candidates call) {
        List<Rule> all = new ArrayList<>();
        call.algorithms().forEach(each -> all.add(RuleTable.named(call.operation(), each.text())));
        if (call.rule().tuning() != null) {
            all.add(call.rule());
        }
        return all;
    }

    private BraidException notServing(Candidates call, String name) {
        List<String> names = call.algorithms().stream().map(Algorithm::text).toList();
        String those = "There are all, " + String.join(", ", names);
        if (ordered && Stream.of(Algorithm.values()).anyMatch(each -> each.text().equals(name) && each.serves(call.operation()) && each.allows(call.ranks(), true))) {
            return NetworkOptions.wrong("--algorithm " + name, "it serves operators that commute alone, and --ordered says that this one does not", "Leave --ordered out, or name another. " + those);
        }
        return NetworkOptions.wrong("--algorithm " + name, "no algorithm of " + call.operation().text() + " that serves these ranks is called so", Spelling.didYouMean(name, names, those));
    }

    static void write(String option, @Nullable Path file, String text) {
        if (file != null) {
            try {
                Files.writeString(file, text);
            } catch (IOException e) {
                throw unwritable(option, file, e);
            }
        }
    }

    private static BraidException unwritable(String option, Path file, IOException cause) {
        String why = cause instanceof NoSuchFileException ? "there is no such directory" : cause instanceof AccessDeniedException ? "this user may not" : cause.getMessage();
        return new BraidException(ErrorCode.OPTION_VALUE, option + " " + file, "this file cannot be written: " + why, "Name one in a directory that exists and that you may write to", cause);
    }
}
