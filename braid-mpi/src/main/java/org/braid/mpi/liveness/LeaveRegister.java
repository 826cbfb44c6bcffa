package org.braid.mpi.liveness;

import org.braid.base.wire.ContextId;

/** Somebody outside, such as a launcher, that knows which ranks have left MPI. */
public interface LeaveRegister {
    /** Asks whether a rank has left more often than the asker; the answer, if so, comes to {@link Departures#hasLeft(ContextId, int, boolean)}. Must not wait. */
    void ask(ContextId rank, int askerLeft);
}
