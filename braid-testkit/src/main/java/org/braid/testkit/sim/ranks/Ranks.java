package org.braid.testkit.sim.ranks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.braid.base.wire.ContextId;
import org.braid.testkit.sim.load.Ledger;
import org.braid.testkit.sim.load.Node;
import org.braid.testkit.sim.script.Script;

/** The MPI job of one world, a rank on each context; there is none in most worlds. */
public final class Ranks {
    private final List<Rank> all = new ArrayList<>();
    private final List<Collective> planned = new ArrayList<>();

    /**
     * Puts MPI on these contexts, if the world is to have it; nothing moves yet.
     *
     * @param abort ends the process of a rank, as MPI_Abort does
     */
    public Ranks(Script script, Ledger ledger, List<Node> nodes, IntConsumer abort) {
        if (script.options().mpiMessages() > 0) {
            List<ContextId> contexts = nodes.stream().map(node -> node.context().id()).toList();
            nodes.forEach(node -> all.add(new Rank(script, ledger, all, planned, node, contexts, abort)));
        }
    }

    /** All begin. */
    public void start() {
        all.forEach(Rank::start);
    }

    /** Nothing is under way, and nothing missing. */
    public boolean areQuiet() {
        return all.stream().allMatch(rank -> rank.node().isGone() || rank.isDone());
    }

    /** Whether a collective has failed at one of them: then what others have sent there lies where it is. */
    public boolean haveCalledOff() {
        return planned.stream().anyMatch(Collective::isCalledOff);
    }

    /** Who waits for what. */
    public String describe() {
        StringBuilder who = new StringBuilder();
        for (Rank each : all) {
            if (!each.node().isGone() && !each.isDone()) {
                who.append("\n    ").append(each.describe());
            }
        }
        return who.toString();
    }
}
