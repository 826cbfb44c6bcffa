package org.braid.mpi.coll;

import java.util.LinkedHashSet;
import java.util.Set;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * How many messages a member has sent in the collectives of one matching space, and in those that single calls of its communicator have for themselves, also when they are no more. Guarded by the lock of the space's {@link Entry}; that of a call's space is taken inside its
 * communicator's, never the other way round.
 */
final class SentMessages {
    private final Entry entry;
    private final Tally own;
    private final Set<SentMessages> ofCalls = new LinkedHashSet<>();
    private final long[] ofFormer;
    private @Nullable SentMessages communicator; // if this space is one call's

    private SentMessages(Entry entry, Tally own) {
        this.entry = entry;
        this.own = own;
        this.ofFormer = own.messages();
    }

    /**
     * Of members some of whom may be nearer to each other than to others; null where none are.
     *
     * @param rank who sends
     */
    static @Nullable SentMessages of(Entry entry, @Nullable Topology topology, int rank) {
        return topology == null ? null : new SentMessages(entry, new Tally(topology, rank));
    }

    /** Who counts what is sent in this space. */
    Tally own() {
        return own;
    }

    /** What is sent here counts as sent in a communicator with the same members, too, for one of whose calls this space is. */
    void countFor(SentMessages members) {
        communicator = members;
        members.entry.lock();
        try {
            members.ofCalls.add(this);
        } finally {
            members.entry.unlock();
        }
    }

    /** Nothing more is sent here. */
    void close() {
        SentMessages members = communicator;
        if (members != null) {
            members.settle(this);
        }
    }

    private void settle(SentMessages ofCall) {
        entry.lock();
        try {
            if (ofCalls.remove(ofCall)) {
                add(ofCall.all(), ofFormer);
            }
        } finally {
            entry.unlock();
        }
    }

    /** One number for each level of the topology, the slowest first, and one for messages within hosts. */
    long[] all() {
        entry.lock();
        try {
            long[] sum = own.messages();
            add(ofFormer, sum);
            ofCalls.forEach(each -> add(each.all(), sum));
            return sum;
        } finally {
            entry.unlock();
        }
    }

    private static void add(long[] some, long[] sum) {
        for (int channel = 0; channel < sum.length; channel++) {
            sum[channel] += some[channel];
        }
    }
}
