package org.braid.mpix.large;

import java.lang.foreign.MemorySegment;
import mpi.Comm;
import mpi.Datatype;
import mpi.Info;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import org.braid.mpix.LargeCollectives;
import org.jspecify.annotations.Nullable;

/**
 * Collectives with counts and displacements of type {@code long} whose arguments are given once and which are started any number of times (MPI 4.1, sections 2.5.8 and 6.13):
 *
 * <pre>
 *   Prequest sum = LargePersistent.allReduceInit(comm, field, 625_000_000L, MPI.DOUBLE, MPI.SUM, MPI.INFO_NULL);   // collective
 *   for (…) {
 *     sum.start();
 *     sum.waitFor();
 *   }
 *   sum.free();
 * </pre>
 *
 * <p>Each does what its namesake in {@link LargeCollectives} does; how such calls are made and matched says the call of the same name of {@link Comm}. A reduction of more than 2 GiB is carried out as
 * {@link LargeStarted} says.
 */
public final class LargePersistent {
    private LargePersistent() {}

    /**
     * A persistent {@link LargeCollectives#bcast(Comm, MemorySegment, long, Datatype, int)} (MPI_Bcast_init_c; MPI 4.1, section 6.13.2).
     *
     * @throws MPIException as that, at all members if the arguments of one are wrong, and ERR_INFO for null; so all others
     */
    public static Prequest bcastInit(Comm comm, MemorySegment buf, long count, Datatype type, int root, Info info) {
        return Prepare.bcast("LargePersistent.bcastInit", comm, buf, count, type, root).persistent(info);
    }

    /** A persistent {@link LargeCollectives#gather(Comm, MemorySegment, long, Datatype, MemorySegment, long, Datatype, int)} (MPI_Gather_init_c; MPI 4.1, section 6.13.3). */
    public static Prequest gatherInit(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype, int root, Info info) {
        return Prepare.gather("LargePersistent.gatherInit", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root).persistent(info);
    }

