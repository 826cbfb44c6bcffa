package org.braid.mpi.match;

import org.jspecify.annotations.Nullable;

/** A receive that waits in a {@link Matcher}. Intrusive: the owner of the receive extends it, so that queueing allocates nothing. */
public abstract class Posted {
    long number;
    @Nullable QueuePair queue;
    @Nullable Posted earlier;
    @Nullable Posted later;

    /** Whether it waits in a matcher now. */
    public final boolean isQueued() {
        return queue != null;
    }
}
