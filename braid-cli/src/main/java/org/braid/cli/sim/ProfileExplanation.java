package org.braid.cli.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.cost.Candidate;
import org.braid.coll.cost.Candidates;
import org.braid.coll.cost.CostSelection;
import org.braid.coll.cost.TreeText;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Reproducible;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.select.Selection;
import org.braid.coll.sim.Collective;
import org.braid.coll.sim.Outcome;
import org.jspecify.annotations.Nullable;

/** What a job does under a profile, and what its candidates cost by that. */
final class ProfileExplanation {
    private record Priced(String text, long timePs) {}

    private final ExplainedCall explained;
    private final Candidates call;
    private final boolean knowsBoards;
    private final CostSelection costs;
    private final Rule taken;
    private final boolean prefersMemory;

    /** @param knowsBoards whether the profile says what shared memory costs; jobs under one that does not go by messages */
    ProfileExplanation(ExplainedCall explained, boolean knowsBoards) {
        this.explained = explained;
        this.call = explained.call();
        this.knowsBoards = knowsBoards;
        RuleTable rules = RuleTable.of(call.network().topology());
        this.costs = new CostSelection(call.network(), rules, explained.keepsBits());
        Selection selection = explained.keepsBits() ? new Reproducible(costs) : costs;
        this.taken = taken(selection, call);
        this.prefersMemory = selection.prefersMemory(call.operation(), call.ranks(), call.root(), call.agreedBytes(), call.crowded(), call.commutative());
    }

    private static Rule taken(Selection selection, Candidates call) {
        Neighbourhood neighbours = call.neighbourhood();
        return neighbours == null
                ? selection.choose(call.operation(), call.ranks(), call.root(), call.agreedBytes(), call.crowded(), call.commutative())
                : selection.choose(call.operation(), call.ranks(), neighbours, call.agreedBytes(), call.crowded());
    }

    String text() {
        Outcome shared = knowsBoards ? explained.overBoards() : null;
        List<Candidate> compared = compared();
        return explained.title() + "\n"
                + table(compared, shared)
                + notSimulated(compared)
                + (knowsBoards ? "" : explained.shared("a job under a profile without a line for boards goes by messages"))
                + "\n* is taken under this profile: " + taken + lookedAt() + "\n"
                + byRules()
                + (shared != null && prefersMemory ? "+ " + ExplainedCall.FROM_THE_FOURTH + "\n" : "")
                + "without one the rules take: " + explained.rule() + "\n"
                + "\n" + TreeText.of(call, taken.algorithm(), taken.tuning());
    }

    /** What costs about as little for this very call, and what is taken, which was looked for as {@link #lookedAt} says. */
    private List<Candidate> compared() {
        List<Candidate> ranked = costs.ranking(call);
        List<Candidate> all = new ArrayList<>(ranked.stream().filter(each -> explained.mayTake(each) && !isAnother(each, ranked)).toList());
        if (all.stream().noneMatch(each -> each.text().equals(taken.text()))) {
            all.add(call.tried(taken));
        }
        return all;
    }

    /** Whether it is one of the others again, told the number that is usual. */
    private boolean isAnother(Candidate each, List<Candidate> all) {
        Tuning told = each.tuning();
        return told != null && told.leftOut().isEmpty() && told.segmentBytes() == 0 && !each.text().equals(taken.text()) && all.stream().anyMatch(other -> other.tuning() == null && each.doesAs(other));
    }

    private Rows table(List<Candidate> compared, @Nullable Outcome shared) {
        List<Priced> all = new ArrayList<>();
        if (shared != null) {
            all.add(new Priced(Collective.SHARED_MEMORY + (prefersMemory ? " +" : ""), shared.timePs()));
        }
        for (Candidate each : compared) {
            Outcome outcome = each.outcome();
            if (outcome != null) {
                all.add(new Priced(each.text() + (each.text().equals(taken.text()) ? " *" : ""), outcome.timePs()));
            }
        }
        all.sort(Comparator.comparingLong(Priced::timePs));
        Rows rows = new Rows();
        rows.add("algorithm", "predicted");
        all.forEach(each -> rows.add(each.text, Words.time(each.timePs)));
        return rows;
    }

    private static String notSimulated(List<Candidate> compared) {
        StringBuilder text = new StringBuilder();
        for (Candidate each : compared) {
            if (each.outcome() == null) {
                text.append("  ").append(each.text()).append(" was not simulated: ").append(each.why()).append('\n');
            }
        }
        return text.toString();
    }

    /** A line that says why what costs least may not be taken, if rules decide; and of barriers which one goes by rules in any case. */
    private String byRules() {
        if (CostSelection.isByCost(taken)) {
            return call.operation() == Operation.BARRIER ? "but for the barrier by which ranks find out whether they have the same profile: that goes by the rules\n" : "";
        }
        String why = CostSelection.whyByRules(call.operation(), call.ranks());
        return why.isEmpty() ? "" : "not by what it costs: " + why + "\n";
    }

    /** Costs are looked at once for all sizes up to the next power of two, or for those that the reason names, and all roots on a host. */
    private String lookedAt() {
        int root = costs.rootLookedAt(call.root());
        boolean isOfSize = call.operation().isSizeAgreed() && call.agreedBytes() > 0;
        long bytes = CostSelection.bytesLookedAt(call.bytes());
        String size = isOfSize && bytes != call.bytes() || isOfSize && isAnotherRoot(root) ? " for " + Words.bytes(bytes) : "";
        String from = call.operation().isRooted() && (isAnotherRoot(root) || !size.isEmpty()) ? " from root " + root : "";
        return size.isEmpty() && from.isEmpty() || !CostSelection.isByCost(taken) ? "" : " (looked at" + size + from + ", which stands for this call, too)";
    }

    private boolean isAnotherRoot(int lookedAt) {
        return call.operation().isRooted() && lookedAt != call.root();
    }
}
