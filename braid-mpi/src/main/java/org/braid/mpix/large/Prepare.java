package org.braid.mpix.large;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.Info;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import org.braid.mpi.coll.Prepared;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** The collectives of package {@code mpi} that count in longs, which it shows to this package alone; {@code call} is what errors name. */
final class Prepare extends Comm {
    static final Object IN_PLACE = Comm.IN_PLACE;

    private Prepare(Lco object) {
        super(object);
    }

    /** As many elements for each rank. */
    static long[] equal(@Nullable Comm comm, long count) {
        long[] counts = new long[comm == null ? 0 : comm.getSize()];
        Arrays.fill(counts, count);
        return counts;
    }

    static Prepared<Request, Prequest, Info> bcast(
            String call, Comm comm, MemorySegment buf, long count, Datatype type, int root) {
        return bcastLarge(call, comm, buf, count, type, root);
    }

    static Prepared<Request, Prequest, Info> gather(
            String call, Comm comm, Object sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype, int root) {
        return gatherLarge(call, comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
    }

    static Prepared<Request, Prequest, Info> gatherv(
            String call, Comm comm, Object sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] displs, Datatype recvtype, int root) {
        return gathervLarge(call, comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root);
    }

    static Prepared<Request, Prequest, Info> scatter(
            String call, Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype, int root) {
        return scatterLarge(call, comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
    }

    static Prepared<Request, Prequest, Info> scatterv(
            String call, Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] displs, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype, int root) {
        return scattervLarge(call, comm, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root);
    }

    static Prepared<Request, Prequest, Info> allGather(
            String call, Comm comm, Object sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        return allGatherLarge(call, comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    static Prepared<Request, Prequest, Info> allGatherv(
            String call, Comm comm, Object sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long[] recvcounts, long[] displs, Datatype recvtype) {
        return allGathervLarge(call, comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype);
    }

    static Prepared<Request, Prequest, Info> allToAll(
            String call, Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        return allToAllLarge(call, comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    static Prepared<Request, Prequest, Info> allToAllv(
            String call, Comm comm, MemorySegment sendbuf, long[] sendcounts, long[] sdispls, Datatype sendtype, MemorySegment recvbuf, long[] recvcounts, long[] rdispls, Datatype recvtype) {
        return allToAllvLarge(call, comm, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype);
    }

    static Prepared<Request, Prequest, Info> reduce(
            String call, Comm comm, Object sendbuf, @Nullable MemorySegment recvbuf, long count, Datatype type, Op op, int root) {
        return reduceLarge(call, comm, sendbuf, recvbuf, count, type, op, root);
    }

    static Prepared<Request, Prequest, Info> allReduce(
            String call, Comm comm, Object sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op) {
        return allReduceLarge(call, comm, sendbuf, recvbuf, count, type, op);
    }

    static Prepared<Request, Prequest, Info> scan(
            String call, Comm comm, Object sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op) {
        return scanLarge(call, comm, sendbuf, recvbuf, count, type, op);
    }

    static Prepared<Request, Prequest, Info> exScan(
            String call, Comm comm, Object sendbuf, MemorySegment recvbuf, long count, Datatype type, Op op) {
        return exScanLarge(call, comm, sendbuf, recvbuf, count, type, op);
    }

    static Prepared<Request, Prequest, Info> reduceScatter(
            String call, boolean isBlock, Comm comm, MemorySegment sendbuf, MemorySegment recvbuf, long[] recvcounts, Datatype type, Op op) {
        return reduceScatterLarge(call, isBlock, comm, sendbuf, recvbuf, recvcounts, type, op);
    }

    static Prepared<Request, Prequest, Info> neighborAllGather(
            String call, Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        return neighborAllGatherLarge(call, comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    static Prepared<Request, Prequest, Info> neighborAllGatherv(
            String call, Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] displs, Datatype recvtype) {
        return neighborAllGathervLarge(call, comm, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype);
    }

    static Prepared<Request, Prequest, Info> neighborAllToAll(
            String call, Comm comm, @Nullable MemorySegment sendbuf, long sendcount, Datatype sendtype, @Nullable MemorySegment recvbuf, long recvcount, Datatype recvtype) {
        return neighborAllToAllLarge(call, comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    static Prepared<Request, Prequest, Info> neighborAllToAllv(
            String call, Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] sdispls, Datatype sendtype, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] rdispls, Datatype recvtype) {
        return neighborAllToAllvLarge(call, comm, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype);
    }

    static Prepared<Request, Prequest, Info> allToAllw(
            String call, Comm comm, MemorySegment sendbuf, long[] sendcounts, long[] sdispls, Datatype[] sendtypes, MemorySegment recvbuf, long[] recvcounts, long[] rdispls, Datatype[] recvtypes) {
        return allToAllwLarge(call, comm, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes);
    }

    static Prepared<Request, Prequest, Info> neighborAllToAllw(
            String call, Comm comm, @Nullable MemorySegment sendbuf, long @Nullable [] sendcounts, long @Nullable [] sdispls, Datatype @Nullable [] sendtypes, @Nullable MemorySegment recvbuf, long @Nullable [] recvcounts, long @Nullable [] rdispls, Datatype @Nullable [] recvtypes) {
        return neighborAllToAllwLarge(call, comm, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes);
    }
}
