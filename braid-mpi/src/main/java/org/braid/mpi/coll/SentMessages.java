package org.braid.mpi.coll;

import java.util.LinkedHashSet;
import java.util.Set;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * How many messages a member has sent in a communicator's collectives: in its own matching space, and in those that single calls of it have for themselves, also when they are no more. Guarded by the lock of the communicator's {@link Entry}; that of a
 * call's space is taken inside it, never the other way round.
 */
final class SentMessages {
    private final Tally own;
    private final Set<CollectiveRuns> spaces = new LinkedHashSet<>();
    private final long[] ofFormer;

    /** @param rank who sends */
    SentMessages(Topology topology, int rank) {
        this.own = new Tally(topology, rank);
        this.ofFormer = own.messages();
    }

    /** Of a communicator whose members may be nearer to each other than to others; null of one whose are not. */
    static @Nullable SentMessages of(@Nullable Topology topology, int rank) {
        return topology == null ? null : new SentMessages(topology, rank);
    }

    /** Who counts what is sent in the communicator's own space. */
    Tally own() {
        return own;
    }

    /** What is sent there counts here, too. */
    void add(CollectiveRuns space) {
        spaces.add(space);
    }

    /** Nothing more is sent there. */
    void close(CollectiveRuns space) {
        if (spaces.remove(space)) {
            add(space.messagesSent(), ofFormer);
        }
    }

    /** One number for each level of the topology, the slowest first, and one for messages within hosts. */
    long[] all() {
        long[] sum = own.messages();
        add(ofFormer, sum);
        spaces.forEach(each -> add(each.messagesSent(), sum));
        return sum;
    }

    private static void add(long[] some, long[] sum) {
        for (int channel = 0; channel < sum.length; channel++) {
            sum[channel] += some[channel];
        }
    }
}
