package org.braid.mpi.completion;

import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** Is told of every look that has found nothing (MPI_Test, MPI_Iprobe): it may know that nothing can come any more. */
public interface PollListener {
    /** A look at a request that is pending, or in vain; true if it is done now. */
    boolean at(Request r);

    /** A look at several, of which each would do; some are pending or in vain, and no other is done. True if those that are in vain are to be seen now. */
    boolean atAny(@Nullable RequestHandle[] handles);

    /**
     * A look for a message that was not there.
     *
     * @param source the slot that it would come from, or {@link org.braid.mpi.p2p.LcoSlots#ANY}
     * @throws org.braid.mpi.failure.MpiFailure if none can come, and nothing else happens here
     */
    void forMessage(Inbox at, int source);
}
