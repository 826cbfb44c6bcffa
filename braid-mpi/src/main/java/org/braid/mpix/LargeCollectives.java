package org.braid.mpix;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPIException;
import mpi.Op;
import org.jspecify.annotations.Nullable;

/**
 * Collectives with counts and displacements of type {@code long} (MPI 4.1, sections 2.5.8 and 6), of elements in a {@link MemorySegment}, which may have more than 2^31 bytes:
 *
 * <pre>
 *   MemorySegment field = arena.allocate(5_000_000_000L);
 *   LargeCollectives.bcast(comm, field, 5_000_000_000L, MPI.BYTE, 0);
 *   LargeCollectives.allReduce(comm, field, 625_000_000L, MPI.DOUBLE, MPI.SUM);     // in place
 * </pre>
 *
 * <p>Each is the call of the same name of {@link Comm}: members may use that one and this one together, datatypes may have gaps, and mistakes are told alike. A segment's memory is used from its first byte on; give a
 * slice for other places. Calls without memory to send work in place: the operand lies where the result goes. A reduction of more than 2 GiB is carried out in pieces of 32 MiB, one after the other, so that
 * partial results need no more memory than that; an operator of the program's own sees pieces. A communicator between two groups moves blocks with such counts, too, and reduces less than 2 GiB at once.
 *
 * @see LargeCount
 */
public final class LargeCollectives {
    private LargeCollectives() {}

    /**
     * The elements of {@code root} come to all (MPI_Bcast_c).
     *
     * @throws MPIException ERR_COUNT for a negative count, ERR_BUFFER if the segment is null, too short, closed, or read-only where it is written, and as {@link Comm#bcast}; so all others
     */
    public static void bcast(Comm comm, MemorySegment buf, long count, Datatype type, int root) {
        LargeInside.bcast(comm, buf, count, type, root);
    }

    /** The block of rank r becomes block r at {@code root}; counts are those of one block. Elsewhere {@code recvbuf} is not looked at (MPI_Gather_c). */
    public static void gather(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype, int root) {
        LargeInside.gather(comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
    }

    /** As {@link #gather}, with {@code recvcounts[r]} elements from rank r at element {@code displs[r]} (MPI_Gatherv_c). */
    public static void gatherv(
            Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] displs, Datatype recvtype, int root) {
        LargeInside.gatherv(comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root);
    }

    /** Block r of {@code root} goes to rank r; counts are those of one block. Elsewhere {@code sendbuf} is not looked at (MPI_Scatter_c). */
    public static void scatter(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype, int root) {
        LargeInside.scatter(comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
    }

    /** As {@link #scatter}, with {@code sendcounts[r]} elements from element {@code displs[r]} for rank r (MPI_Scatterv_c). */
    public static void scatterv(
            Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] displs, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype, int root) {
        LargeInside.scatterv(comm, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root);
    }

