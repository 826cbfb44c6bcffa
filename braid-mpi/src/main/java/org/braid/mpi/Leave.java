package org.braid.mpi;

import org.jspecify.annotations.Nullable;

/** Whether this process is in MPI_Finalize, and how often it was: a program may call Init again. Guarded by the context's token. */
final class Leave {
    private @Nullable Lco by;
    private int times;

    /** @param world the object on which this process takes leave: until {@link #over} it makes no collective call on any other */
    void begin(Lco world) {
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
    boolean excludes(Lco lco) {
        return by != null && by != lco;
    }
}
