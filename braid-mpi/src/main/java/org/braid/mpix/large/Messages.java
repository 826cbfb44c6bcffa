package org.braid.mpix.large;

import java.lang.foreign.MemorySegment;
import mpi.Comm;
import mpi.Datatype;
import mpi.Info;
import mpi.Prequest;
import org.braid.mpi.lco.Lco;

/** The persistent and packed messages of package {@code mpi} that count in longs, which it shows to this package alone; {@code call} is what errors name. */
final class Messages extends Comm {
    private Messages(Lco object) {
        super(object);
    }

    static Prequest send(String call, Comm to, MemorySegment buf, long count, Datatype type, int dest, int tag, boolean synchronous) {
        return sendInitLarge(call, to, buf, count, type, dest, tag, synchronous);
    }

    static Prequest bufferedSend(String call, Comm to, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        return sendBufferedInitLarge(call, to, buf, count, type, dest, tag);
    }

    static Prequest receive(String call, Comm from, MemorySegment buf, long count, Datatype type, int source, int tag) {
        return receiveInitLarge(call, from, buf, count, type, source, tag);
    }

    static Prequest partitionedSend(String call, Comm to, MemorySegment buf, int partitions, long count, Datatype type, int dest, int tag, Info info) {
        return partitionedSendLarge(call, to, buf, partitions, count, type, dest, tag, info);
    }

    static Prequest partitionedReceive(String call, Comm from, MemorySegment buf, int partitions, long count, Datatype type, int source, int tag, Info info) {
        return partitionedReceiveLarge(call, from, buf, partitions, count, type, source, tag, info);
    }

    static long packSize(String call, long count, Datatype type) {
        return packSizeLarge(call, count, type);
    }

    static long pack(String call, MemorySegment in, long count, Datatype type, MemorySegment out, long position) {
        return packLarge(call, in, count, type, out, position);
    }

    static long unpack(String call, MemorySegment in, long position, MemorySegment out, long count, Datatype type) {
        return unpackLarge(call, in, position, out, count, type);
    }

    static long packExternalSize(String call, String form, long count, Datatype type) {
        return packExternalSizeLarge(call, form, count, type);
    }

    static long packExternal(String call, String form, MemorySegment in, long count, Datatype type, MemorySegment out, long position) {
        return packExternalLarge(call, form, in, count, type, out, position);
    }

    static long unpackExternal(String call, String form, MemorySegment in, long position, MemorySegment out, long count, Datatype type) {
        return unpackExternalLarge(call, form, in, position, out, count, type);
    }
}
