package org.braid.coll.select;

import static org.braid.coll.algorithm.Algorithm.*;
import static org.braid.coll.schedule.Operation.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.algorithm.tree.TreeNames;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule.Host;
import org.braid.coll.topology.Level;

/** The rows that stand before all others where ranks of a communicator are nearer to each other than to others: what counts is how often, and how often one after the other, the slowest channel is crossed. */
final class MultilevelRules {
    private static final long KIB = 1024;
    /** Bytes of a block of an alltoall that goes through one leader of each side. */
    private static final long MOST_THROUGH_ONE_BYTES = 128;

    /** Bytes of a block of an alltoall of neighbours that goes through one rank of each cluster. */
    private static final long MOST_OF_NEIGHBOURS_BYTES = 256;

    /** Ranks up to which an alltoall goes through leaders: of 128, a leader of half of them has 4096 blocks to copy. */
    private static final int MOST_AGGREGATED = 128;

    /** A tree of fewer hosts is a chain. */
    private static final int ROW_OF_HOSTS = 3;

    /** Short enough for every method to send it at once: what is offered first waits for its receiver as often as there are pieces. */
    private static final long PIECE_BYTES = 15 * KIB;
    private static final long MOST_IN_PIECES_BYTES = Tuning.MOST_SEGMENTS * PIECE_BYTES;
    private static final long SHORT_PIECE_BYTES = 8 * KIB;
    private static final String ONCE = "each slow channel is crossed once";
    private static final String BY_TREE = ONCE + ", by a tree of hosts";
    private static final String IN_PIECES = "long: in pieces from host to host, each of which passes on one while it gets the next";

    private static final String TOGETHER = "short blocks cross slow channels together, long ones go straight";

    private final List<Rule> rules = new ArrayList<>();

    private MultilevelRules() {}

    /**
     * These rows and then those of one level.
     *
     * @param hosts how many hosts are at most beside each other, with no channel between them slower than another
     */
    static List<Rule> list(int hosts) {
        var table = new MultilevelRules();
        if (hosts >= ROW_OF_HOSTS) {
            table.fromHostToHost(hosts);
        }
        table.levelByLevel(BARRIER, Long.MAX_VALUE, MULTILEVEL_LINEAR_BARRIER, MULTILEVEL_BARRIER, ONCE);
        table.levelByLevel(BCAST, Long.MAX_VALUE, MULTILEVEL_LINEAR_BCAST, MULTILEVEL_BCAST, ONCE);
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

    /** Where so many hosts are beside each other that their leaders tell long vectors neither one after the other nor whole: in pieces that each host passes on as they come, as long as these are short enough not to be offered first. */
    private void fromHostToHost(int hosts) {
        Tuning tree = new Tuning(Set.of(), Map.of(Level.HOST, TreeNames.BINOMIAL), 0);
        Tuning treeInPieces = new Tuning(Set.of(), Map.of(Level.HOST, TreeNames.BINOMIAL), SHORT_PIECE_BYTES);
        Tuning chain = new Tuning(Set.of(), Map.of(Level.HOST, TreeNames.CHAIN), PIECE_BYTES);
        told(BCAST, 8 * KIB + 1, 64 * KIB, Host.CROWDED, MULTILEVEL_LINEAR_BCAST, tree, BY_TREE);
        told(BCAST, 8 * KIB + 1, 64 * KIB, Host.ANY, MULTILEVEL_BCAST, tree, BY_TREE);
        told(BCAST, 64 * KIB + 1, MOST_IN_PIECES_BYTES, Host.ANY, MULTILEVEL_BCAST, chain, IN_PIECES);
        told(BCAST, MOST_IN_PIECES_BYTES + 1, Long.MAX_VALUE, Host.CROWDED, MULTILEVEL_LINEAR_BCAST, tree, BY_TREE);
        told(BCAST, MOST_IN_PIECES_BYTES + 1, Long.MAX_VALUE, Host.ANY, MULTILEVEL_BCAST, tree, BY_TREE);
        told(REDUCE, 8 * KIB + 1, 64 * KIB, Host.ANY, MULTILEVEL_REDUCE, treeInPieces, BY_TREE);
        told(REDUCE, 64 * KIB + 1, MOST_IN_PIECES_BYTES, Host.ANY, MULTILEVEL_REDUCE, chain, IN_PIECES);
        if (Integer.bitCount(hosts) == 1) {
            row(ALLREDUCE, 24 * KIB, Long.MAX_VALUE, Host.ANY, MULTILEVEL_PARTS_ALLREDUCE, ONCE + "; long: every host combines its share");
        } else {
            told(ALLREDUCE, 64 * KIB + 1, MOST_IN_PIECES_BYTES, Host.ROOMY, MULTILEVEL_PIPELINE_ALLREDUCE, chain, IN_PIECES);
        }
    }

    private void told(Operation operation, long minBytes, long maxBytes, Host host, Algorithm algorithm, Tuning tuning, String why) {
        rules.add(new Rule(operation, 1, Integer.MAX_VALUE, minBytes, maxBytes, host, algorithm, tuning, why));
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
