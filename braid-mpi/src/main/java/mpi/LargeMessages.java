package mpi;

import java.lang.foreign.MemorySegment;
import org.braid.base.BraidException;

/**
 * Point-to-point messages whose counts an int is too short for (MPI 4.1, section 2.5.8): the layers below count bytes in longs, so that such a message is one like others. Elements with gaps would have to be packed into an array; of
 * those, and of nothing else, an int's number of bytes is the limit.
 */
final class LargeMessages {
  private LargeMessages() {}

  static Request send(String call, Comm to, MemorySegment buf, long count, Datatype type, int dest, int tag, boolean synchronous) {
    if (isPacked(call, buf, count, type, false)) {
      return synchronous ? to.isSend((Object) buf, (int) count, type, dest, tag) : to.iSend((Object) buf, (int) count, type, dest, tag);
    }
    long bytes = count * type.plainBytes;
    try {
      return new Request(synchronous ? to.lco().issend(buf, 0, bytes, type.code, dest, tag) : to.lco().isend(buf, 0, bytes, type.code, dest, tag), null);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  static Request receive(String call, Comm from, MemorySegment buf, long count, Datatype type, int source, int tag) {
    if (isPacked(call, buf, count, type, true)) {
      return from.iRecv((Object) buf, (int) count, type, source, tag);
    }
    try {
      return new Request(from.lco().irecv(buf, 0, count * type.plainBytes, type.code, source, tag), type);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** Checks what the call was given; true if its elements have gaps, and an int counts them. */
  private static boolean isPacked(String call, MemorySegment buf, long count, Datatype type, boolean isWritten) {
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
    boolean isPacked = type.plainBytes < 0;
    if (isPacked && count > Integer.MAX_VALUE) {
      throw new MPIException(ErrorClasses.ERR_COUNT, call + ": the count is " + count + ", and elements with gaps are packed into an array; send at most " + Integer.MAX_VALUE + " of them at once");
    }
    if (!isPacked && type.plainBytes > 0 && count > buf.byteSize() / type.plainBytes) {
      throw new MPIException(ErrorClasses.ERR_BUFFER, call + ": " + count + " elements of " + type.plainBytes + " bytes do not fit into the memory segment, which has " + buf.byteSize() + " bytes");
    }
    return isPacked;
  }
}
