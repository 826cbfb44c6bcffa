package org.braid.cli;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.hosts.HostPage;
import org.braid.boot.hosts.JobHost;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Shape;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;

/** How a rank of two hosts plans its first collectives: a rehearsal has one host, and all ranks of several would load these classes one after the other while each waits for the others. */
final class RehearsedTopology {
    private static final int RANKS = 4;
    private static final int WORD_BYTES = 8;

    private RehearsedTopology() {}

    /** Plans them, as rank 0, on crowded hosts and on others. */
    static void plan() {
        Topology topology = topology(map());
        RuleTable rules = RuleTable.of(topology);
        for (Operation operation : new Operation[] {Operation.BARRIER, Operation.BCAST, Operation.REDUCE, Operation.ALLREDUCE, Operation.GATHER, Operation.ALLGATHER}) {
            Shape shape = new Shape(operation, RANKS, 0, 0, true, false).in(topology);
            for (boolean crowded : new boolean[] {true, false}) {
                Rule rule = rules.choose(operation, RANKS, 0, WORD_BYTES, crowded, true);
                if (rule.algorithm().generate(shape).steps() == 0) {
                    throw new IllegalStateException(operation.text() + " of " + RANKS + " ranks has no step");
                }
            }
        }
    }

    private static HostMap map() {
        List<JobHost> hosts = List.of(new JobHost(0, 1, RANKS / 2, "one", "10.0.0.1", "", ""), new JobHost(1, 1, RANKS / 2, "two", "10.0.0.2", "", ""));
        return new HostMap(new int[] {0, 0, 1, 1}, hosts);
    }

    private static Topology topology(HostMap map) {
        HostPage page = HostPage.decode(ByteBuffer.wrap(map.page(0, RANKS, RANKS * HostPage.LEAST_BYTES)));
        List<Place> places = new ArrayList<>();
        for (JobHost host : page.hosts()) {
            places.add(Place.of(host.site(), host.cluster(), host.name() + "#" + host.number()));
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }
}
