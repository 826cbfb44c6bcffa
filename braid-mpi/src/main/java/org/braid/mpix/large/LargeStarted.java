package org.braid.mpix.large;

import java.lang.foreign.MemorySegment;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import org.braid.mpix.LargeCollectives;
import org.jspecify.annotations.Nullable;

/**
 * Collectives with counts and displacements of type {@code long} that are started now and finished by a {@link Request} (MPI 4.1, sections 2.5.8 and 6.12):
 *
 * <pre>
 *   Request request = LargeStarted.iBcast(comm, field, 5_000_000_000L, MPI.BYTE, 0);
 *   …                                                                                 // field belongs to the call
 *   request.waitFor();
 * </pre>
 *
 * <p>Each does what its namesake in {@link LargeCollectives} does, and is the call of the same name of {@link Comm}: members may use that one and this one together. Segments and tables belong to Braid until the request is
 * done. A reduction of more than 2 GiB takes several steps, which a thread of Braid's carries out; a program that asked {@code InitThread} for less than MPI.THREAD_MULTIPLE gets ERR_TYPE for it.
 */
public final class LargeStarted {
    private LargeStarted() {}

    /**
     * Starts {@link LargeCollectives#bcast(Comm, MemorySegment, long, Datatype, int)} (MPI_Ibcast_c; MPI 4.1, section 6.12.2).
     *
     * @throws MPIException as that, before anything is sent; so all others. What goes wrong later is thrown by whoever finishes the request
     */
    public static Request iBcast(Comm comm, MemorySegment buf, long count, Datatype type, int root) {
        return Prepare.bcast("LargeStarted.iBcast", comm, buf, count, type, root).start();
    }

    /** Starts {@link LargeCollectives#gather(Comm, MemorySegment, long, Datatype, MemorySegment, long, Datatype, int)} (MPI_Igather_c; MPI 4.1, section 6.12.3). */
    public static Request iGather(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype, int root) {
        return Prepare.gather("LargeStarted.iGather", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root).start();
    }

