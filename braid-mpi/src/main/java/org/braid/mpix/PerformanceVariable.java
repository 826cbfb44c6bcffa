package org.braid.mpix;

import mpi.MPIException;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.tool.Measure;
import org.braid.mpi.tool.ProcessState;

/** A performance variable: a number that says what this process does (MPI 4.1, section 15.3.7). It is counted whether anybody asks or not; a {@link PerformanceHandle} tells what it grew by in a phase. */
public final class PerformanceVariable {
    /** How its value moves (MPI 4.1, section 15.3.7). */
    public enum Kind {
        /** It goes up and down. */
        LEVEL,
        /** It only grows, as long as what it counts is there. */
        COUNTER,
        /** How much there is of something that is bounded. */
        SIZE
    }

    private final Measure measure;
    private final ProcessState process;

    PerformanceVariable(Measure measure, ProcessState process) {
        this.measure = measure;
        this.process = process;
    }

    /** By which {@link Tools#performanceVariable} finds it. */
    public String name() {
        return measure.name();
    }

    /** What is counted, for people. */
    public String meaning() {
        return measure.meaning();
    }

    /** How its value moves. */
    public Kind kind() {
        return Kind.valueOf(measure.kind().name());
    }

    /** What one of it is. */
    public String unit() {
        return measure.unit();
    }

    /** Whether it may be read for one peer alone: MPI_T calls that bound to a communicator's rank. */
    public boolean isPerPeer() {
        return measure.isPerPeer();
    }

    /** The value now (MPI_T_PVAR_READ). Waits for nobody, but for the moment in which another thread is inside MPI. */
    public long read() {
        return Inside.checked(() -> measure.value(process));
    }

    /**
     * The share of one peer.
     *
     * @param rank in COMM_WORLD
     * @throws MPIException ERR_ARG if the variable is not {@linkplain #isPerPeer per peer}, ERR_RANK if the rank is negative
     */
    public long read(int rank) {
        requirePeer(rank);
        return Inside.checked(() -> measure.value(process, rank));
    }

    void requirePeer(int rank) {
        if (!isPerPeer() || rank < 0) {
            throw Inside.failure(isPerPeer() ? ErrorClass.RANK : ErrorClass.ARG, name() + " cannot be read for rank " + rank, isPerPeer() ? "there is no such rank" : "it is one number for the whole process", "Use a rank of COMM_WORLD, or read it as a whole");
        }
    }

    /** Name, present value and unit, for people. */
    @Override
    public String toString() {
        return name() + " = " + read() + " " + unit();
    }
}
