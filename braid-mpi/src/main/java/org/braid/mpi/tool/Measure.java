package org.braid.mpi.tool;

import java.util.function.ToLongFunction;
import org.braid.link.stream.LaneReport;
import org.jspecify.annotations.Nullable;

/**
 * A performance variable (MPI 4.1, section 15.3.7): a number that some part of the process keeps anyway.
 *
 * @param name by which it is found, words separated by dots
 * @param meaning what is counted, for people
 * @param kind how its value moves
 * @param unit what one of it is
 * @param state reads it from the process
 * @param ofLane reads one lane's share of it, of a variable that is the sum over lanes and may be asked for one peer; else null
 */
public record Measure(String name, String meaning, Kind kind, String unit, ToLongFunction<ProcessState> state, @Nullable ToLongFunction<LaneReport> ofLane) {
    /** How a value moves (MPI 4.1, section 15.3.7). */
    public enum Kind {
        /** It goes up and down (MPI_T_PVAR_CLASS_LEVEL). */
        LEVEL,
        /** It only grows, as long as what it counts is there (MPI_T_PVAR_CLASS_COUNTER). */
        COUNTER,
        /** How much there is of something that is bounded (MPI_T_PVAR_CLASS_SIZE). */
        SIZE
    }

    static Measure of(String name, String meaning, Kind kind, String unit, ToLongFunction<ProcessState> state) {
        return new Measure(name, meaning, kind, unit, state, null);
    }

    static Measure ofLanes(String name, String meaning, Kind kind, String unit, ToLongFunction<LaneReport> each) {
        return new Measure(name, meaning, kind, unit, process -> process.sum(each, lane -> true), each);
    }

    /** The value now. Takes the token for a moment where the parts that are asked are guarded by it. */
    public long value(ProcessState process) {
        return state.applyAsLong(process);
    }

    /** Whether it may be asked for one peer. */
    public boolean isPerPeer() {
        return ofLane != null;
    }

    /** As {@link #value}, of the lanes to one rank of the job; 0 if it is not {@linkplain #isPerPeer per peer}. */
    public long value(ProcessState process, int rank) {
        ToLongFunction<LaneReport> each = ofLane;
        return each == null ? 0 : process.sum(each, lane -> lane.to().equals(process.peer(rank)));
    }
}
