package mpi;

import org.braid.mpi.data.UserMemory;
import org.jspecify.annotations.Nullable;

/**
 * Elements as reductions see them: whole extents, gaps and all. A buffer may lack what is behind the last element's data (16 bytes of DOUBLE_INT end with 4 of padding); then the elements
 * lie aside, and what was received is put back.
 *
 * @param base what to combine in, from byte {@code offset} on
 * @param user the buffer that is too short for that; null if {@code base} is the user's own
 * @param userOffset byte at which the elements begin in {@code user}
 * @param bytes that {@code user} has room for from there on
 */
record WholeElements(@Nullable Object base, long offset, @Nullable Object user, long userOffset, int bytes) {
  /** As {@link #of}, of elements that the call writes. */
  static WholeElements received(String call, @Nullable Object buf, int offset, long count, Datatype type, boolean load) {
    Buffers.checkWritable(call, buf, offset, count, type);
    return of(call, buf, offset, count, type, load);
  }

  /**
   * @param load whether the data is needed
   * @throws MPIException if the data itself does not fit, or begins before its element
   */
  static WholeElements of(String call, @Nullable Object buf, int offset, long count, Datatype type, boolean load) {
    Buffers.check(call, buf, offset, count, type);
    long start = Buffers.offsetBytes(buf, offset);
    if (buf == null || type.plainBytes >= 0 || count == 0) {
      return new WholeElements(buf, start, null, 0, 0);
    }
    if (type.map.lowerBoundBytes() != 0) {
      throw new MPIException(ErrorClasses.ERR_BUFFER, call + ": elements of a derived type must begin at 0");
    }
    long wholeBytes = count * type.map.extentBytes();
    long roomBytes = UserMemory.capacityBytes(buf) - start;
    return wholeBytes <= roomBytes ? new WholeElements(buf, start, null, 0, 0) : aside(buf, start, (int) roomBytes, Outgoing.lengthOf(wholeBytes), load);
  }

  private static WholeElements aside(Object buf, long start, int roomBytes, int wholeBytes, boolean load) {
    byte[] copy = new byte[wholeBytes];
    if (load) {
      UserMemory.copy(buf, start, copy, 0, roomBytes);
    }
    return new WholeElements(copy, 0, buf, start, roomBytes);
  }

  /** A copy of the first {@code lengthBytes} bytes, for an operand that the result overwrites. */
  Object copy(long lengthBytes) {
    Object copy = Outgoing.room(lengthBytes);
    if (base != null) {
      UserMemory.copy(base, offset, copy, 0, lengthBytes);
    }
    return copy;
  }

  boolean isAside() {
    return user != null;
  }

  /** The result has come. */
  void putBack() {
    if (user != null && base != null) {
      UserMemory.copy(base, 0, user, userOffset, bytes);
    }
  }
}
