package org.braid.coll.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.braid.coll.schedule.Operation;

/** What performance guidelines say (Träff, Gropp and Thakur 2010): an operation, and others that together do at least as much. */
final class Guidelines {
    /** An operation of so many bytes, of the vector or of one block. */
    record Call(Operation operation, long bytes) {}

    /** The first does no more than the others do, one after the other. */
    record Guideline(Call one, List<Call> others) {
        private boolean isKept(ToLongFunction<Call> costPs, double factor) {
            return costPs.applyAsLong(one) <= factor * others.stream().mapToLong(costPs).sum();
        }

        String text(Function<Call, String> told) {
            return told.apply(one) + " > " + String.join(" + ", others.stream().map(told).toList());
        }
    }

    private final List<Guideline> all = new ArrayList<>();

    private Guidelines() {}

    private void atMost(Call one, Call... others) {
        all.add(new Guideline(one, List.of(others)));
    }

    /** Those for so many ranks and a vector of so many bytes, or the next shorter one that they can share. */
    static Guidelines of(int ranks, long vectorBytes) {
        long block = Math.max(1, vectorBytes / ranks);
        long bytes = block * ranks;
        Guidelines guidelines = new Guidelines();
        Call allreduce = new Call(Operation.ALLREDUCE, bytes);
        Call bcast = new Call(Operation.BCAST, bytes);
        Call reduce = new Call(Operation.REDUCE, bytes);
        Call allgather = new Call(Operation.ALLGATHER, block);
        Call alltoall = new Call(Operation.ALLTOALL, block);
        Call gather = new Call(Operation.GATHER, block);
        Call scatter = new Call(Operation.SCATTER, block);
        Call reduceScatter = new Call(Operation.REDUCE_SCATTER_BLOCK, block);
        guidelines.atMost(new Call(Operation.BARRIER, 0), new Call(Operation.ALLREDUCE, 8));
        guidelines.atMost(allreduce, reduce, bcast);
        guidelines.atMost(allreduce, reduceScatter, allgather);
        guidelines.atMost(bcast, scatter, allgather);
        guidelines.atMost(reduce, reduceScatter, gather);
        guidelines.atMost(reduce, allreduce);
        guidelines.atMost(gather, allgather);
        guidelines.atMost(scatter, bcast);
        guidelines.atMost(allgather, gather, bcast);
        guidelines.atMost(allgather, allreduce);
        guidelines.atMost(allgather, alltoall);
        guidelines.atMost(reduceScatter, reduce, scatter);
        guidelines.atMost(reduceScatter, allreduce);
        guidelines.atMost(bcast, new Call(Operation.BCAST, 2 * bytes));
        guidelines.atMost(reduce, new Call(Operation.REDUCE, 2 * bytes));
        guidelines.atMost(allreduce, new Call(Operation.ALLREDUCE, 2 * bytes));
        guidelines.atMost(allgather, new Call(Operation.ALLGATHER, 2 * block));
        guidelines.atMost(alltoall, new Call(Operation.ALLTOALL, 2 * block));
        guidelines.atMost(reduceScatter, new Call(Operation.REDUCE_SCATTER_BLOCK, 2 * block));
        guidelines.atMost(new Call(Operation.EXSCAN, bytes), new Call(Operation.SCAN, bytes), new Call(Operation.SCAN, bytes));
        guidelines.atMost(new Call(Operation.GATHERV, block), new Call(Operation.BCAST, (long) Integer.BYTES * ranks), new Call(Operation.ALLGATHERV, block)); // whose lengths all know, and of a gatherv the root alone
        return guidelines;
    }

    int size() {
        return all.size();
    }

    /** Those that are not kept within a factor, of those that {@code applies} (to the operation and the first of the others) lets pass. */
    List<Guideline> broken(ToLongFunction<Call> costPs, double factor, BiPredicate<Call, Call> applies) {
        return all.stream().filter(each -> applies.test(each.one, each.others.getFirst()) && !each.isKept(costPs, factor)).toList();
    }
}
