package org.braid.mpix.large;

import java.lang.foreign.MemorySegment;
import mpi.Comm;
import mpi.Datatype;
import mpi.Info;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Win;
import org.jspecify.annotations.Nullable;

/**
 * Windows with sizes, counts and displacements of type {@code long} (MPI 4.1, sections 2.5.8 and 12), over a {@link MemorySegment}, which may have more than 2^31 bytes:
 *
 * <pre>
 *   MemorySegment field = Arena.ofAuto().allocate(5_000_000_000L);
 *   Win win = LargeWindows.create(field, 5_000_000_000L, 8, MPI.INFO_NULL, comm);
 *   win.fence(0);
 *   LargeWindows.put(win, part, 400_000_000L, MPI.DOUBLE, target, 200_000_000L, 400_000_000L, MPI.DOUBLE);
 *   win.fence(0);
 * </pre>
 *
 * <p>Each access is the call of the same name of {@link Win}: any window takes both, in one epoch, too. Datatypes may have gaps at both sides; at the origin these are gathered first, outside the heap if they have 2 GiB or more.
 * A segment's memory is used from its first byte on; give a slice for other places.
 */
public final class LargeWindows {
    private LargeWindows() {}

    // ---- memory

    /**
     * A window over memory of the program's (MPI_Win_create_c; MPI 4.1, section 12.2.1). Collective.
     *
     * @param base of an arena of all threads; null if the size is 0
     * @param size bytes of it
     * @param dispUnit bytes that one displacement counts
     * @throws MPIException ERR_SIZE, ERR_BUFFER, ERR_DISP, ERR_COMM, ERR_INFO; ERR_ARG if another rank's arguments are wrong
     */
    public static Win create(@Nullable MemorySegment base, long size, long dispUnit, Info info, Comm comm) {
        return Wins.create(base, size, dispUnit, info, comm);
    }

    /**
     * A window with memory of its own, which the attribute MPI.WIN_BASE has (MPI_Win_allocate_c; MPI 4.1, section 12.2.2): a buffer, or a {@link MemorySegment} if it has more bytes than a buffer; then messages carry all accesses. Collective.
     *
     * @throws MPIException as {@link #create}, and ERR_NO_MEM
     */
    public static Win allocate(long size, long dispUnit, Info info, Comm comm) {
        return Wins.allocate(size, dispUnit, info, comm);
    }

    /**
     * Gives the first bytes of a segment to a dynamic window (MPI 4.1, section 12.2.4). {@link Win#detach} takes it back.
     *
     * @return the displacement by which other ranks reach it, more than an int
     * @throws MPIException ERR_RMA_FLAVOR, ERR_RMA_ATTACH, ERR_SIZE, ERR_BUFFER
     */
    public static long attach(Win win, MemorySegment base, long size) {
        return Wins.attach("LargeWindows.attach", win, base, size);
    }

    /** The displacement by which other ranks reach the first byte of attached memory (MPI 4.1, section 12.2.4); ERR_RMA_ATTACH if it is not attached. */
    public static long getDisplacement(Win win, MemorySegment base) {
        return Wins.displacement("LargeWindows.getDisplacement", win, base);
    }

    // ---- accesses

    /**
     * Writes elements to a target (MPI_Put_c; MPI 4.1, section 12.3.1).
     *
     * @param targetDisp in units of the target's
     * @throws MPIException ERR_COUNT for a negative count or more data than any window has, ERR_BUFFER if the segment is null, too short or closed, ERR_DISP, ERR_RMA_RANGE for what lies outside of the window, ERR_TRUNCATE, ERR_TYPE, ERR_WIN, ERR_RMA_SYNC, ERR_RANK; so
     *     all others
     */
    public static void put(Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
        Wins.put("LargeWindows.put", win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
    }

    /** As {@link #put}; the request is done when the data is there (MPI_Rput_c; MPI 4.1, section 12.3.5). */
    public static Request rPut(Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
        return Wins.requestPut("LargeWindows.rPut", win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
    }

    /** Reads elements from a target (MPI_Get_c; MPI 4.1, section 12.3.2); ERR_BUFFER also for read-only memory. */
    public static void get(Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
        Wins.get("LargeWindows.get", win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
    }

    /** As {@link #get}; the request is done when the data is here (MPI_Rget_c; MPI 4.1, section 12.3.5). */
    public static Request rGet(Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
        return Wins.requestGet("LargeWindows.rGet", win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
    }

    /** Combines elements with those of a target, atomically element by element, by a predefined operation (MPI_Accumulate_c; MPI 4.1, section 12.3.4). */
    public static void accumulate(Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
        Wins.accumulate("LargeWindows.accumulate", win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
    }

    /** As {@link #accumulate}; the request is done when the target has combined (MPI_Raccumulate_c; MPI 4.1, section 12.3.5). */
    public static Request rAccumulate(Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
        return Wins.requestAccumulate("LargeWindows.rAccumulate", win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
    }

    /** As {@link #accumulate}; the result is what was there before. With MPI.NO_OP the origin is not looked at (MPI_Get_accumulate_c; MPI 4.1, section 12.3.4). */
    public static void getAccumulate(
            Win win, @Nullable MemorySegment origin, long orgCount, @Nullable Datatype orgType, MemorySegment result, long resultCount, Datatype resultType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
        Wins.getAccumulate("LargeWindows.getAccumulate", win, origin, orgCount, orgType, result, resultCount, resultType, targetRank, targetDisp, targetCount, targetType, op);
    }

    /** As {@link #getAccumulate}; the request is done when the result is here (MPI_Rget_accumulate_c; MPI 4.1, section 12.3.5). */
    public static Request rGetAccumulate(
            Win win, @Nullable MemorySegment origin, long orgCount, @Nullable Datatype orgType, MemorySegment result, long resultCount, Datatype resultType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
        return Wins.requestGetAccumulate("LargeWindows.rGetAccumulate", win, origin, orgCount, orgType, result, resultCount, resultType, targetRank, targetDisp, targetCount, targetType, op);
    }

    /** As {@link #getAccumulate}, of one element of a predefined type (MPI 4.1, section 12.3.4). */
    public static void fetchAndOp(Win win, @Nullable MemorySegment origin, MemorySegment result, Datatype type, int targetRank, long targetDisp, Op op) {
        Wins.fetchAndOp("LargeWindows.fetchAndOp", win, origin, result, type, targetRank, targetDisp, op);
    }

    /** Writes one element to a target if what is there equals {@code compare}, bit by bit; the result is what was there before (MPI 4.1, section 12.3.4). */
    public static void compareAndSwap(Win win, MemorySegment origin, MemorySegment compare, MemorySegment result, Datatype type, int targetRank, long targetDisp) {
        Wins.compareAndSwap("LargeWindows.compareAndSwap", win, origin, compare, result, type, targetRank, targetDisp);
    }
}
