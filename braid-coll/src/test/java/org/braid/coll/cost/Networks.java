package org.braid.coll.cost;

import org.braid.coll.sim.Network;
import org.braid.coll.topology.Topology;

/** Networks that tests use. */
final class Networks {
    private Networks() {}

    /** What messages cost by these lines, among the ranks of a topology. */
    static Network of(String lines, Topology topology) {
        Links links = new Links();
        links.read(lines);
        return links.of(topology);
    }
}
