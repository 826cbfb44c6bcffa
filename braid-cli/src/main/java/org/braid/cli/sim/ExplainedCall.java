package org.braid.cli.sim;

import java.util.List;
import org.braid.coll.cost.Candidate;
import org.braid.coll.cost.Candidates;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Reproducible;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.sim.Collective;
import org.braid.coll.sim.Outcome;
import org.braid.coll.sim.Sharing;
import org.jspecify.annotations.Nullable;

/**
 * A call of which people want to know what it does.
 *
 * @param keepsBits whether reductions give the same bits wherever ranks are
 * @param neighbours where its neighbours are; "" if it is of all ranks
 */
record ExplainedCall(Candidates call, boolean keepsBits, String neighbours) {
    static final String FROM_THE_FOURTH = "blocking calls of a communicator go so from its fourth on";

    private static final int MOST_SHARING = 4096;

    String title() {
        String bytes = call.operation() == Operation.BARRIER ? "" : " of " + Words.bytes(call.bytes());
        return call.operation().text() + bytes + ", " + call.ranks() + (call.ranks() == 1 ? " rank" : " ranks") + (call.operation().isRooted() ? ", root " + call.root() : "") + (neighbours.isEmpty() ? "" : " " + neighbours);
    }

    /** What decides where nobody knows what messages cost. */
    Rule rule() {
        return keepsBits ? new Reproducible(RuleTable.of(call.network().topology())).choose(call.operation(), call.ranks(), call.root(), call.agreedBytes(), call.crowded(), call.commutative()) : call.rule();
    }

    /** All that may serve it, run. */
    List<Candidate> candidates() {
        List<Candidate> all = call.run(rule());
        all.removeIf(each -> !mayTake(each));
        return all;
    }

    /** Whether times are as if every rank had a core, while the rule knows that it has not. */
    boolean leavesTurnsOut() {
        return call.crowded() && call.network().sharing().coresOfHost() == Sharing.EACH_ITS_OWN;
    }

    boolean mayTake(Candidate one) {
        return !keepsBits || one.algorithm().isReproducible();
    }

    /** What it takes over memory that ranks of a host share; null where it goes by messages, or there are too many ranks. */
    @Nullable Outcome overBoards() {
        return call.ranks() > MOST_SHARING ? null : call.runOverBoards(keepsBits);
    }

    /** A line about that, if it goes so, of which rules do not know. */
    String shared(String when) {
        if (call.goesInParts()) {
            return "\n" + Collective.SHARED_MEMORY + ", over memory that the ranks share, part by part, which is not simulated; " + when + "\n";
        }
        Outcome shared = overBoards();
        return shared == null ? "" : "\n" + Collective.SHARED_MEMORY + ", over memory that the ranks of a host share: " + Words.time(shared.timePs()) + "; " + when + "\n";
    }
}
