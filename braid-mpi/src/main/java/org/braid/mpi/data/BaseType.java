package org.braid.mpi.data;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * The Java primitive that one element of a type map has in memory, in the native byte order.
 *
 * <p>{@link #PACKED} is bytes of unknown meaning (the result of pack); {@link #OBJECT} elements are references and never lie in a
 * type map: they travel as serialized bytes.
 */
public enum BaseType {
  BYTE(1, byte[].class, ByteBuffer.class),
  CHAR(2, char[].class, CharBuffer.class),
  SHORT(2, short[].class, ShortBuffer.class),
  BOOLEAN(1, boolean[].class, ByteBuffer.class),
  INT(4, int[].class, IntBuffer.class),
  LONG(8, long[].class, LongBuffer.class),
  FLOAT(4, float[].class, FloatBuffer.class),
  DOUBLE(8, double[].class, DoubleBuffer.class),
  PACKED(1, byte[].class, ByteBuffer.class),
  OBJECT(1, Object[].class, ByteBuffer.class);

  private final int bytes;
  private final Class<?> arrayClass;
  private final Class<? extends Buffer> bufferClass;

  BaseType(int bytes, Class<?> arrayClass, Class<? extends Buffer> bufferClass) {
    this.bytes = bytes;
    this.arrayClass = arrayClass;
    this.bufferClass = bufferClass;
  }

  /** For people, of the code that messages carry: one more than the number of the type. */
  public static String nameOf(int code) {
    BaseType[] known = values();
    return code >= 1 && code <= known.length ? "MPI." + known[code - 1].name() : "of code " + code;
  }

  /** Size and alignment of one element in bytes. */
  public int bytes() {
    return bytes;
  }

  /** The array that holds elements of this type, {@code int[].class} for instance. */
  public Class<?> arrayClass() {
    return arrayClass;
  }

  /**
   * Whether elements of this type may lie in {@code memory}: its own array, its own buffer, or plain bytes ({@code byte[]},
   * {@code ByteBuffer}, native segment), which may hold anything.
   */
  public boolean mayLieIn(Object memory) {
    if (memory.getClass() == arrayClass) {
      return true;
    }
    return this == OBJECT ? memory instanceof Object[] : isBytesOrOwnBuffer(memory);
  }

  private boolean isBytesOrOwnBuffer(Object memory) {
    return memory instanceof byte[]
        || memory instanceof ByteBuffer
        || bufferClass.isInstance(memory)
        || memory instanceof java.lang.foreign.MemorySegment;
  }
}
