package org.braid.coll.select;

import static org.braid.coll.algorithm.Algorithm.*;
import static org.braid.coll.schedule.Operation.*;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule.Host;

/** The rows that stand before all others where ranks of a communicator are nearer to each other than to others: what counts is how often, and how often one after the other, the slowest channel is crossed. */
final class MultilevelRules {
    private static final long KIB = 1024;
    /** Bytes of a block of an alltoall that goes through one leader of each side. */
    private static final long MOST_THROUGH_ONE_BYTES = 128;

    /** Bytes of a block of an alltoall of neighbours that goes through one rank of each cluster. */
    private static final long MOST_OF_NEIGHBOURS_BYTES = 256;

    /** Ranks up to which an alltoall goes through leaders: of 128, a leader of half of them has 4096 blocks to copy. */
    private static final int MOST_AGGREGATED = 128;

    private static final String TOGETHER = "short blocks cross slow channels together, long ones go straight";
    private static final String ONCE = "each slow channel is crossed once";

    private final List<Rule> rules = new ArrayList<>();

    private MultilevelRules() {}

    /** These rows and then those of one level. */
    static List<Rule> list() {
        var table = new MultilevelRules();
        table.levelByLevel(BARRIER, Long.MAX_VALUE, MULTILEVEL_LINEAR_BARRIER, MULTILEVEL_BARRIER, ONCE);
        table.row(BCAST, 64 * KIB + 1, Long.MAX_VALUE, Host.ANY, MULTILEVEL_LINEAR_BCAST, ONCE + "; long: on a host all copy from the leader's memory at once");
        table.levelByLevel(BCAST, 64 * KIB, MULTILEVEL_LINEAR_BCAST, MULTILEVEL_BCAST, ONCE);
        table.row(REDUCE, 8 * KIB + 1, Long.MAX_VALUE, Host.ANY, MULTILEVEL_REDUCE, ONCE + "; partial results are combined on the way");
        table.levelByLevel(REDUCE, 8 * KIB, MULTILEVEL_LINEAR_REDUCE, MULTILEVEL_REDUCE, ONCE);
        table.row(ALLREDUCE, 8 * KIB + 1, Long.MAX_VALUE, Host.ANY, MULTILEVEL_ALLREDUCE, ONCE + "; partial results are combined on the way");
        table.levelByLevel(ALLREDUCE, 8 * KIB, MULTILEVEL_LINEAR_ALLREDUCE, MULTILEVEL_ALLREDUCE, ONCE);
        table.levelByLevel(GATHER, 8 * KIB, MULTILEVEL_LINEAR_GATHER, MULTILEVEL_GATHER, "short blocks cross slow channels together");
        table.levelByLevel(SCATTER, 8 * KIB, MULTILEVEL_LINEAR_SCATTER, MULTILEVEL_SCATTER, "short blocks cross slow channels together");
        table.levelByLevel(GATHERV, Long.MAX_VALUE, MULTILEVEL_LINEAR_GATHERV, MULTILEVEL_GATHERV, TOGETHER);
        table.levelByLevel(SCATTERV, Long.MAX_VALUE, MULTILEVEL_LINEAR_SCATTERV, MULTILEVEL_SCATTERV, TOGETHER);
        table.levelByLevel(ALLGATHER, Long.MAX_VALUE, MULTILEVEL_LINEAR_ALLGATHER, MULTILEVEL_ALLGATHER, "each site's blocks go once to each other site");
        table.levelByLevel(ALLGATHERV, Long.MAX_VALUE, MULTILEVEL_LINEAR_ALLGATHERV, MULTILEVEL_ALLGATHERV, "each site's blocks go once to each other site");
        table.aggregated("short blocks cross slow channels together");
        for (Operation operation : new Operation[] {REDUCE_SCATTER_BLOCK, REDUCE_SCATTER}) {
            table.levelByLevel(operation, Long.MAX_VALUE, MULTILEVEL_LINEAR_REDUCE_SCATTER, MULTILEVEL_REDUCE_SCATTER, "only a site's part crosses slow channels, once");
        }
        table.levelByLevel(SCAN, Long.MAX_VALUE, MULTILEVEL_LINEAR_SCAN, MULTILEVEL_SCAN, "each slow channel is crossed up and down");
        table.levelByLevel(EXSCAN, Long.MAX_VALUE, MULTILEVEL_LINEAR_EXSCAN, MULTILEVEL_EXSCAN, "each slow channel is crossed up and down");
        table.row(NEIGHBOR_REDUCE, 8 * KIB + 1, Long.MAX_VALUE, Host.ANY, MULTILEVEL_NEIGHBOR_REDUCE, ONCE + "; partial results are combined on the way");
        table.levelByLevel(NEIGHBOR_REDUCE, 8 * KIB, MULTILEVEL_LINEAR_NEIGHBOR_REDUCE, MULTILEVEL_NEIGHBOR_REDUCE, ONCE);
        table.allAtOnce();
        table.neighbours("edges from one cluster to another cross together, where they are enough");
        table.rules.addAll(DefaultRules.list());
        return List.copyOf(table.rules);
    }

