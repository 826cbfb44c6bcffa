package mpi;

import java.lang.foreign.MemorySegment;
import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.mpi.data.ElementMemory;
import org.braid.mpi.data.Overlap;

/** Packing into memory segments, at positions that an int may be too short for (MPI 4.1, section 5.2). */
final class LargePacking {
  private LargePacking() {}

  static long size(String call, long count, Datatype type) {
    long each = Arguments.type(type, call).map.sizeBytes();
    if (type.isObject()) {
      throw new MPIException(ErrorClasses.ERR_TYPE, call + ": how long objects become is known when they are written; pack says where they end, and Object_Serialize has their length");
    }
    if (count < 0 || each > 0 && count > Long.MAX_VALUE / each) {
      throw new MPIException(ErrorClasses.ERR_COUNT, call + ": the count is " + count + ", which is negative, or of more bytes than a long counts");
    }
    return count * each;
  }

  static long pack(String call, MemorySegment in, long count, Datatype type, MemorySegment out, long position) {
    Buffers.check(null, call, Arguments.memory(in, call), 0, count, type);
    Buffers.checkNotReadOnly(null, call, Arguments.memory(out, call));
    Buffers.checkMemory(null, call, out);
    long end = PackedBytes.checkRoom(call, out.byteSize(), position, size(call, count, type));
    Outgoing packed = isApart(in, out) ? Outgoing.inPlace(null, call, in, 0, count, type) : Outgoing.copyOf(null, call, in, 0, count, type);
    packed.copyInto(out, position);
    return end;
  }

  static long unpack(String call, MemorySegment in, long position, MemorySegment out, long count, Datatype type) {
    Buffers.checkWritable(null, call, Arguments.memory(out, call), 0, count, type);
    Buffers.checkMemory(null, call, Arguments.memory(in, call));
    long bytes = size(call, count, type);
    long end = PackedBytes.checkRoom(call, in.byteSize(), position, bytes);
    Object from = isApart(in, out) ? in : copyOf(in, position, bytes);
    Object to = type.plainBytes >= 0 ? out : ElementMemory.of(type.map, out, 0, count);
    copy(from, from == in ? position : 0, to, bytes);
    return end;
  }

  private static boolean isApart(MemorySegment in, MemorySegment out) {
    return !Overlap.isBetween(in, 0, in.byteSize(), out, 0, out.byteSize());
  }

  private static Object copyOf(MemorySegment in, long position, long bytes) {
    Object copy = Outgoing.room(bytes);
    copy(in, position, copy, bytes);
    return copy;
  }

  private static void copy(Object from, long position, Object to, long bytes) {
    try {
      Memory.copy(from, position, to, 0, bytes);
    } catch (BraidException refused) {
      throw Errors.of(refused);
    }
  }
}
