package org.braid.cli.sim;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.cost.Candidates;
import org.braid.coll.schedule.Operation;
import org.braid.coll.sim.Collective;
import org.braid.coll.sim.Network;

/** The broadcasts that the paper compares in Figure 9, and Braid's choice. */
enum Scheme {
    BINOMIAL("binomial"), MAGPIE_MACHINE("MagPIe-machine"), MAGPIE_SITE("MagPIe-site"), MULTILEVEL("multilevel"), BRAID("Braid's rules");

    private final String text;

    Scheme(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /** MagPIe is a tree of two levels: flat among clusters, binomial within, the root in its coordinator's place (Kielmann et al. 1999). */
    Collective bcast(Machines machines, Network network, int root, long bytes) {
        return switch (this) {
            case BINOMIAL -> new Collective(Operation.BCAST, Algorithm.BINOMIAL_BCAST, machines.ranks(), root, bytes, null);
            case MAGPIE_MACHINE -> new Collective(Operation.BCAST, Algorithm.MULTILEVEL_BCAST, machines.ranks(), root, bytes, machines.byMachine());
            case MAGPIE_SITE -> new Collective(Operation.BCAST, Algorithm.MULTILEVEL_BCAST, machines.ranks(), root, bytes, machines.bySite());
            case MULTILEVEL -> new Collective(Operation.BCAST, Algorithm.MULTILEVEL_BCAST, machines.ranks(), root, bytes, machines.whole());
            case BRAID -> {
                Candidates call = new Candidates(Operation.BCAST, root, bytes, true, false, network);
                yield call.collective(call.rule().algorithm());
            }
        };
    }
}
