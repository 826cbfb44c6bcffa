package org.braid.coll.select;

import static org.braid.coll.algorithm.Algorithm.*;
import static org.braid.coll.schedule.Operation.*;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule.Host;

/** The rows that Braid comes with, in order; the last row of each operation serves every situation. */
final class DefaultRules {
    private static final int ANY_SIZE = Integer.MAX_VALUE;
    private static final long ANY_LENGTH = Long.MAX_VALUE;
    private static final long KIB = 1024;

    /** Ranks that may all talk to all at once. */
    private static final int FEW = 16;

    /** Likewise, if each has so much to say that a message more costs little. */
    private static final int MANY = 64;

    private static final String ONE_TURN = "a rank needs the processor once per phase";
    private static final String FEWEST_BYTES = "fewest bytes are copied";
    private static final String ONE_ROUND = "few ranks: one round";
    private static final String OWN_SHARE = "long: every rank combines its share";
    private static final String OWN_SHARE_SOON = OWN_SHARE + ", in few rounds";
    private static final String FOLDED_IN_ORDER = OWN_SHARE + ", in the order of ranks, and whoever is folded gets but a block back";
    private static final String ALL_PORTS = "long: every rank passes on its share";

    private final List<Rule> rules = new ArrayList<>();

    private DefaultRules() {}

    static List<Rule> list() {
        return rows(new DefaultRules());
    }

    /** For ranks of which each is on a host of its own: messages cost more there, so that fewer rounds are worth more messages, and fewer messages more bytes. */
    static List<Rule> apart() {
        var table = new DefaultRules();
        table.row(BCAST, 1, 8, 0, 2 * KIB, Host.ROOMY, LINEAR_BCAST, ONE_ROUND);
        table.row(REDUCE, 1, 8, 0, 2 * KIB, Host.ROOMY, LINEAR_REDUCE, ONE_ROUND);
        table.row(REDUCE, 1, ANY_SIZE, 0, 16 * KIB, Host.ROOMY, BINOMIAL_REDUCE, "short: fewest rounds");
        table.row(ALLREDUCE, 3, 3, 4 * KIB, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_ALLREDUCE, OWN_SHARE);
        table.row(ALLREDUCE, 1, ANY_SIZE, 0, 16 * KIB, Host.ROOMY, RECURSIVE_DOUBLING_ALLREDUCE, "short: fewest rounds");
        table.row(REDUCE_SCATTER_BLOCK, 1, FEW, 0, ANY_LENGTH, Host.ROOMY, PAIRWISE_REDUCE_SCATTER, ONE_ROUND);
        table.row(ALLGATHER, 1, FEW, 0, ANY_LENGTH, Host.ROOMY, LINEAR_ALLGATHER, ONE_ROUND);
        return rows(table);
    }

    private static List<Rule> rows(DefaultRules table) {
        table.barrierAndBcast();
        table.reductions();
        table.gatherAndScatter();
        table.allToAll();
        table.prefixes();
        table.neighbours();
        return List.copyOf(table.rules);
    }

    private void barrierAndBcast() {
        row(BARRIER, 3, ANY_SIZE, 0, ANY_LENGTH, Host.CROWDED, CENTRAL_BARRIER, ONE_TURN);
        always(BARRIER, DISSEMINATION_BARRIER, "fewest rounds when all ranks run at once");
        row(BCAST, 1, 2, 0, ANY_LENGTH, Host.ANY, LINEAR_BCAST, "one message");
        row(BCAST, 1, ANY_SIZE, 0, ANY_LENGTH, Host.CROWDED, LINEAR_BCAST, ONE_TURN);
        row(BCAST, 1, 4, 0, 16 * KIB, Host.ANY, LINEAR_BCAST, "a tree of so few ranks saves nothing");
        row(BCAST, 1, ANY_SIZE, 0, 16 * KIB, Host.ANY, BINOMIAL_BCAST, "short: fewest rounds");
        row(BCAST, 12, FEW, 0, 32 * KIB, Host.ANY, SCATTER_DOUBLING_BCAST, ALL_PORTS + ", in few rounds");
        row(BCAST, 1, FEW, 0, ANY_LENGTH, Host.ANY, SCATTER_LINEAR_BCAST, ALL_PORTS);
        row(BCAST, 1, 40, 0, 64 * KIB, Host.ANY, SCATTER_DOUBLING_BCAST, ALL_PORTS + ", in few rounds");
        row(BCAST, 1, 24, 0, ANY_LENGTH, Host.ANY, SCATTER_LINEAR_BCAST, ALL_PORTS);
        row(BCAST, 41, ANY_SIZE, 0, 128 * KIB, Host.ANY, SCATTER_DOUBLING_BCAST, ALL_PORTS + ", in few rounds");
        row(BCAST, 1, MANY, 0, ANY_LENGTH, Host.ANY, CIRCULANT_BCAST, "long: in pieces, each of which every rank passes on");
        always(BCAST, SCATTER_RING_BCAST, "long: every link carries its share");
    }

