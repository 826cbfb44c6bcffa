package org.braid.mpix;

import java.lang.foreign.MemorySegment;
import mpi.Comm;
import mpi.Datatype;
import mpi.Op;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** The collectives of package {@code mpi} that count in longs, which it shows to this package alone. */
final class LargeInside extends Comm {
    static final Object IN_PLACE = Comm.IN_PLACE;

    private LargeInside(Lco object) {
        super(object);
    }

    static void bcast(Comm comm, MemorySegment buf, long count, Datatype type, int root) {
        bcastLarge("LargeCollectives.bcast", comm, buf, count, type, root).run();
    }

    static void gather(Comm comm, Object in, long inCount, Datatype inType, @Nullable MemorySegment out, long outCount, Datatype outType, int root) {
        gatherLarge("LargeCollectives.gather", comm, in, inCount, inType, out, outCount, outType, root).run();
    }

    static void gatherv(Comm comm, Object in, long inCount, Datatype inType, @Nullable MemorySegment out, long @Nullable [] outCounts, long @Nullable [] outStarts, Datatype outType, int root) {
        gathervLarge("LargeCollectives.gatherv", comm, in, inCount, inType, out, outCounts, outStarts, outType, root).run();
    }

    static void scatter(Comm comm, @Nullable MemorySegment in, long inCount, Datatype inType, MemorySegment out, long outCount, Datatype outType, int root) {
        scatterLarge("LargeCollectives.scatter", comm, in, inCount, inType, out, outCount, outType, root).run();
    }

    static void scatterv(Comm comm, @Nullable MemorySegment in, long @Nullable [] inCounts, long @Nullable [] inStarts, Datatype inType, MemorySegment out, long outCount, Datatype outType, int root) {
        scattervLarge("LargeCollectives.scatterv", comm, in, inCounts, inStarts, inType, out, outCount, outType, root).run();
    }

    static void allGather(Comm comm, Object in, long inCount, Datatype inType, MemorySegment out, long outCount, Datatype outType) {
        allGatherLarge("LargeCollectives.allGather", comm, in, inCount, inType, out, outCount, outType).run();
    }

    static void allGatherv(Comm comm, Object in, long inCount, Datatype inType, MemorySegment out, long[] outCounts, long[] outStarts, Datatype outType) {
        allGathervLarge("LargeCollectives.allGatherv", comm, in, inCount, inType, out, outCounts, outStarts, outType).run();
    }

    static void allToAll(Comm comm, MemorySegment in, long inCount, Datatype inType, MemorySegment out, long outCount, Datatype outType) {
        allToAllLarge("LargeCollectives.allToAll", comm, in, inCount, inType, out, outCount, outType).run();
    }

    static void allToAllv(Comm comm, MemorySegment in, long[] inCounts, long[] inStarts, Datatype inType, MemorySegment out, long[] outCounts, long[] outStarts, Datatype outType) {
        allToAllvLarge("LargeCollectives.allToAllv", comm, in, inCounts, inStarts, inType, out, outCounts, outStarts, outType).run();
    }

    static void allToAllw(
            Comm comm, MemorySegment sendbuf, long[] sendcounts, long[] sdispls, Datatype[] sendtypes, MemorySegment recvbuf, long[] recvcounts, long[] rdispls, Datatype[] recvtypes) {
        allToAllwLarge("LargeCollectives.allToAllw", comm, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes).run();
    }

    static void reduce(Comm comm, Object in, @Nullable MemorySegment out, long count, Datatype type, Op op, int root) {
        reduceLarge("LargeCollectives.reduce", comm, in, out, count, type, op, root).run();
    }

    static void allReduce(Comm comm, Object in, MemorySegment out, long count, Datatype type, Op op) {
        allReduceLarge("LargeCollectives.allReduce", comm, in, out, count, type, op).run();
    }

    static void scan(Comm comm, Object in, MemorySegment out, long count, Datatype type, Op op) {
        scanLarge("LargeCollectives.scan", comm, in, out, count, type, op).run();
    }

    static void exScan(Comm comm, Object in, MemorySegment out, long count, Datatype type, Op op) {
        exScanLarge("LargeCollectives.exScan", comm, in, out, count, type, op).run();
    }

    static void reduceLocal(MemorySegment in, MemorySegment inout, long count, Datatype type, Op op) {
        reduceLocalLarge("LargeCollectives.reduceLocal", in, inout, count, type, op);
    }

    static void reduceScatter(boolean isBlock, Comm comm, MemorySegment in, MemorySegment out, long[] counts, Datatype type, Op op) {
        reduceScatterLarge(isBlock ? "LargeCollectives.reduceScatterBlock" : "LargeCollectives.reduceScatter", isBlock, comm, in, out, counts, type, op).run();
    }
}
