package org.braid.mpi.completion;

import org.braid.link.progress.Completion;
import org.jspecify.annotations.Nullable;

/** An operation of several communications that was started and that waits move on. */
public interface Machine {
    /** Goes on as far as possible without waiting; true if it is over. What it throws ends it. */
    boolean advance();

    /** Completes {@code news} when a communication that it waits for is done; null: nobody waits for that any more. The caller holds the token. */
    void watch(@Nullable Completion news);

    /** Says what it waits for. The caller holds the token. */
    void list(Outstanding all);
}
