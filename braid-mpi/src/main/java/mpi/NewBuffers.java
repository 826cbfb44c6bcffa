package mpi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.braid.base.BraidException;

/** Message buffers outside the Java heap, in native byte order. */
final class NewBuffers {
  private NewBuffers() {}

  static ByteBuffer bytes(int capacity, int elementBytes) {
    long bytes = (long) capacity * elementBytes;
    if (capacity < 0 || bytes > Integer.MAX_VALUE) {
      throw new MPIException(
          ErrorClasses.ERR_COUNT, "a new buffer of " + capacity + " elements needs " + bytes + " bytes; a Java buffer has 0 to 2147483647");
    }
    try {
      return World.newByteBuffer((int) bytes);
    } catch (BraidException e) {
      throw Errors.of(e);
    } catch (OutOfMemoryError e) {
      throw new MPIException(ErrorClasses.ERR_NO_MEM, "a new buffer of " + bytes + " bytes does not fit into what the JVM may have outside its heap; give it more with -XX:MaxDirectMemorySize", e);
    }
  }

  /** The array or buffer of which a slice is wanted. */
  static <B> B whole(B memory) {
    return Arguments.memory(memory, "MPI.slice");
  }

  /** Checks that a slice from {@code offset} exists. */
  static int from(int offset, int length) {
    if (offset < 0 || offset > length) {
      throw new MPIException(ErrorClasses.ERR_ARG, "MPI.slice: offset " + offset + " is not in 0.." + length);
    }
    return offset;
  }

  /** Elements of {@code buffer} from {@code offset}. */
  static int rest(Buffer buffer, int offset) {
    return buffer.capacity() - from(offset, buffer.capacity());
  }

  /** The elements of {@code buffer} from {@code offset}. */
  static ByteBuffer slice(ByteBuffer buffer, int offset) {
    return whole(buffer).slice(offset, rest(buffer, offset)).order(ByteOrder.nativeOrder());
  }
}
