package mpi;

import java.lang.foreign.MemorySegment;
import org.braid.base.BraidException;
import org.braid.mpi.data.ElementMemory;

/**
 * Point-to-point messages whose counts an int is too short for (MPI 4.1, section 2.5.8): the layers below count bytes in longs, so that such a message is one like others. Elements with gaps are gathered from the segment and scattered
 * into it piece by piece, as many as it holds.
 */
final class LargeMessages {
  private LargeMessages() {}

  static Request send(String call, Comm to, MemorySegment buf, long count, Datatype type, int dest, int tag, boolean synchronous) {
    check(call, buf, count, type, false);
    long bytes = count * type.map.sizeBytes();
    Object from = elements(buf, count, type);
    try {
      return new Request(synchronous ? to.lco().issend(from, 0, bytes, type.code, dest, tag) : to.lco().isend(from, 0, bytes, type.code, dest, tag), null);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  static Request receive(String call, Comm from, MemorySegment buf, long count, Datatype type, int source, int tag) {
    check(call, buf, count, type, true);
    try {
      return new Request(from.lco().irecv(elements(buf, count, type), 0, count * type.map.sizeBytes(), type.code, source, tag), type);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static Object elements(MemorySegment buf, long count, Datatype type) {
    return type.plainBytes >= 0 ? buf : ElementMemory.of(type.map, buf, 0, count);
  }

  private static void check(String call, MemorySegment buf, long count, Datatype type, boolean isWritten) {
    if (count < 0) {
      throw new MPIException(ErrorClasses.ERR_COUNT, call + ": the count is " + count + ", which is negative");
    }
    Arguments.memory(buf, call);
    int first = (int) Math.min(count, 1);
    if (isWritten) {
      Buffers.checkWritable(call, buf, 0, first, type);
    } else {
      Buffers.check(call, buf, 0, first, type);
    }
    if (!fits(buf, count, type)) {
      throw new MPIException(ErrorClasses.ERR_BUFFER, call + ": " + count + " elements of " + type.map.sizeBytes() + " bytes, each " + type.map.extentBytes() + " behind the last, do not fit into the memory segment, which has " + buf.byteSize() + " bytes");
    }
  }

  private static boolean fits(MemorySegment buf, long count, Datatype type) {
    try {
      long ignored = Math.multiplyExact(count, type.map.sizeBytes());
      return type.map.firstTouched(count) >= 0 && type.map.endTouched(count) <= buf.byteSize();
    } catch (ArithmeticException tooMany) {
      return false;
    }
  }
}