    /** Algorithms of one level that take many rounds would pay the slowest channel's latency in each. */
    private void allAtOnce() {
        String why = "one round: the slowest channel's latency is paid once";
        row(ALLTOALL, 0, 64 * KIB, Host.ANY, LINEAR_ALLTOALL, why);
        row(ALLTOALLV, 0, 64 * KIB, Host.ANY, LINEAR_ALLTOALL, why);
    }

    /** Longer blocks go straight: all that cross pass one rank of each cluster; of an allgather they are fewer. Of more ranks nobody knows who is whose neighbour. */
    private void neighbours(String why) {
        int most = Neighbourhood.MOST_RANKS;
        rules.add(new Rule(NEIGHBOR_ALLGATHER, 1, most, 0, KIB, Host.ANY, MULTILEVEL_NEIGHBOR_ALLGATHER, why));
        rules.add(new Rule(NEIGHBOR_ALLTOALL, 1, most, 0, MOST_OF_NEIGHBOURS_BYTES, Host.ANY, MULTILEVEL_NEIGHBOR_ALLTOALL, why));
        rules.add(new Rule(NEIGHBOR_ALLGATHERV, 1, most, 0, Long.MAX_VALUE, Host.ANY, MULTILEVEL_NEIGHBOR_ALLGATHERV, why + "; long blocks go straight"));
        rules.add(new Rule(NEIGHBOR_ALLTOALLV, 1, most, 0, Long.MAX_VALUE, Host.ANY, MULTILEVEL_NEIGHBOR_ALLTOALLV, why + "; long blocks go straight"));
    }

    /** One leader has a block for each pair of a rank of its side and one of another: fewest messages, and soon the narrow place. Where every rank leads for its part, only blocks so long that two copies take longer than messages go straight. */
    private void aggregated(String why) {
        rules.add(new Rule(ALLTOALL, 1, MOST_AGGREGATED, 0, MOST_THROUGH_ONE_BYTES, Host.CROWDED, MULTILEVEL_LINEAR_ALLTOALL, why));
        row(ALLTOALL, 0, 4 * KIB, Host.ANY, MULTILEVEL_LANES_ALLTOALL, why + ", and every rank leads for its part");
        rules.add(new Rule(ALLTOALLV, 1, MOST_AGGREGATED, 0, Long.MAX_VALUE, Host.CROWDED, MULTILEVEL_LINEAR_ALLTOALLV, TOGETHER));
        rules.add(new Rule(ALLTOALLV, 1, MOST_AGGREGATED, 0, Long.MAX_VALUE, Host.ANY, MULTILEVEL_ALLTOALLV, TOGETHER));
    }

    private void levelByLevel(Operation operation, long maxBytes, Algorithm crowded, Algorithm roomy, String why) {
        row(operation, 0, maxBytes, Host.CROWDED, crowded, why + "; on a host a rank needs the processor once per phase");
        row(operation, 0, maxBytes, Host.ANY, roomy, why);
    }

    private void row(Operation operation, long minBytes, long maxBytes, Host host, Algorithm algorithm, String reason) {
        rules.add(new Rule(operation, 1, Integer.MAX_VALUE, minBytes, maxBytes, host, algorithm, reason));
    }
}
