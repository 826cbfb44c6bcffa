package mpi;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Objects that are packed into the user's own bytes (MPI 4.1, section 5.2). How long they become is known only when they are written, so that goes ahead.
 *
 * <pre>
 *   | length of the stream, an int, its first byte the highest | stream, as it travels |
 * </pre>
 */
final class PackedObjects {
  private static final int HEAD_BYTES = Integer.BYTES;

  private PackedObjects() {}

  /** The position after them. */
  static int pack(Object[] array, int offset, int count, Datatype type, byte[] to, int position) {
    byte[] stream = Objects.encode(array, offset, count, type);
    int end = (int) PackedBytes.checkRoom("pack", to.length, position, (long) HEAD_BYTES + stream.length);
    ByteBuffer.wrap(to).position(position).putInt(stream.length).put(stream);
    return end;
  }

  /** The position after them. What is read first may be no length: the program says where objects begin. */
  static int unpack(byte[] from, int position, Object[] array, int offset, int count, Datatype type) {
    int begin = (int) PackedBytes.checkRoom("unpack", from.length, position, HEAD_BYTES);
    int bytes = ByteBuffer.wrap(from).getInt(position);
    if (bytes < 0) {
      throw new MPIException(ErrorClasses.ERR_BUFFER, "unpack: no objects were packed at position " + position);
    }
    int end = (int) PackedBytes.checkRoom("unpack", from.length, begin, bytes);
    int came = Objects.decode(Arrays.copyOfRange(from, begin, end), bytes, array, offset, count, type);
    long wanted = count * type.map.elements();
    if (came < wanted) {
      throw new MPIException(ErrorClasses.ERR_COUNT, "unpack: " + wanted + " objects are wanted, and " + came + " were packed at position " + position);
    }
    return end;
  }
}
