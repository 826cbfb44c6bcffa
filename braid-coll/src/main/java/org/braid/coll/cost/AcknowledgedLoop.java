package org.braid.coll.cost;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;
import org.braid.coll.sim.Collective;
import org.braid.coll.sim.Network;
import org.braid.coll.sim.Outcome;
import org.braid.coll.sim.Simulator;
import org.braid.coll.topology.RankSet;
import org.braid.coll.topology.Topology;

/**
 * What a broadcast costs where all ranks wait for each other behind it, as in the loop of Figure 6 (multilevel-collectives, section 4): they begin when rank 0 has told them, one after the other, and have done when all have told rank 0. A broadcast that ends a little
 * earlier at its last rank may keep those who could have told rank 0 before, and cost more there.
 */
final class AcknowledgedLoop {
    private final Candidates call;
    private final Collective barrier;
    private final long[] toldPs;

    AcknowledgedLoop(Candidates call) {
        this.call = new Candidates(call.operation(), another(call.network().topology(), call.root()), call.bytes(), call.commutative(), call.crowded(), call.network());
        this.barrier = new Collective(Operation.BARRIER, Algorithm.CENTRAL_BARRIER, call.ranks(), 0, 0, null);
        this.toldPs = Simulator.run(barrier, call.network()).endsPs();
    }

    /** A root as most of its host are: not the lowest rank, who leads it whoever is the root. */
    private static int another(Topology topology, int root) {
        RankSet beside = topology.path(root).getLast().ranks();
        return beside.size() > 1 ? beside.at(1) : root;
    }

    /** Of a turn of the loop: from when rank 0 has told all, until it has done so again. */
    long turnPs(Candidate each) {
        Network network = call.network();
        Outcome bcast = Simulator.run(call.collective(each.algorithm(), each.tuning()), network, toldPs);
        return Simulator.run(barrier, network, bcast.endsPs()).endsPs()[0] - toldPs[0];
    }
}
