package org.braid.mpi.match;

import org.jspecify.annotations.Nullable;

/**
 * A message that nobody has asked for yet (an <em>unexpected</em> message). Intrusive, as {@link Posted}.
 *
 * <p>Its source and tag are known, so a receive of any of the four kinds may look for it: it stands in up to four queues, one for each {@link Kind}; entry {@code k} of the three
 * arrays belongs to the queue of kind {@code k}.
 */
public abstract class Arrived {
    int source;
    int tag;
    long number;
    final @Nullable QueuePair[] queue = new @Nullable QueuePair[Kind.COUNT];
    final @Nullable Arrived[] earlier = new @Nullable Arrived[Kind.COUNT];
    final @Nullable Arrived[] later = new @Nullable Arrived[Kind.COUNT];

    /** The receive slot at which it arrived: the sender's rank, in an intracommunicator. */
    public final int source() {
        return source;
    }

    /** The tag that the sender gave. */
    public final int tag() {
        return tag;
    }
}
