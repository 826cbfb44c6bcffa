package org.braid.mpi.match;

import org.braid.link.progress.Completion;
import org.jspecify.annotations.Nullable;

/**
 * A receive: something that will be done, and until then waits in a matcher. Intrusive: the owner of the receive extends it, so that queueing allocates nothing and the
 * message that meets it finds everything in one object.
 */
public abstract class Posted extends Completion {
    /** What it asks for in an {@link ExactMatcher}; a {@link Matcher} has it in the queue. */
    int tag;

    long number;
    @Nullable Posted later;
}
