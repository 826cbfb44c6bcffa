package org.braid.mpix.large;

import java.lang.foreign.MemorySegment;
import mpi.Comm;
import mpi.Datatype;
import mpi.Info;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import org.jspecify.annotations.Nullable;

/**
 * Collectives of neighbours with counts and displacements of type {@code long} (MPI 4.1, sections 2.5.8 and 8.6 to 8.8), of elements in a {@link MemorySegment}: blocking, started and persistent. The communicator has a
 * topology, and blocks come in the order of its neighbours; of a rank that only sends, or only receives, the other side is not looked at. Each is the call of the same name of {@link Comm}: members may use that one and this one together, and mistakes are told alike.
 */
public final class LargeNeighbors {
    private LargeNeighbors() {}

    /**
     * The block of each source becomes its block of {@code recvbuf}; counts are those of one block (MPI_Neighbor_allgather_c; section 8.6.1).
     *
     * @throws MPIException ERR_TOPOLOGY without one, ERR_COUNT for a negative count, ERR_ARG for a table that is too short, ERR_BUFFER if the segment is null, too short, closed, or read-only where it is written; so all others
     */
    public static void allGather(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        Prepare.neighborAllGather("LargeNeighbors.allGather", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype).run();
    }

    /** Starts {@link #allGather}; its memory belongs to Braid until the request is done (MPI_Ineighbor_allgather_c; section 8.7.1). */
    public static Request iAllGather(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        return Prepare.neighborAllGather("LargeNeighbors.iAllGather", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype).start();
    }

    /** A persistent {@link #allGather}: each start carries it out once more (MPI_Neighbor_allgather_init_c; section 8.8.1). */
    public static Prequest allGatherInit(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype, Info info) {
        return Prepare.neighborAllGather("LargeNeighbors.allGatherInit", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype).persistent(info);
    }

    /** As {@link #allGather}, with {@code recvcounts[i]} elements from source i at element {@code displs[i]} (MPI_Neighbor_allgatherv_c; section 8.6.1). */
    public static void allGatherv(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] displs, Datatype recvtype) {
        Prepare.neighborAllGatherv("LargeNeighbors.allGatherv", comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype).run();
    }

    /** Starts {@link #allGatherv}; its memory belongs to Braid until the request is done (MPI_Ineighbor_allgatherv_c; section 8.7.1). */
    public static Request iAllGatherv(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] displs, Datatype recvtype) {
        return Prepare.neighborAllGatherv("LargeNeighbors.iAllGatherv", comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype).start();
    }

    /** A persistent {@link #allGatherv}: each start carries it out once more (MPI_Neighbor_allgatherv_init_c; section 8.8.1). */
    public static Prequest allGathervInit(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] displs, Datatype recvtype, Info info) {
        return Prepare.neighborAllGatherv("LargeNeighbors.allGathervInit", comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype).persistent(info);
    }

    /** Block j goes to destination j, and block i comes from source i; counts are those of one block (MPI_Neighbor_alltoall_c; section 8.6.2). */
    public static void allToAll(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        Prepare.neighborAllToAll("LargeNeighbors.allToAll", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype).run();
    }

    /** Starts {@link #allToAll}; its memory belongs to Braid until the request is done (MPI_Ineighbor_alltoall_c; section 8.7.2). */
    public static Request iAllToAll(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        return Prepare.neighborAllToAll("LargeNeighbors.iAllToAll", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype).start();
    }

    /** A persistent {@link #allToAll}: each start carries it out once more (MPI_Neighbor_alltoall_init_c; section 8.8.2). */
    public static Prequest allToAllInit(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype, Info info) {
        return Prepare.neighborAllToAll("LargeNeighbors.allToAllInit", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype).persistent(info);
    }

    /** As {@link #allToAll}, with {@code sendcounts[j]} elements from element {@code sdispls[j]} for destination j, and {@code recvcounts[i]} at {@code rdispls[i]} from source i (MPI_Neighbor_alltoallv_c; section 8.6.2). */
    public static void allToAllv(Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] sdispls, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] rdispls, Datatype recvtype) {
        Prepare.neighborAllToAllv("LargeNeighbors.allToAllv", comm, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype).run();
    }

    /** Starts {@link #allToAllv}; its memory belongs to Braid until the request is done (MPI_Ineighbor_alltoallv_c; section 8.7.2). */
    public static Request iAllToAllv(
            Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] sdispls, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] rdispls, Datatype recvtype) {
        return Prepare.neighborAllToAllv("LargeNeighbors.iAllToAllv", comm, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype).start();
    }

    /** A persistent {@link #allToAllv}: each start carries it out once more (MPI_Neighbor_alltoallv_init_c; section 8.8.2). */
    public static Prequest allToAllvInit(
            Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] sdispls, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] rdispls, Datatype recvtype, Info info) {
        return Prepare.neighborAllToAllv("LargeNeighbors.allToAllvInit", comm, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype).persistent(info);
    }

    /** As {@link #allToAllv}, of blocks with datatypes of their own and displacements in bytes (MPI_Neighbor_alltoallw_c; section 8.6.2). */
    public static void allToAllw(
            Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] sdispls, Datatype @Nullable [] sendtypes, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] rdispls, Datatype @Nullable [] recvtypes) {
        Prepare.neighborAllToAllw("LargeNeighbors.allToAllw", comm, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes).run();
    }

    /** Starts {@link #allToAllw}; its memory belongs to Braid until the request is done (MPI_Ineighbor_alltoallw_c; section 8.7.2). */
    public static Request iAllToAllw(
            Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] sdispls, Datatype @Nullable [] sendtypes, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] rdispls, Datatype @Nullable [] recvtypes) {
        return Prepare.neighborAllToAllw("LargeNeighbors.iAllToAllw", comm, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes).start();
    }

    /** A persistent {@link #allToAllw}: each start carries it out once more (MPI_Neighbor_alltoallw_init_c; section 8.8.2). */
    public static Prequest allToAllwInit(
            Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] sdispls, Datatype @Nullable [] sendtypes, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] rdispls, Datatype @Nullable [] recvtypes, Info info) {
        return Prepare.neighborAllToAllw("LargeNeighbors.allToAllwInit", comm, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes).persistent(info);
    }
}