    /** A persistent {@link LargeCollectives#gatherv(Comm, MemorySegment, long, Datatype, MemorySegment, long[], long[], Datatype, int)} (MPI_Gatherv_init_c; MPI 4.1, section 6.13.3). */
    public static Prequest gathervInit(
            Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] displs, Datatype recvtype, int root, Info info) {
        return Prepare.gatherv("LargePersistent.gathervInit", comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root).persistent(info);
    }

    /** A persistent {@link LargeCollectives#scatter(Comm, MemorySegment, long, Datatype, MemorySegment, long, Datatype, int)} (MPI_Scatter_init_c; MPI 4.1, section 6.13.4). */
    public static Prequest scatterInit(Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype, int root, Info info) {
        return Prepare.scatter("LargePersistent.scatterInit", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root).persistent(info);
    }

    /** A persistent {@link LargeCollectives#scatterv(Comm, MemorySegment, long[], long[], Datatype, MemorySegment, long, Datatype, int)} (MPI_Scatterv_init_c; MPI 4.1, section 6.13.4). */
    public static Prequest scattervInit(
            Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] displs, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype, int root, Info info) {
        return Prepare.scatterv("LargePersistent.scattervInit", comm, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root).persistent(info);
    }

    /** A persistent {@link LargeCollectives#allGather(Comm, MemorySegment, long, Datatype, MemorySegment, long, Datatype)} (MPI_Allgather_init_c; MPI 4.1, section 6.13.5). */
    public static Prequest allGatherInit(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype, Info info) {
        return Prepare.allGather("LargePersistent.allGatherInit", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype).persistent(info);
    }

    /** A persistent {@link LargeCollectives#allGather(Comm, MemorySegment, long, Datatype)}, in place (MPI 4.1, section 6.13.5). */
    public static Prequest allGatherInit(Comm comm, MemorySegment buf, long count, Datatype type, Info info) {
        return Prepare.allGather("LargePersistent.allGatherInit", comm, Prepare.IN_PLACE, 0, type, buf, count, type).persistent(info);
    }

    /** A persistent {@link LargeCollectives#allGatherv(Comm, MemorySegment, long, Datatype, MemorySegment, long[], long[], Datatype)} (MPI_Allgatherv_init_c; MPI 4.1, section 6.13.5). */
    public static Prequest allGathervInit(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long[] recvcounts, long[] displs, Datatype recvtype, Info info) {
        return Prepare.allGatherv("LargePersistent.allGathervInit", comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype).persistent(info);
    }

    /** A persistent {@link LargeCollectives#allGatherv(Comm, MemorySegment, long[], long[], Datatype)}, in place (MPI 4.1, section 6.13.5). */
    public static Prequest allGathervInit(Comm comm, MemorySegment buf, long[] counts, long[] displs, Datatype type, Info info) {
        return Prepare.allGatherv("LargePersistent.allGathervInit", comm, Prepare.IN_PLACE, 0, type, buf, counts, displs, type).persistent(info);
    }

    /** A persistent {@link LargeCollectives#allToAll(Comm, MemorySegment, long, Datatype, MemorySegment, long, Datatype)} (MPI_Alltoall_init_c; MPI 4.1, section 6.13.6). */
    public static Prequest allToAllInit(Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype, Info info) {
        return Prepare.allToAll("LargePersistent.allToAllInit", comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype).persistent(info);
    }

    /** A persistent {@link LargeCollectives#allToAllv(Comm, MemorySegment, long[], long[], Datatype, MemorySegment, long[], long[], Datatype)} (MPI_Alltoallv_init_c; MPI 4.1, section 6.13.6). */
    public static Prequest allToAllvInit(
            Comm comm, MemorySegment sendbuf, long[] sendcounts, long[] sdispls, Datatype sendtype, MemorySegment recvbuf, long[] recvcounts, long[] rdispls, Datatype recvtype, Info info) {
        return Prepare.allToAllv("LargePersistent.allToAllvInit", comm, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype).persistent(info);
    }

    /** A persistent {@link LargeCollectives#allToAllw(Comm, MemorySegment, long[], long[], Datatype[], MemorySegment, long[], long[], Datatype[])} (MPI_Alltoallw_init_c; MPI 4.1, section 6.13.6). */
    public static Prequest allToAllwInit(
            Comm comm, MemorySegment sendbuf, long[] sendcounts, long[] sdispls, Datatype[] sendtypes, MemorySegment recvbuf, long[] recvcounts, long[] rdispls, Datatype[] recvtypes, Info info) {
        return Prepare.allToAllw("LargePersistent.allToAllwInit", comm, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes).persistent(info);
    }

    /** A persistent {@link LargeCollectives#reduce(Comm, MemorySegment, MemorySegment, long, Datatype, Op, int)} (MPI_Reduce_init_c; MPI 4.1, section 6.13.7). */
    public static Prequest reduceInit(Comm comm, MemorySegment sendbuf, @Nullable MemorySegment recvbuf, long count, Datatype type, Op op, int root, Info info) {
        return Prepare.reduce("LargePersistent.reduceInit", comm, sendbuf, recvbuf, count, type, op, root).persistent(info);
    }

    /** A persistent {@link LargeCollectives#allReduce(Comm, MemorySegment, MemorySegment, long, Datatype, Op)} (MPI_Allreduce_init_c; MPI 4.1, section 6.13.8). */
    public static Prequest allReduceInit(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op, Info info) {
        return Prepare.allReduce("LargePersistent.allReduceInit", comm, sendbuf, recvbuf, count, type, op).persistent(info);
    }

    /** A persistent {@link LargeCollectives#allReduce(Comm, MemorySegment, long, Datatype, Op)}, in place (MPI 4.1, section 6.13.8). */
    public static Prequest allReduceInit(Comm comm, MemorySegment buf, long count, Datatype type, Op op, Info info) {
        return Prepare.allReduce("LargePersistent.allReduceInit", comm, Prepare.IN_PLACE, buf, count, type, op).persistent(info);
    }

    /** A persistent {@link LargeCollectives#scan(Comm, MemorySegment, MemorySegment, long, Datatype, Op)} (MPI_Scan_init_c; MPI 4.1, section 6.13.11). */
    public static Prequest scanInit(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op, Info info) {
        return Prepare.scan("LargePersistent.scanInit", comm, sendbuf, recvbuf, count, type, op).persistent(info);
    }

    /** A persistent {@link LargeCollectives#exScan(Comm, MemorySegment, MemorySegment, long, Datatype, Op)} (MPI_Exscan_init_c; MPI 4.1, section 6.13.12). */
    public static Prequest exScanInit(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op, Info info) {
        return Prepare.exScan("LargePersistent.exScanInit", comm, sendbuf, recvbuf, count, type, op).persistent(info);
    }

    /** A persistent {@link LargeCollectives#reduceScatter(Comm, MemorySegment, MemorySegment, long[], Datatype, Op)} (MPI_Reduce_scatter_init_c; MPI 4.1, section 6.13.10). */
    public static Prequest reduceScatterInit(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long[] recvcounts, Datatype type, Op op, Info info) {
        return Prepare.reduceScatter("LargePersistent.reduceScatterInit", false, comm, sendbuf, recvbuf, recvcounts, type, op).persistent(info);
    }

    /** A persistent {@link LargeCollectives#reduceScatterBlock(Comm, MemorySegment, MemorySegment, long, Datatype, Op)} (MPI_Reduce_scatter_block_init_c; MPI 4.1, section 6.13.9). */
    public static Prequest reduceScatterBlockInit(Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long recvcount, Datatype type, Op op, Info info) {
        return Prepare.reduceScatter("LargePersistent.reduceScatterBlockInit", true, comm, sendbuf, recvbuf, Prepare.equal(comm, recvcount), type, op).persistent(info);
    }
}
