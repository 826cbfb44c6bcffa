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

    private static final String ONE_TURN = "a rank needs the processor once per phase";

    private final List<Rule> rules = new ArrayList<>();

    private DefaultRules() {}

    static List<Rule> list() {
        var table = new DefaultRules();
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
        row(BCAST, 1, 4, 0, ANY_LENGTH, Host.ANY, LINEAR_BCAST, "a tree of so few ranks saves nothing");
        row(BCAST, 1, ANY_SIZE, 0, ANY_LENGTH, Host.CROWDED, LINEAR_BCAST, ONE_TURN);
        row(BCAST, 1, ANY_SIZE, 0, 64 * KIB, Host.ANY, BINOMIAL_BCAST, "short: fewest rounds");
        row(BCAST, 1, 16, 0, ANY_LENGTH, Host.ANY, LINEAR_BCAST, "long: receivers copy from the root's memory all at once");
        always(BCAST, SCATTER_RING_BCAST, "long: every link carries its share");
    }

    private void reductions() {
        row(REDUCE, 1, ANY_SIZE, 0, 8 * KIB, Host.CROWDED, LINEAR_REDUCE, ONE_TURN);
        row(REDUCE, 1, 2, 0, ANY_LENGTH, Host.ANY, LINEAR_REDUCE, "one message");
        row(REDUCE, 8, ANY_SIZE, 64 * KIB, ANY_LENGTH, Host.ROOMY, REDUCE_SCATTER_GATHER, "long: every rank combines its share");
        always(REDUCE, BINOMIAL_REDUCE, "partial results are combined on the way");
        row(ALLREDUCE, 3, ANY_SIZE, 0, 8 * KIB, Host.CROWDED, CENTRAL_ALLREDUCE, ONE_TURN);
        row(ALLREDUCE, 1, ANY_SIZE, 0, 8 * KIB, Host.ANY, RECURSIVE_DOUBLING_ALLREDUCE, "short: fewest rounds");
        row(ALLREDUCE, 3, 3, 64 * KIB, ANY_LENGTH, Host.ANY, RING_ALLREDUCE, "long, no power of two: the fold would move the vector twice more");
        row(ALLREDUCE, 5, 7, 64 * KIB, ANY_LENGTH, Host.ROOMY, RING_ALLREDUCE, "long, no power of two: the fold would move the vector twice more");
        always(ALLREDUCE, RABENSEIFNER_ALLREDUCE, "long: every rank combines its share");
        for (Operation operation : new Operation[] {REDUCE_SCATTER_BLOCK, REDUCE_SCATTER}) {
            row(operation, 1, ANY_SIZE, 512, ANY_LENGTH, Host.ANY, PAIRWISE_REDUCE_SCATTER, "long: every rank combines its own block only");
            always(operation, REDUCE_THEN_SCATTER, "short, or the order of operands matters");
        }
    }

    private void gatherAndScatter() {
        row(GATHER, 16, ANY_SIZE, 0, KIB, Host.ROOMY, BINOMIAL_GATHER, "short blocks of many ranks travel together");
        always(GATHER, LINEAR_GATHER, "no block is copied twice");
        always(GATHERV, LINEAR_GATHER, "only the root knows the counts");
        row(SCATTER, 16, ANY_SIZE, 0, KIB, Host.ROOMY, BINOMIAL_SCATTER, "short blocks of many ranks travel together");
        always(SCATTER, LINEAR_SCATTER, "no block is copied twice");
        always(SCATTERV, LINEAR_SCATTER, "only the root knows the counts");
    }

    private void allToAll() {
        row(ALLGATHER, 3, ANY_SIZE, 0, 256, Host.CROWDED, CENTRAL_ALLGATHER, ONE_TURN + ", and handles two messages");
        for (Operation operation : new Operation[] {ALLGATHER, ALLGATHERV}) {
            row(operation, 1, 4, 0, ANY_LENGTH, Host.ANY, LINEAR_ALLGATHER, "few ranks: one round");
            row(operation, 1, 64, 0, ANY_LENGTH, Host.CROWDED, LINEAR_ALLGATHER, ONE_TURN);
        }
        row(ALLGATHER, 1, ANY_SIZE, 0, 2 * KIB, Host.ANY, RECURSIVE_DOUBLING_ALLGATHER, "short, a power of two: fewest rounds, no copies");
        row(ALLGATHER, 1, ANY_SIZE, 0, 2 * KIB, Host.ANY, BRUCK_ALLGATHER, "short: fewest rounds");
        always(ALLGATHER, RING_ALLGATHER, "long: only neighbours talk");
        always(ALLGATHERV, RING_ALLGATHER, "only neighbours talk");
        row(ALLTOALL, 16, ANY_SIZE, 0, 256, Host.ROOMY, BRUCK_ALLTOALL, "very short blocks travel together");
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
        row(NEIGHBOR_REDUCE, 1, 6, 0, ANY_LENGTH, Host.ANY, LINEAR_NEIGHBOR_REDUCE, "few ranks: one round");
        row(NEIGHBOR_REDUCE, 1, 24, 0, KIB, Host.ROOMY, LINEAR_NEIGHBOR_REDUCE, "short: one round");
        row(NEIGHBOR_REDUCE, 1, ANY_SIZE, 0, 8 * KIB, Host.CROWDED, CENTRAL_NEIGHBOR_REDUCE, ONE_TURN);
        always(NEIGHBOR_REDUCE, BINOMIAL_NEIGHBOR_REDUCE, "as many messages as ranks, not as pairs of them");
    }

    private void row(Operation operation, int minSize, int maxSize, long minBytes, long maxBytes, Host host, Algorithm algorithm, String reason) {
        rules.add(new Rule(operation, minSize, maxSize, minBytes, maxBytes, host, algorithm, reason));
    }

    private void always(Operation operation, Algorithm algorithm, String reason) {
        rules.add(Rule.always(operation, algorithm, reason));
    }
}