    private void reductions() {
        row(REDUCE, 1, ANY_SIZE, 0, 8 * KIB, Host.CROWDED, LINEAR_REDUCE, ONE_TURN);
        row(REDUCE, 1, 2, 0, ANY_LENGTH, Host.ANY, LINEAR_REDUCE, "one message");
        for (int ranks = FEW; ranks <= MANY; ranks *= 2) {
            row(REDUCE, ranks, ranks, 8 * KIB + 1, (long) ranks * ranks / 8 * KIB, Host.ROOMY, REDUCE_SCATTER_GATHER, OWN_SHARE_SOON);
        }
        row(REDUCE, 1, 11, 8 * KIB + 1, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_REDUCE, OWN_SHARE);
        row(REDUCE, 1, FEW, 16 * KIB + 1, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_REDUCE, OWN_SHARE);
        row(REDUCE, 1, 40, 128 * KIB + 1, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_REDUCE, OWN_SHARE);
        row(REDUCE, 1, MANY, 512 * KIB + 1, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_REDUCE, OWN_SHARE);
        row(REDUCE, 1, ANY_SIZE, 8 * KIB + 1, ANY_LENGTH, Host.ROOMY, CIRCULANT_GATHER_REDUCE, OWN_SHARE_SOON);
        row(REDUCE, FEW + 1, 23, 16 * KIB + 1, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_REDUCE, OWN_SHARE); // in the order of ranks
        partsInOrder(REDUCE, LINEAR_PARTS_REDUCE);
        row(REDUCE, 1, ANY_SIZE, 8 * KIB + 1, ANY_LENGTH, Host.ROOMY, REDUCE_SCATTER_GATHER, OWN_SHARE);
        always(REDUCE, BINOMIAL_REDUCE, "partial results are combined on the way");
        row(ALLREDUCE, 3, ANY_SIZE, 0, 16 * KIB, Host.CROWDED, CENTRAL_ALLREDUCE, ONE_TURN);
        row(ALLREDUCE, 3, ANY_SIZE, 48 * KIB + 1, 256 * KIB, Host.CROWDED, DOUBLE_TREE_ALLREDUCE, "nobody passes on all of it");
        row(ALLREDUCE, 3, ANY_SIZE, 0, ANY_LENGTH, Host.CROWDED, REDUCE_THEN_BCAST, FEWEST_BYTES);
        for (int ranks = 4; ranks <= MANY; ranks *= 2) {
            row(ALLREDUCE, ranks, ranks, 0, 8 * KIB, Host.ROOMY, RECURSIVE_DOUBLING_ALLREDUCE, "short, a power of two: fewest rounds");
        }
        row(ALLREDUCE, 32, 32, 0, 1024 * KIB, Host.ROOMY, RABENSEIFNER_ALLREDUCE, OWN_SHARE_SOON);
        row(ALLREDUCE, MANY, MANY, 0, ANY_LENGTH, Host.ROOMY, RABENSEIFNER_ALLREDUCE, OWN_SHARE_SOON);
        forOrder(ALLREDUCE, 2, LINEAR_PARTS_ALLREDUCE, OWN_SHARE);
        for (int ranks = 8; ranks <= MANY; ranks *= 2) {
            forOrder(ALLREDUCE, ranks, RABENSEIFNER_ALLREDUCE, OWN_SHARE_SOON);
        }
        row(ALLREDUCE, 3, 3, 512, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_ALLREDUCE, OWN_SHARE);
        row(ALLREDUCE, 3, 7, 2 * KIB + 1, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_ALLREDUCE, OWN_SHARE);
        row(ALLREDUCE, 3, 11, 4 * KIB + 1, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_ALLREDUCE, OWN_SHARE);
        row(ALLREDUCE, 3, FEW - 1, 32 * KIB + 1, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_ALLREDUCE, OWN_SHARE);
        row(ALLREDUCE, FEW, 24, 128 * KIB + 1, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_ALLREDUCE, OWN_SHARE);
        row(ALLREDUCE, FEW, MANY, 256 * KIB + 1, ANY_LENGTH, Host.ROOMY, LINEAR_PARTS_ALLREDUCE, OWN_SHARE);
        row(ALLREDUCE, 12, ANY_SIZE, 4 * KIB + 1, ANY_LENGTH, Host.ROOMY, CIRCULANT_ALLREDUCE, OWN_SHARE_SOON);
        row(ALLREDUCE, FEW + 1, MANY, 8 * KIB + 1, 32 * KIB, Host.ROOMY, CIRCULANT_GATHER_ALLREDUCE, FOLDED_IN_ORDER);
        row(ALLREDUCE, 33, MANY, 8 * KIB + 1, 64 * KIB, Host.ROOMY, CIRCULANT_GATHER_ALLREDUCE, FOLDED_IN_ORDER);
        row(ALLREDUCE, 41, MANY, 8 * KIB + 1, 128 * KIB, Host.ROOMY, CIRCULANT_GATHER_ALLREDUCE, FOLDED_IN_ORDER);
        partsInOrder(ALLREDUCE, LINEAR_PARTS_ALLREDUCE);
        row(ALLREDUCE, FEW, ANY_SIZE, 8 * KIB + 1, ANY_LENGTH, Host.ROOMY, RABENSEIFNER_ALLREDUCE, OWN_SHARE); // in the order of ranks
        row(ALLREDUCE, 1, ANY_SIZE, 0, 8 * KIB, Host.ANY, RECURSIVE_DOUBLING_ALLREDUCE, "short: fewest rounds");
        always(ALLREDUCE, RABENSEIFNER_ALLREDUCE, OWN_SHARE);
        for (Operation operation : new Operation[] {REDUCE_SCATTER_BLOCK, REDUCE_SCATTER}) {
            row(operation, 3, ANY_SIZE, 0, KIB, Host.CROWDED, CENTRAL_REDUCE_SCATTER, ONE_TURN);
            row(operation, 8, FEW, 4 * KIB + 1, 8 * KIB, Host.CROWDED, RECURSIVE_HALVING_REDUCE_SCATTER, "nobody passes on all of it");
            row(operation, 3, 7, 0, 16 * KIB, Host.CROWDED, CENTRAL_REDUCE_SCATTER, ONE_TURN);
            row(operation, 3, ANY_SIZE, 0, ANY_LENGTH, Host.CROWDED, REDUCE_THEN_SCATTER, FEWEST_BYTES);
            for (int ranks = FEW; ranks <= MANY; ranks *= 2) {
                row(operation, ranks, ranks, 0, ranks == MANY ? ANY_LENGTH : ranks * KIB / 4, Host.ANY, RECURSIVE_HALVING_REDUCE_SCATTER, "a power of two: fewest rounds, no copies");
            }
            row(operation, 12, FEW, 0, 4 * KIB, Host.ANY, CIRCULANT_REDUCE_SCATTER, "of many ranks: fewest rounds");
            row(operation, FEW + 1, ANY_SIZE, 0, 12 * KIB, Host.ANY, CIRCULANT_REDUCE_SCATTER, "of many ranks: fewest rounds");
            row(operation, 9, ANY_SIZE, 0, KIB, Host.ANY, CIRCULANT_REDUCE_SCATTER, "short: fewest rounds");
            row(operation, 1, ANY_SIZE, 0, ANY_LENGTH, Host.ANY, PAIRWISE_REDUCE_SCATTER, "every rank combines its own block only");
            if (operation == REDUCE_SCATTER_BLOCK) {
                inOrder();
            }
            row(operation, 1, MANY, 0, ANY_LENGTH, Host.ANY, LINEAR_REDUCE_SCATTER, "every rank combines its own block only, in the order of ranks");
            always(operation, REDUCE_THEN_SCATTER, "the order of operands matters");
        }
    }

