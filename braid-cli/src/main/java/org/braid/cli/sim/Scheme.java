package org.braid.cli.sim;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.cost.Candidates;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule;
import org.braid.coll.select.Selection;
import org.braid.coll.sim.Collective;
import org.braid.coll.sim.Network;
import org.jspecify.annotations.Nullable;

/** The broadcasts that the paper compares in Figure 9, and Braid's choice: by its rules, which know how many levels there are but no cost, and of what costs least. */
enum Scheme {
    BINOMIAL("binomial", "bcast=binomial"), MAGPIE_MACHINE("MagPIe-machine", "bcast=multilevel(site=none)"), MAGPIE_SITE("MagPIe-site", "bcast=multilevel(host=none)"), MULTILEVEL("multilevel", "bcast=multilevel"), BRAID("Braid's choice", ""), BRAID_BY_COST("Braid, by cost", "");

    private final String text;
    private final String hint;

    Scheme(String text, String hint) {
        this.text = text;
        this.hint = hint;
    }

    /** What makes a job do so, as {@code braid_coll} takes it. */
    String hint() {
        return hint;
    }

    /** Whether a figure of the paper compares it: Figures 7 and 8 have two; Braid's choice is shown with each. */
    boolean isIn(int figure) {
        return figure == 9 || this != MAGPIE_MACHINE && this != MAGPIE_SITE;
    }

    /** Whether a job is made of it, too: one that is given a profile takes by cost what is Braid's choice there. */
    boolean isLive() {
        return this != BRAID_BY_COST;
    }

    String text() {
        return text;
    }

    /**
     * Its broadcast. MagPIe is a tree of two levels: flat among clusters, binomial within, the root in its coordinator's place (Kielmann et al. 1999).
     *
     * @param selection what chooses for Braid in a crowded job; null for its rules where each rank has a core
     */
    Collective bcast(Machines machines, Network network, @Nullable Selection selection, int root, long bytes) {
        return switch (this) {
            case BINOMIAL -> new Collective(Operation.BCAST, Algorithm.BINOMIAL_BCAST, machines.ranks(), root, bytes, null);
            case MAGPIE_MACHINE -> new Collective(Operation.BCAST, Algorithm.MULTILEVEL_BCAST, machines.ranks(), root, bytes, machines.byMachine());
            case MAGPIE_SITE -> new Collective(Operation.BCAST, Algorithm.MULTILEVEL_BCAST, machines.ranks(), root, bytes, machines.bySite());
            case MULTILEVEL -> new Collective(Operation.BCAST, Algorithm.MULTILEVEL_BCAST, machines.ranks(), root, bytes, machines.whole());
            case BRAID, BRAID_BY_COST -> {
                Candidates call = new Candidates(Operation.BCAST, root, bytes, true, selection != null, network);
                Rule rule = selection == null ? call.rule() : selection.choose(Operation.BCAST, machines.ranks(), root, bytes, true, true);
                yield call.collective(rule.algorithm(), rule.tuning());
            }
        };
    }
}
