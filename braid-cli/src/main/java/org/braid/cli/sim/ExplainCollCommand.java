package org.braid.cli.sim;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.braid.coll.cost.Candidate;
import org.braid.coll.cost.Candidates;
import org.braid.coll.cost.Links;
import org.braid.coll.cost.TreeText;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule;
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
    @Parameters(index = "0", paramLabel = "OPERATION", description = "bcast, allreduce, barrier, …, by MPI's names")
    private String operation = "";

    @Parameters(index = "1", paramLabel = "BYTES", description = "of the vector, or of one block: 8, 64KiB")
    private String size = "";

    @Mixin private NetworkOptions where = new NetworkOptions();

    @Mixin private NeighbourOptions neighbours = new NeighbourOptions();

    @Option(names = "--root", paramLabel = "R", description = "the root (default 0)")
    private int root;

    @Option(names = "--ordered", description = "the operator does not commute")
    private boolean ordered;

    @Option(names = "--crowded", description = "choose as if ranks outnumbered cores; times are as if every rank had one, unless --link 'compute cores=2 turn=10us' says how many they share")
    private boolean crowded;

    @Option(names = "--reproducible", description = "as braid run --reproducible: only algorithms whose bits do not depend on where ranks are")
    private boolean reproducible;

    @Option(names = "--profile", paramLabel = "FILE", description = "show what a job chooses under BRAID_PROFILE=FILE; it says what messages cost, too")
    private @Nullable Path profile;

    @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Operation wanted = Words.operation(operation);
        SimCommand.checkOrdered(wanted, ordered);
        long bytes = Words.size(size);
        if (where.wantsOwnJvm(neighbours.ranks()) && spec != null) {
            return OwnJvm.run(spec.root().commandLine().getParseResult().originalArgs());
        }
        Network network = where.network(profile, neighbours.ranks());
        SimCommand.checkRoot(wanted, root, network.topology().size());
        Neighbourhood neighbourhood = neighbours.of(wanted, network.topology().size());
        Candidates call = new Candidates(wanted, root, bytes, !ordered, crowded, network, neighbourhood);
        ExplainedCall explained = new ExplainedCall(call, reproducible, neighbourhood == null ? "" : neighbours.text());
        if (profile != null) {
            System.out.print(new ProfileExplanation(explained, knowsBoards(profile)).text());
        } else {
            explain(explained, explained.rule(), explained.candidates());
        }
        return 0;
    }

    private static boolean knowsBoards(Path profile) {
        Links said = new Links();
        said.read(NetworkOptions.text(profile));
        return said.knowsBoards();
    }

    private static void explain(ExplainedCall explained, Rule rule, List<Candidate> all) {
        Candidates call = explained.call();
        System.out.println(explained.title());
        System.out.print(table(call, all, rule));
        System.out.print(explained.shared(ExplainedCall.FROM_THE_FOURTH + (explained.keepsBits() ? ", reductions with the same bits" : ", unless somebody chooses an algorithm for them")));
        all.stream().filter(each -> each.outcome() == null).forEach(each -> System.out.println("  " + each.text() + " was not simulated: " + each.why()));
        System.out.println("\n* is taken by the rule: " + rule);
        System.out.print(quickest(explained, rule, all));
        System.out.print("\n" + TreeText.of(call, rule.algorithm(), rule.tuning()));
    }

    /** A line about what is quicker than what the rule takes, if the times can say so. */
    private static String quickest(ExplainedCall explained, Rule rule, List<Candidate> all) {
        Outcome least = all.getFirst().outcome();
        Outcome taken = all.stream().filter(each -> each.text().equals(rule.text())).map(Candidate::outcome).findFirst().orElse(null);
        if (least == null || taken != null && taken.timePs() <= least.timePs()) {
            return "";
        }
        if (explained.leavesTurnsOut()) {
            return "these times are as if every rank had a core, and the rule knows that it has not: --link 'compute cores=2 turn=10us' prices the turns in which ranks share them\n";
        }
        String text = all.getFirst().text();
        return "the quickest here is " + text + ": BRAID_COLL='" + explained.call().operation().text() + "=" + text + "' takes it\n";
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
