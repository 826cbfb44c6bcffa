package org.braid.mpix;

import java.util.ArrayList;
import java.util.List;
import mpi.MPIException;
import org.braid.mpi.failure.ErrorClass;
import org.jspecify.annotations.Nullable;

/** A performance session: handles of variables, each with its own start, stop and reset, so that several tools do not disturb each other (MPI 4.1, section 15.3.7). Any thread may use it. */
public final class PerformanceSession implements AutoCloseable {
    private final List<PerformanceHandle> handles = new ArrayList<>();
    private boolean closed;

    PerformanceSession() {}

    /**
     * Follows a variable of the whole process (MPI_T_PVAR_HANDLE_ALLOC). A counter's handle begins stopped, at 0.
     *
     * @throws MPIException MPI_T_ERR_INVALID_SESSION if the session was closed
     */
    public PerformanceHandle handle(PerformanceVariable variable) {
        return add(variable, null);
    }

    /**
     * Follows the share of one peer.
     *
     * @param rank in COMM_WORLD
     * @throws MPIException as {@link PerformanceVariable#read(int)}, or MPI_T_ERR_INVALID_SESSION if the session was closed
     */
    public PerformanceHandle handle(PerformanceVariable variable, int rank) {
        given(variable).requirePeer(rank);
        return add(variable, rank);
    }

    private synchronized PerformanceHandle add(PerformanceVariable variable, @Nullable Integer rank) {
        throwIfClosed();
        PerformanceHandle made = new PerformanceHandle(this, given(variable), rank);
        handles.add(made);
        return made;
    }

    private static PerformanceVariable given(PerformanceVariable variable) {
        if (variable == null) {
            throw Inside.failure(ErrorClass.ARG, "no handle can be made", "the variable is null", "Take one from Tools.performanceVariable");
        }
        return variable;
    }

    /** Starts all counters of the session that are stopped (MPI_T_PVAR_START of MPI_T_PVAR_ALL_HANDLES). */
    public synchronized void startAll() {
        throwIfClosed();
        handles.forEach(PerformanceHandle::startIfCounter);
    }

    /** Stops all counters of the session that run (MPI_T_PVAR_STOP of MPI_T_PVAR_ALL_HANDLES). */
    public synchronized void stopAll() {
        throwIfClosed();
        handles.forEach(PerformanceHandle::stopIfCounter);
    }

    /** Its handles, in the order in which they were made. */
    public synchronized List<PerformanceHandle> handles() {
        return List.copyOf(handles);
    }

    synchronized void throwIfClosed() {
        if (closed) {
            throw Inside.failure(ErrorClass.T_SESSION, "a performance session cannot be used", "it was closed", "Use it, and its handles, before its end");
        }
    }

    /** Ends it; its handles cannot be used any more (MPI_T_PVAR_SESSION_FREE). A second time it does nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        handles.clear();
    }
}
