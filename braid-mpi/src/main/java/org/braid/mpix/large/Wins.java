package org.braid.mpix.large;

import java.lang.foreign.MemorySegment;
import mpi.Comm;
import mpi.Datatype;
import mpi.Info;
import mpi.Op;
import mpi.Request;
import mpi.Win;
import org.jspecify.annotations.Nullable;

/** The calls on windows of package {@code mpi} that count in longs, which it shows to this package alone; {@code call} is what errors name. */
final class Wins extends Win {
    private Wins() {}

    static Win create(@Nullable MemorySegment base, long size, long dispUnit, Info info, Comm comm) {
        return createLarge(base, size, dispUnit, info, comm);
    }

    static Win allocate(long size, long dispUnit, Info info, Comm comm) {
        return allocateLarge(size, dispUnit, info, comm);
    }

    static long attach(String call, Win win, MemorySegment base, long size) {
        return attachLarge(call, win, base, size);
    }

    static long displacement(String call, Win win, MemorySegment base) {
        return displacementLarge(call, win, base);
    }

    static void put(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
        putLarge(call, win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
    }

    static Request requestPut(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
        return requestPutLarge(call, win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
    }

    static void get(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
        getLarge(call, win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
    }

    static Request requestGet(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
        return requestGetLarge(call, win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
    }

    static void accumulate(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
        accumulateLarge(call, win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
    }

    static Request requestAccumulate(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
        return requestAccumulateLarge(call, win, origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
    }

    static void getAccumulate(
            String call, Win win, @Nullable MemorySegment origin, long orgCount, @Nullable Datatype orgType, MemorySegment result, long resultCount, Datatype resultType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
        getAccumulateLarge(call, win, origin, orgCount, orgType, result, resultCount, resultType, targetRank, targetDisp, targetCount, targetType, op);
    }

    static Request requestGetAccumulate(
            String call, Win win, @Nullable MemorySegment origin, long orgCount, @Nullable Datatype orgType, MemorySegment result, long resultCount, Datatype resultType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
        return requestGetAccumulateLarge(call, win, origin, orgCount, orgType, result, resultCount, resultType, targetRank, targetDisp, targetCount, targetType, op);
    }

    static void fetchAndOp(String call, Win win, @Nullable MemorySegment origin, MemorySegment result, Datatype type, int targetRank, long targetDisp, Op op) {
        fetchAndOpLarge(call, win, origin, result, type, targetRank, targetDisp, op);
    }

    static void compareAndSwap(String call, Win win, MemorySegment origin, MemorySegment compare, MemorySegment result, Datatype type, int targetRank, long targetDisp) {
        compareAndSwapLarge(call, win, origin, compare, result, type, targetRank, targetDisp);
    }
}