    /** What is left for operators that do not commute, of ranks whose number is no power of two. */
    private void partsInOrder(Operation operation, Algorithm parts) {
        row(operation, 12, FEW - 1, 8 * KIB + 1, ANY_LENGTH, Host.ROOMY, parts, OWN_SHARE);
        row(operation, FEW + 1, 40, 32 * KIB + 1, ANY_LENGTH, Host.ROOMY, parts, OWN_SHARE);
        row(operation, FEW + 1, MANY, 64 * KIB + 1, ANY_LENGTH, Host.ROOMY, parts, OWN_SHARE);
    }

    /** What is left for operators that do not commute, of few bytes or many ranks (simulated: docs/decisions/rules.md). */
    private void inOrder() {
        String why = "few rounds, in the order of ranks";
        row(REDUCE_SCATTER_BLOCK, 8, 8, 0, KIB, Host.ROOMY, RECURSIVE_DOUBLING_REDUCE_SCATTER, why);
        for (int ranks = FEW; ranks <= MANY; ranks *= 2) {
            row(REDUCE_SCATTER_BLOCK, ranks, ranks, 0, ranks == MANY ? 8 * KIB : 4 * KIB, Host.ROOMY, RECURSIVE_DOUBLING_REDUCE_SCATTER, why);
        }
        row(REDUCE_SCATTER_BLOCK, 9, ANY_SIZE, 0, 256, Host.ROOMY, RECURSIVE_DOUBLING_REDUCE_SCATTER, why);
        row(REDUCE_SCATTER_BLOCK, FEW + 1, ANY_SIZE, 0, KIB, Host.ROOMY, RECURSIVE_DOUBLING_REDUCE_SCATTER, why);
        row(REDUCE_SCATTER_BLOCK, MANY + 1, ANY_SIZE, 0, ANY_LENGTH, Host.ROOMY, RECURSIVE_DOUBLING_REDUCE_SCATTER, why);
    }

