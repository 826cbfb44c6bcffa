package org.braid.mpi.completion;

import org.braid.link.progress.Completion;
import org.jspecify.annotations.Nullable;

/** Calls that were started on one communicator and that no thread of their own moves on: whoever waits for anything, or looks for anything, does (MPI 4.1, section 6.12). */
public interface StartedCalls {
    /** Moves them on as far as they go without waiting, unless somebody is at it. */
    void advance();

    /** Asks those that they wait for whether they call the same, unless somebody is at it. */
    void inquire();

    /** Before somebody sleeps until a {@linkplain #watchTransfers transfer} of theirs is done; false if one of them can go on. */
    default boolean mayRest() {
        return true;
    }

    /**
     * Completes {@code news} when a transfer of theirs is done; null: nobody waits for that any more. The caller holds the token.
     */
    void watchTransfers(@Nullable Completion news);

    /** Says what they wait for. The caller holds the token. */
    void list(Outstanding all);
}
