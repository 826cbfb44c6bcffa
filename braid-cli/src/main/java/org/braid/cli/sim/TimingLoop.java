package org.braid.cli.sim;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Selection;
import org.braid.coll.sim.Collective;
import org.braid.coll.sim.Network;
import org.braid.coll.sim.Outcome;
import org.braid.coll.sim.Simulator;
import org.braid.coll.sim.VirtualTime;
import org.jspecify.annotations.Nullable;

/**
 * The paper's timing loop (multilevel-collectives, Figure 6): a broadcast from each root in turn, each followed by a barrier in which all tell rank 0 and are told by it, one after the other.
 *
 * @param loopPs what rank 0's clock shows in the end
 * @param bcastsPs the sum of what each broadcast takes if all enter it at once
 * @param messages of the broadcasts, on each channel
 */
record TimingLoop(long loopPs, long bcastsPs, long[] messages) {
    static TimingLoop run(Machines machines, Network network, @Nullable Selection selection, Scheme scheme, long bytes) {
        Collective barrier = new Collective(Operation.BARRIER, Algorithm.CENTRAL_BARRIER, machines.ranks(), 0, 0, null);
        long[] clocksPs = new long[machines.ranks()];
        long[] messages = new long[network.channels().size()];
        long bcastsPs = 0;
        for (int root = 0; root < machines.ranks(); root++) {
            Collective bcast = scheme.bcast(machines, network, selection, root, bytes);
            Outcome alone = Simulator.run(bcast, network);
            bcastsPs = VirtualTime.plus(bcastsPs, alone.timePs());
            for (int channel = 0; channel < messages.length; channel++) {
                messages[channel] += alone.messages()[channel];
            }
            clocksPs = Simulator.run(barrier, network, Simulator.run(bcast, network, clocksPs).endsPs()).endsPs();
        }
        return new TimingLoop(clocksPs[0], bcastsPs, messages);
    }
}