    private void gatherAndScatter() {
        row(GATHER, 12, ANY_SIZE, 0, KIB, Host.ROOMY, BINOMIAL_GATHER, "short blocks of many ranks travel together");
        row(GATHER, 32, ANY_SIZE, 0, 8 * KIB, Host.ROOMY, BINOMIAL_GATHER, "blocks of many ranks travel together");
        always(GATHER, LINEAR_GATHER, "no block is copied twice");
        always(GATHERV, LINEAR_GATHER, "only the root knows the counts");
        row(SCATTER, 12, ANY_SIZE, 0, KIB, Host.ROOMY, BINOMIAL_SCATTER, "short blocks of many ranks travel together");
        always(SCATTER, LINEAR_SCATTER, "no block is copied twice");
        always(SCATTERV, LINEAR_SCATTER, "only the root knows the counts");
    }

    private void allToAll() {
        row(ALLGATHER, 3, 3, 0, ANY_LENGTH, Host.CROWDED, LINEAR_ALLGATHER, "no turn more, and " + FEWEST_BYTES);
        row(ALLGATHER, 4, 5, 4 * KIB + 1, ANY_LENGTH, Host.CROWDED, LINEAR_ALLGATHER, FEWEST_BYTES);
        row(ALLGATHER, 4, 8, 8 * KIB + 1, ANY_LENGTH, Host.CROWDED, LINEAR_ALLGATHER, FEWEST_BYTES);
        row(ALLGATHER, 4, FEW, 16 * KIB + 1, ANY_LENGTH, Host.CROWDED, LINEAR_ALLGATHER, FEWEST_BYTES);
        row(ALLGATHER, 3, ANY_SIZE, 0, ANY_LENGTH, Host.CROWDED, CENTRAL_ALLGATHER, ONE_TURN + ", and handles two messages");
        row(ALLGATHERV, 1, 64, 0, ANY_LENGTH, Host.CROWDED, LINEAR_ALLGATHER, ONE_TURN);
        row(ALLGATHER, 1, 7, 0, ANY_LENGTH, Host.ANY, LINEAR_ALLGATHER, ONE_ROUND);
        row(ALLGATHERV, 1, 4, 0, ANY_LENGTH, Host.ANY, LINEAR_ALLGATHER, ONE_ROUND);
        row(ALLGATHER, 1, ANY_SIZE, 0, 512, Host.ANY, RECURSIVE_DOUBLING_ALLGATHER, "short, a power of two: fewest rounds, no copies");
        row(ALLGATHER, 1, ANY_SIZE, 0, 512, Host.ANY, BRUCK_ALLGATHER, "short: fewest rounds");
        row(ALLGATHER, 1, 11, 0, ANY_LENGTH, Host.ANY, LINEAR_ALLGATHER, "few ranks: all exchanges at once");
        row(ALLGATHER, 1, FEW, 8 * KIB + 1, ANY_LENGTH, Host.ANY, LINEAR_ALLGATHER, "few ranks: all exchanges at once");
        row(ALLGATHER, MANY, MANY, 0, 64 * KIB, Host.ANY, RECURSIVE_DOUBLING_ALLGATHER, "a power of two: fewest rounds, no copies");
        row(ALLGATHER, 24, ANY_SIZE, 0, 16 * KIB, Host.ANY, RECURSIVE_DOUBLING_ALLGATHER, "a power of two: fewest rounds, no copies");
        row(ALLGATHER, 24, ANY_SIZE, 0, 16 * KIB, Host.ANY, CIRCULANT_ALLGATHER, "fewest rounds");
        row(ALLGATHER, 1, ANY_SIZE, 0, 8 * KIB, Host.ANY, RECURSIVE_DOUBLING_ALLGATHER, "a power of two: fewest rounds, no copies");
        row(ALLGATHER, 1, ANY_SIZE, 0, 8 * KIB, Host.ANY, CIRCULANT_ALLGATHER, "fewest rounds");
        row(ALLGATHER, 1, MANY, 0, 64 * KIB, Host.ANY, LINEAR_ALLGATHER, "all exchanges at once");
        always(ALLGATHER, RING_ALLGATHER, "long: only neighbours talk");
        always(ALLGATHERV, RING_ALLGATHER, "only neighbours talk");
        row(ALLTOALL, 16, ANY_SIZE, 0, 128, Host.ROOMY, BRUCK_ALLTOALL, "very short blocks travel together");
        for (Operation operation : new Operation[] {ALLTOALL, ALLTOALLV}) {
            row(operation, 1, 16, 0, ANY_LENGTH, Host.ANY, LINEAR_ALLTOALL, "few ranks: all exchanges at once");
            row(operation, 1, 64, 0, 64 * KIB, Host.CROWDED, LINEAR_ALLTOALL, ONE_TURN);
            always(operation, PAIRWISE_ALLTOALL, "nobody is flooded");
        }
    }

