package org.braid.cli.sim;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.sim.Outcome;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Topology;

/** The channels of a topology as columns of a table. */
final class ChannelNames {
    private ChannelNames() {}

    static String of(Topology topology, int channel) {
        return channel == topology.kinds().size() ? topology.kinds().isEmpty() ? "messages" : "within " + Level.several(topology.kinds().getLast()) : "between " + Level.several(topology.kinds().get(channel));
    }

    /** Those on which there is a message in one of these. */
    static List<Integer> used(Topology topology, List<Outcome> outcomes) {
        List<Integer> used = new ArrayList<>();
        for (int channel = 0; channel <= topology.kinds().size(); channel++) {
            int number = channel;
            if (outcomes.stream().anyMatch(outcome -> outcome.messages()[number] > 0)) {
                used.add(channel);
            }
        }
        return used;
    }
}
