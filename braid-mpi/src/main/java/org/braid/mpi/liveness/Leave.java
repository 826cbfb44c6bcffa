package org.braid.mpi.liveness;

import org.braid.mpi.p2p.Inbox;
import org.jspecify.annotations.Nullable;

/** Whether this process is in MPI_Finalize, and how often it was: a program may call Init again. Guarded by the context's token. */
public final class Leave {
    private @Nullable Inbox by;
    private int times;

    /** @param world of the object on which this process takes leave: until {@link #over} it makes no collective call on any other */
    void begin(Inbox world) {
        by = world;
        times++;
    }

    /** It is back from MPI_Finalize. */
    void over() {
        by = null;
    }

    /** It could not leave: this time does not count. */
    void undo() {
        by = null;
        times--;
    }

    boolean isUnderWay() {
        return by != null;
    }

    /** How often it has begun. */
    int times() {
        return times;
    }

    /** Whether this process makes no further call on the object. */
    boolean excludes(Inbox object) {
        return by != null && by != object;
    }
}