    /** The block of rank r becomes block r at every rank (MPI_Allgather_c). */
    public static void allGather(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        LargeInside.allGather(comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    /** In place: {@code buf} takes all blocks, of {@code count} elements each, and has this rank's own already. */
    public static void allGather(Comm comm, MemorySegment buf, long count, Datatype type) {
        LargeInside.allGather(comm, LargeInside.IN_PLACE, 0, type, buf, count, type);
    }

    /** As {@link #allGather}, with {@code recvcounts[r]} elements from rank r at element {@code displs[r]} (MPI_Allgatherv_c). */
    public static void allGatherv(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long[] recvcounts, long[] displs, Datatype recvtype) {
        LargeInside.allGatherv(comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype);
    }

    /** In place: {@code buf} takes {@code counts[r]} elements of rank r at element {@code displs[r]}, and has this rank's own already. */
    public static void allGatherv(Comm comm, MemorySegment buf, long[] counts, long[] displs, Datatype type) {
        LargeInside.allGatherv(comm, LargeInside.IN_PLACE, 0, type, buf, counts, displs, type);
    }

    /** Block s of rank r becomes block r of rank s; counts are those of one block (MPI_Alltoall_c). */
    public static void allToAll(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        LargeInside.allToAll(comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    /** As {@link #allToAll}, with {@code sendcounts[r]} elements from element {@code sdispls[r]} for rank r, and {@code recvcounts[r]} at {@code rdispls[r]} from it (MPI_Alltoallv_c). */
    public static void allToAllv(
            Comm comm, MemorySegment sendbuf, long[] sendcounts, long[] sdispls, Datatype sendtype, MemorySegment recvbuf, long[] recvcounts, long[] rdispls, Datatype recvtype) {
        LargeInside.allToAllv(comm, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype);
    }

    /** As {@link #allToAllv}, of blocks with datatypes of their own: {@code sendcounts[r]} elements of {@code sendtypes[r]} from byte {@code sdispls[r]} for rank r (MPI_Alltoallw_c). */
    public static void allToAllw(
            Comm comm, MemorySegment sendbuf, long[] sendcounts, long[] sdispls, Datatype[] sendtypes, MemorySegment recvbuf, long[] recvcounts, long[] rdispls, Datatype[] recvtypes) {
        LargeInside.allToAllw(comm, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes);
    }

    /**
     * Combines the elements of all ranks, in the order of ranks, at {@code root}; elsewhere {@code recvbuf} is not looked at (MPI_Reduce_c). Between two groups, and beyond 2 GiB, members with MPI.PROC_NULL give the count and the type
     * of the others.
     */
    public static void reduce(Comm comm, MemorySegment sendbuf, @Nullable MemorySegment recvbuf, long count, Datatype type, Op op, int root) {
        LargeInside.reduce(comm, sendbuf, recvbuf, count, type, op, root);
    }

    /** As {@link #reduce}, with the result at every rank (MPI_Allreduce_c). */
    public static void allReduce(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op) {
        LargeInside.allReduce(comm, sendbuf, recvbuf, count, type, op);
    }

    /** In place: {@code buf} holds the operand and takes the result. */
    public static void allReduce(Comm comm, MemorySegment buf, long count, Datatype type, Op op) {
        LargeInside.allReduce(comm, LargeInside.IN_PLACE, buf, count, type, op);
    }

    /** Combines the operands of the ranks up to this one (MPI_Scan_c). */
    public static void scan(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op) {
        LargeInside.scan(comm, sendbuf, recvbuf, count, type, op);
    }

    /** Combines the operands of the ranks before this one; rank 0 gets nothing (MPI_Exscan_c). */
    public static void exScan(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op) {
        LargeInside.exScan(comm, sendbuf, recvbuf, count, type, op);
    }

    /**
     * Combines the elements of all ranks and leaves each rank r its {@code recvcounts[r]} (MPI_Reduce_scatter_c).
     *
     * @throws MPIException as {@link #bcast}, and ERR_BUFFER if the result overlaps what is sent
     */
    public static void reduceScatter(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long[] recvcounts, Datatype type, Op op) {
        LargeInside.reduceScatter(false, comm, sendbuf, recvbuf, recvcounts, type, op);
    }

    /** As {@link #reduceScatter}, with as many elements for each rank (MPI_Reduce_scatter_block_c). */
    public static void reduceScatterBlock(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long recvcount, Datatype type, Op op) {
        long[] counts = new long[comm == null ? 0 : comm.getSize()];
        Arrays.fill(counts, recvcount);
        LargeInside.reduceScatter(true, comm, sendbuf, recvbuf, counts, type, op);
    }

    /** Combines two pieces of memory of this process: {@code inout[i] = in[i] op inout[i]} (MPI_Reduce_local_c); what overlaps in part is copied first. */
    public static void reduceLocal(MemorySegment in, MemorySegment inout, long count, Datatype type, Op op) {
        LargeInside.reduceLocal(in, inout, count, type, op);
    }
}
