package org.braid.cli.sim;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.braid.coll.cost.Candidate;
import org.braid.coll.cost.Candidates;
import org.braid.coll.cost.CostSelection;
import org.braid.coll.cost.Links;
import org.braid.coll.cost.TreeText;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Reproducible;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.select.Selection;
import org.braid.coll.sim.Collective;
import org.braid.coll.sim.Network;
import org.braid.coll.sim.Outcome;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid explain coll OPERATION SIZE}: which algorithms could serve a call, what each would cost, which one is taken and why. */
@Command(
        name = "coll",
        description = "Which algorithms could serve a collective, what each would cost by the simulator, which one the rules take and why, and the tree of that one.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class ExplainCollCommand implements Callable<Integer> {
    private static final int MOST_SHARING = 4096;
    private static final String FROM_THE_FOURTH = "blocking calls of a communicator go so from its fourth on";

    @Parameters(index = "0", paramLabel = "OPERATION", description = "bcast, allreduce, barrier, …, by MPI's names")
    private String operation = "";

    @Parameters(index = "1", paramLabel = "BYTES", description = "of the vector, or of one block: 8, 64KiB")
    private String size = "";

    @Mixin private NetworkOptions where = new NetworkOptions();

    @Option(names = "--root", paramLabel = "R", description = "the root (default 0)")
    private int root;

    @Option(names = "--ordered", description = "the operator does not commute")
    private boolean ordered;

    @Option(names = "--crowded", description = "choose as if ranks outnumbered cores; the simulator gives every rank a core")
    private boolean crowded;

    @Option(names = "--reproducible", description = "as braid run --reproducible: only algorithms whose bits do not depend on where ranks are")
    private boolean reproducible;

    @Option(names = "--profile", paramLabel = "FILE", description = "show what a job chooses under BRAID_PROFILE=FILE; it says what messages cost, too")
    private @Nullable Path profile;

    @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Operation wanted = Words.operation(operation);
        long bytes = Words.size(size);
        if (where.wantsOwnJvm() && spec != null) {
            return OwnJvm.run(spec.root().commandLine().getParseResult().originalArgs());
        }
        Network network = where.network(profile);
        SimCommand.checkRoot(wanted, root, network.topology().size());
        Candidates call = new Candidates(wanted, root, bytes, !ordered, crowded, network);
        if (profile != null) {
            explainCosts(call, knowsBoards(profile));
        } else if (reproducible) {
            explainReproducible(call);
        } else {
            explain(call, call.rule(), call.run(call.rule()), shared(call, false, FROM_THE_FOURTH + ", unless somebody chooses an algorithm for them"));
        }
        return 0;
    }

    private static boolean knowsBoards(Path profile) {
        Links said = new Links();
        said.read(NetworkOptions.text(profile));
        return said.knowsBoards();
    }

    private void explainCosts(Candidates call, boolean knowsBoards) {
        CostSelection costs = new CostSelection(call.network(), RuleTable.of(call.network().topology()), reproducible);
        Selection selection = reproducible ? new Reproducible(costs) : costs;
        Rule taken = selection.choose(call.operation(), call.ranks(), call.root(), call.agreedBytes(), call.crowded(), call.commutative());
        Outcome shared = knowsBoards && call.ranks() <= MOST_SHARING ? call.runOverBoards(reproducible) : null;
        boolean prefersMemory = selection.prefersMemory(call.operation(), call.ranks(), call.root(), call.agreedBytes(), call.crowded(), call.commutative());
        List<Priced> all = new ArrayList<>();
        if (shared != null) {
            all.add(new Priced(Collective.SHARED_MEMORY + (prefersMemory ? " +" : ""), shared.timePs()));
        }
        String whyNot = "";
        for (Candidate each : compared(costs, call, taken)) {
            Outcome outcome = each.outcome();
            if (outcome != null) {
                all.add(new Priced(each.text() + (each.text().equals(taken.text()) ? " *" : ""), outcome.timePs()));
            } else {
                whyNot = "  " + each.text() + " was not simulated: " + each.why() + "\n";
            }
        }
        all.sort(Comparator.comparingLong(Priced::timePs));
        Rows rows = new Rows();
        rows.add("algorithm", "predicted");
        all.forEach(each -> rows.add(each.text, Words.time(each.timePs)));
        System.out.println(title(call));
        System.out.print(rows);
        System.out.print(whyNot);
        System.out.print(knowsBoards ? "" : shared(call, reproducible, "a job under a profile without a line for boards goes by messages"));
        System.out.println("\n* is taken under this profile: " + taken + lookedAt(costs, call, taken));
        System.out.print(shared != null && prefersMemory ? "+ " + FROM_THE_FOURTH + "\n" : "");
        System.out.println("without one the rules take: " + (reproducible ? reproducibleRule(call) : call.rule()));
        System.out.print("\n" + TreeText.of(call, taken.algorithm(), taken.tuning()));
    }

    /** What costs about as little for this very call, and what is taken, which was looked for as {@link #lookedAt} says. */
    private List<Candidate> compared(CostSelection costs, Candidates call, Rule taken) {
        List<Candidate> all = new ArrayList<>(costs.ranking(call.operation(), call.root(), call.bytes(), call.crowded(), call.commutative()));
        all.removeIf(each -> reproducible && !each.algorithm().isReproducible());
        if (all.stream().noneMatch(each -> each.text().equals(taken.text()))) {
            all.add(call.tried(taken));
        }
        return all;
    }

    /** Costs are looked at once for all sizes up to the next power of two, and all roots on a host. */
    private static String lookedAt(CostSelection costs, Candidates call, Rule taken) {
        int root = costs.rootLookedAt(call.root());
        long bytes = CostSelection.bytesLookedAt(call.bytes());
        boolean isThis = bytes == call.bytes() && (root == call.root() || !call.operation().isRooted());
        return isThis || !CostSelection.isByCost(taken) ? "" : " (looked at for " + Words.bytes(bytes) + (call.operation().isRooted() ? " from root " + root : "") + ", which stands for this call, too)";
    }

    private record Priced(String text, long timePs) {}

    private static String title(Candidates call) {
        return call.operation().text() + " of " + Words.bytes(call.bytes()) + ", " + call.network().topology().size() + " ranks" + (call.operation().isRooted() ? ", root " + call.root() : "");
    }

    private static void explainReproducible(Candidates call) {
        Rule rule = reproducibleRule(call);
        List<Candidate> all = call.run(rule);
        all.removeIf(each -> !each.algorithm().isReproducible());
        explain(call, rule, all, shared(call, true, FROM_THE_FOURTH + ", reductions with the same bits"));
    }

    private static Rule reproducibleRule(Candidates call) {
        return new Reproducible(RuleTable.of(call.network().topology())).choose(call.operation(), call.ranks(), call.root(), call.agreedBytes(), call.crowded(), call.commutative());
    }

    /** @param shared a line about shared memory, if there is one */
    private static void explain(Candidates call, Rule rule, List<Candidate> all, String shared) {
        System.out.println(title(call));
        System.out.print(table(call, all, rule));
        System.out.print(shared);
        all.stream().filter(each -> each.outcome() == null).forEach(each -> System.out.println("  " + each.text() + " was not simulated: " + each.why()));
        System.out.println("\n* is taken by the rule: " + rule);
        Candidate quickest = all.getFirst();
        if (!quickest.text().equals(rule.text()) && quickest.outcome() != null) {
            System.out.println("the quickest here is " + quickest.text() + ": BRAID_COLL='" + call.operation().text() + "=" + quickest.text() + "' takes it");
        }
        System.out.print("\n" + TreeText.of(call, rule.algorithm(), rule.tuning()));
    }

    /** What a short call over memory takes that the ranks of a host share, of which neither rules nor a profile know. */
    private static String shared(Candidates call, boolean keepsBits, String when) {
        Outcome shared = call.ranks() > MOST_SHARING ? null : call.runOverBoards(keepsBits);
        if (call.goesInParts()) {
            return "\n" + Collective.SHARED_MEMORY + ", over memory that the ranks share, part by part, which is not simulated; " + when + "\n";
        }
        return shared == null ? "" : "\n" + Collective.SHARED_MEMORY + ", over memory that the ranks of a host share: " + Words.time(shared.timePs()) + "; " + when + "\n";
    }

    private static Rows table(Candidates call, List<Candidate> all, Rule rule) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Candidate each : all) {
            if (each.outcome() != null) {
                outcomes.add(each.outcome());
            }
        }
        List<Integer> channels = ChannelNames.used(call.network().topology(), outcomes);
        Rows rows = new Rows();
        List<String> head = new ArrayList<>(List.of("algorithm", "predicted"));
        channels.forEach(channel -> head.add(ChannelNames.of(call.network().topology(), channel)));
        head.add("cost");
        rows.add(head.toArray(String[]::new));
        for (Candidate each : all) {
            Outcome outcome = each.outcome();
            if (outcome != null) {
                rows.add(cells(each, outcome, channels, each.text().equals(rule.text())));
            }
        }
        return rows;
    }

    private static String[] cells(Candidate each, Outcome outcome, List<Integer> channels, boolean isTaken) {
        List<String> cells = new ArrayList<>(List.of(each.text() + (isTaken ? " *" : ""), Words.time(outcome.timePs())));
        channels.forEach(channel -> cells.add(Long.toString(outcome.messages()[channel])));
        cells.add(each.algorithm().cost());
        return cells.toArray(String[]::new);
    }
}