    /** Starts {@link LargeCollectives#gatherv(Comm, MemorySegment, long, Datatype, MemorySegment, long[], long[], Datatype, int)} (MPI_Igatherv_c; MPI 4.1, section 6.12.3). */
    public static Request iGatherv(
            Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] displs, Datatype recvtype, int root) {
        return Prepare.gatherv("LargeStarted.iGatherv", comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root).start();
    }

    /** Starts {@link LargeCollectives#scatter(Comm, MemorySegment, long, Datatype, MemorySegment, long, Datatype, int)} (MPI_Iscatter_c; MPI 4.1, section 6.12.4). */
    public static Request iScatter(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype, int root) {
        return Prepare.scatter("LargeStarted.iScatter", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root).start();
    }

    /** Starts {@link LargeCollectives#scatterv(Comm, MemorySegment, long[], long[], Datatype, MemorySegment, long, Datatype, int)} (MPI_Iscatterv_c; MPI 4.1, section 6.12.4). */
    public static Request iScatterv(
            Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] displs, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype, int root) {
        return Prepare.scatterv("LargeStarted.iScatterv", comm, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root).start();
    }

    /** Starts {@link LargeCollectives#allGather(Comm, MemorySegment, long, Datatype, MemorySegment, long, Datatype)} (MPI_Iallgather_c; MPI 4.1, section 6.12.5). */
    public static Request iAllGather(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        return Prepare.allGather("LargeStarted.iAllGather", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype).start();
    }

    /** Starts {@link LargeCollectives#allGather(Comm, MemorySegment, long, Datatype)}, in place (MPI 4.1, section 6.12.5). */
    public static Request iAllGather(Comm comm, MemorySegment buf, long count, Datatype type) {
        return Prepare.allGather("LargeStarted.iAllGather", comm, Prepare.IN_PLACE, 0, type, buf, count, type).start();
    }

    /** Starts {@link LargeCollectives#allGatherv(Comm, MemorySegment, long, Datatype, MemorySegment, long[], long[], Datatype)} (MPI_Iallgatherv_c; MPI 4.1, section 6.12.5). */
    public static Request iAllGatherv(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long[] recvcounts, long[] displs, Datatype recvtype) {
        return Prepare.allGatherv("LargeStarted.iAllGatherv", comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype).start();
    }

    /** Starts {@link LargeCollectives#allGatherv(Comm, MemorySegment, long[], long[], Datatype)}, in place (MPI 4.1, section 6.12.5). */
    public static Request iAllGatherv(Comm comm, MemorySegment buf, long[] counts, long[] displs, Datatype type) {
        return Prepare.allGatherv("LargeStarted.iAllGatherv", comm, Prepare.IN_PLACE, 0, type, buf, counts, displs, type).start();
    }

    /** Starts {@link LargeCollectives#allToAll(Comm, MemorySegment, long, Datatype, MemorySegment, long, Datatype)} (MPI_Ialltoall_c; MPI 4.1, section 6.12.6). */
    public static Request iAllToAll(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        return Prepare.allToAll("LargeStarted.iAllToAll", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype).start();
    }

    /** Starts {@link LargeCollectives#allToAllv(Comm, MemorySegment, long[], long[], Datatype, MemorySegment, long[], long[], Datatype)} (MPI_Ialltoallv_c; MPI 4.1, section 6.12.6). */
    public static Request iAllToAllv(
            Comm comm, MemorySegment sendbuf, long[] sendcounts, long[] sdispls, Datatype sendtype, MemorySegment recvbuf, long[] recvcounts, long[] rdispls, Datatype recvtype) {
        return Prepare.allToAllv("LargeStarted.iAllToAllv", comm, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype).start();
    }

    /** Starts {@link LargeCollectives#allToAllw(Comm, MemorySegment, long[], long[], Datatype[], MemorySegment, long[], long[], Datatype[])} (MPI_Ialltoallw_c; MPI 4.1, section 6.12.6). */
    public static Request iAllToAllw(
            Comm comm, MemorySegment sendbuf, long[] sendcounts, long[] sdispls, Datatype[] sendtypes, MemorySegment recvbuf, long[] recvcounts, long[] rdispls, Datatype[] recvtypes) {
        return Prepare.allToAllw("LargeStarted.iAllToAllw", comm, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes).start();
    }

    /** Starts {@link LargeCollectives#reduce(Comm, MemorySegment, MemorySegment, long, Datatype, Op, int)} (MPI_Ireduce_c; MPI 4.1, section 6.12.7). */
    public static Request iReduce(Comm comm, MemorySegment sendbuf, @Nullable MemorySegment recvbuf, long count, Datatype type, Op op, int root) {
        return Prepare.reduce("LargeStarted.iReduce", comm, sendbuf, recvbuf, count, type, op, root).start();
    }

    /** Starts {@link LargeCollectives#allReduce(Comm, MemorySegment, MemorySegment, long, Datatype, Op)} (MPI_Iallreduce_c; MPI 4.1, section 6.12.8). */
    public static Request iAllReduce(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op) {
        return Prepare.allReduce("LargeStarted.iAllReduce", comm, sendbuf, recvbuf, count, type, op).start();
    }

    /** Starts {@link LargeCollectives#allReduce(Comm, MemorySegment, long, Datatype, Op)}, in place (MPI 4.1, section 6.12.8). */
    public static Request iAllReduce(Comm comm, MemorySegment buf, long count, Datatype type, Op op) {
        return Prepare.allReduce("LargeStarted.iAllReduce", comm, Prepare.IN_PLACE, buf, count, type, op).start();
    }

    /** Starts {@link LargeCollectives#scan(Comm, MemorySegment, MemorySegment, long, Datatype, Op)} (MPI_Iscan_c; MPI 4.1, section 6.12.11). */
    public static Request iScan(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op) {
        return Prepare.scan("LargeStarted.iScan", comm, sendbuf, recvbuf, count, type, op).start();
    }

    /** Starts {@link LargeCollectives#exScan(Comm, MemorySegment, MemorySegment, long, Datatype, Op)} (MPI_Iexscan_c; MPI 4.1, section 6.12.12). */
    public static Request iExScan(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op) {
        return Prepare.exScan("LargeStarted.iExScan", comm, sendbuf, recvbuf, count, type, op).start();
    }

    /** Starts {@link LargeCollectives#reduceScatter(Comm, MemorySegment, MemorySegment, long[], Datatype, Op)} (MPI_Ireduce_scatter_c; MPI 4.1, section 6.12.10). */
    public static Request iReduceScatter(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long[] recvcounts, Datatype type, Op op) {
        return Prepare.reduceScatter("LargeStarted.iReduceScatter", false, comm, sendbuf, recvbuf, recvcounts, type, op).start();
    }

    /** Starts {@link LargeCollectives#reduceScatterBlock(Comm, MemorySegment, MemorySegment, long, Datatype, Op)} (MPI_Ireduce_scatter_block_c; MPI 4.1, section 6.12.9). */
    public static Request iReduceScatterBlock(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long recvcount, Datatype type, Op op) {
        return Prepare.reduceScatter("LargeStarted.iReduceScatterBlock", true, comm, sendbuf, recvbuf, Prepare.equal(comm, recvcount), type, op).start();
    }
}
