package mpi;

import org.braid.mpi.data.Packing;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.data.reduction.Reduction;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/**
 * Elements as reductions see them: whole extents, gaps and all, of predefined operations on pairs in C layout; and the data alone of other derived pairs, and for an operation of the program's own, to which the other members' gaps are nothing. These lie aside,
 * as do pairs in a buffer that lacks what is behind the last element's data (16 bytes of DOUBLE_INT end with 4 of padding); what was received is put back.
 *
 * @param base what to combine in, from byte {@code offset} on
 * @param user the user's buffer, where {@code base} is a copy; null if {@code base} is the user's own
 * @param userOffset byte at which the elements begin in {@code user}
 * @param bytes that are put back
 * @param packed the elements, if {@code base} has their data alone
 */
record WholeElements(@Nullable Object base, long offset, @Nullable Object user, long userOffset, long bytes, @Nullable TypeMap packed) {
  /** As {@link #of}, of elements that the call writes. */
  static WholeElements received(@Nullable Titled on, String call, @Nullable Object buf, int offset, long count, Datatype type, Reduction reduction, boolean load) {
    Buffers.checkWritable(on, call, buf, offset, count, type);
    return of(on, call, buf, offset, count, type, reduction, load);
  }

  /**
   * @param load whether the data is needed
   * @throws MPIException if the data itself does not fit
   */
  static WholeElements of(@Nullable Titled on, String call, @Nullable Object buf, int offset, long count, Datatype type, Reduction reduction, boolean load) {
    Buffers.check(on, call, buf, offset, count, type);
    long start = Buffers.offsetBytes(buf, offset);
    if (buf == null || type.plainBytes >= 0 || count == 0) {
      return new WholeElements(buf, start, null, 0, 0, null);
    }
    if (reduction.isPacked()) {
      return packed(buf, start, count, type.map, load);
    }
    long wholeBytes = count * type.map.extentBytes();
    long roomBytes = UserMemory.capacityBytes(buf) - start;
    return wholeBytes <= roomBytes ? new WholeElements(buf, start, null, 0, 0, null) : aside(buf, start, (int) roomBytes, Outgoing.lengthOf(wholeBytes), load);
  }

  private static WholeElements packed(Object buf, long start, long count, TypeMap map, boolean load) {
    long bytes = count * map.sizeBytes();
    Object data = Outgoing.room(bytes);
    if (load) {
      Packing.pack(map, buf, start, count, data, 0);
    }
    return new WholeElements(data, 0, buf, start, bytes, map);
  }

  private static WholeElements aside(Object buf, long start, int roomBytes, int wholeBytes, boolean load) {
    byte[] copy = new byte[wholeBytes];
    if (load) {
      UserMemory.copy(buf, start, copy, 0, roomBytes);
    }
    return new WholeElements(copy, 0, buf, start, roomBytes, null);
  }

  /** As {@link #base}, of elements that there are. */
  Object memory() {
    return Arguments.given(base, ErrorClasses.ERR_BUFFER, "the elements to combine");
  }

  /** A copy of the first {@code lengthBytes} bytes, for an operand that the result overwrites. */
  WholeElements copy(long lengthBytes) {
    Object copy = Outgoing.room(lengthBytes);
    if (base != null) {
      UserMemory.copy(base, offset, copy, 0, lengthBytes);
    }
    return new WholeElements(copy, 0, null, 0, 0, null);
  }

  boolean isAside() {
    return user != null;
  }

  /** The result has come. */
  void putBack() {
    if (user != null && base != null && packed != null) {
      Packing.unpack(packed, base, 0, bytes, user, userOffset);
    } else if (user != null && base != null) {
      UserMemory.copy(base, 0, user, userOffset, bytes);
    }
  }
}
