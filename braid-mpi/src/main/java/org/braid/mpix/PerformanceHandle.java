package org.braid.mpix;

import mpi.MPIException;
import org.braid.mpi.failure.ErrorClass;
import org.jspecify.annotations.Nullable;

/** One variable as a session follows it (MPI 4.1, section 15.3.7): a counter's handle has what was added while it ran, another one's has the present value. Guarded by itself. */
public final class PerformanceHandle {
    private final PerformanceSession session;
    private final PerformanceVariable variable;
    private final @Nullable Integer rank;
    private long sum;
    private long startedAt;
    private boolean runs;

    PerformanceHandle(PerformanceSession session, PerformanceVariable variable, @Nullable Integer rank) {
        this.session = session;
        this.variable = variable;
        this.rank = rank;
    }

    /** What is followed. */
    public PerformanceVariable variable() {
        return variable;
    }

    /**
     * Counts from now on (MPI_T_PVAR_START); nothing happens if it does already.
     *
     * @throws MPIException MPI_T_ERR_PVAR_NO_STARTSTOP if the variable is no counter, MPI_T_ERR_INVALID_SESSION after the session's end
     */
    public void start() {
        requireCounter("started");
        startIfCounter();
    }

    /** Counts no longer (MPI_T_PVAR_STOP), until it is started again; nothing happens if it does not. Errors as of {@link #start}. */
    public void stop() {
        requireCounter("stopped");
        stopIfCounter();
    }

    /**
     * What a counter grew by while this was started; of another variable its present value (MPI_T_PVAR_READ). Less than nothing if lanes that were counted have gone meanwhile.
     *
     * @throws MPIException MPI_T_ERR_INVALID_SESSION after the session's end
     */
    public long read() {
        session.throwIfClosed();
        synchronized (this) {
            return isCounter() ? sum + (runs ? present() - startedAt : 0) : present();
        }
    }

    /** A counter's handle is 0 again, and goes on if it runs (MPI_T_PVAR_RESET). Errors as of {@link #start}. */
    public void reset() {
        long ignored = readAndReset();
    }

    /** As {@link #read} and {@link #reset} at the same moment (MPI_T_PVAR_READRESET). Errors as of {@link #start}. */
    public long readAndReset() {
        requireCounter("reset");
        synchronized (this) {
            long now = present();
            long value = sum + (runs ? now - startedAt : 0);
            sum = 0;
            startedAt = now;
            return value;
        }
    }

    synchronized void startIfCounter() {
        if (isCounter() && !runs) {
            startedAt = present();
            runs = true;
        }
    }

    synchronized void stopIfCounter() {
        if (runs) {
            sum += present() - startedAt;
            runs = false;
        }
    }

    private boolean isCounter() {
        return variable.kind() == PerformanceVariable.Kind.COUNTER;
    }

    private long present() {
        return rank == null ? variable.read() : variable.read(rank);
    }

    private void requireCounter(String what) {
        session.throwIfClosed();
        if (!isCounter()) {
            throw Inside.failure(ErrorClass.T_NO_START, variable.name() + " cannot be " + what, "it is no counter, but a " + variable.kind(), "Read it when you want to know it");
        }
    }
}