    private void prefixes() {
        row(SCAN, 1, 4, 0, ANY_LENGTH, Host.ANY, LINEAR_SCAN, "few ranks: fewest messages");
        row(SCAN, 1, ANY_SIZE, 0, ANY_LENGTH, Host.CROWDED, LINEAR_SCAN, "fewest messages");
        always(SCAN, HILLIS_STEELE_SCAN, "fewest rounds");
        row(EXSCAN, 1, 4, 0, ANY_LENGTH, Host.ANY, LINEAR_EXSCAN, "few ranks: fewest messages");
        row(EXSCAN, 1, ANY_SIZE, 0, ANY_LENGTH, Host.CROWDED, LINEAR_EXSCAN, "fewest messages");
        always(EXSCAN, HILLIS_STEELE_EXSCAN, "fewest rounds");
    }

    private void neighbours() {
        for (Operation operation : new Operation[] {NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV}) {
            always(operation, LINEAR_NEIGHBOR_ALLGATHER, "neighbours are few: all exchanges at once");
        }
        for (Operation operation : new Operation[] {NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV}) {
            always(operation, LINEAR_NEIGHBOR_ALLTOALL, "neighbours are few: all exchanges at once");
        }
        betweenGroups();
    }

    /** Which two groups alone call. Ranks of both count (simulated: docs/decisions/two-groups.md). */
    private void betweenGroups() {
        row(NEIGHBOR_REDUCE, 1, 6, 0, ANY_LENGTH, Host.ANY, LINEAR_NEIGHBOR_REDUCE, ONE_ROUND);
        row(NEIGHBOR_REDUCE, 1, 24, 0, KIB, Host.ROOMY, LINEAR_NEIGHBOR_REDUCE, "short: one round");
        row(NEIGHBOR_REDUCE, 1, ANY_SIZE, 0, 8 * KIB, Host.CROWDED, CENTRAL_NEIGHBOR_REDUCE, ONE_TURN);
        always(NEIGHBOR_REDUCE, BINOMIAL_NEIGHBOR_REDUCE, "as many messages as ranks, not as pairs of them");
    }

    private void row(Operation operation, int minSize, int maxSize, long minBytes, long maxBytes, Host host, Algorithm algorithm, String reason) {
        rules.add(new Rule(operation, minSize, maxSize, minBytes, maxBytes, host, algorithm, reason));
    }

    /** For operators that do not commute, of so many ranks with a core each, from 4 KiB on. */
    private void forOrder(Operation operation, int ranks, Algorithm algorithm, String reason) {
        rules.add(new Rule(operation, ranks, ranks, 4 * KIB, ANY_LENGTH, Host.ROOMY, true, algorithm, null, reason));
    }

    private void always(Operation operation, Algorithm algorithm, String reason) {
        rules.add(Rule.always(operation, algorithm, reason));
    }
}
