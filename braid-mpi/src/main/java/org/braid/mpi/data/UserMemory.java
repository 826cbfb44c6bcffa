package org.braid.mpi.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Copies between two pieces of user memory, each a pair (base, byte offset from element 0): a primitive array, a direct or heap
 * buffer whose position is ignored, or a memory segment. Bounds are checked by the copy itself.
 *
 * <p>{@code boolean[]} has no segment view in the JDK, so its elements are moved one by one, as bytes 0 and 1.
 * Tests of classes are plain {@code instanceof} chains: a pattern switch would start the linker before the first message.
 */
public final class UserMemory {
  private UserMemory() {}

  /** Copies {@code bytes} bytes; overlapping ranges of one memory are copied as if through a temporary. */
  public static void copy(Object from, long fromOffset, Object to, long toOffset, long bytes) {
    if (from instanceof boolean[] source) {
      fromBooleans(source, (int) fromOffset, to, toOffset, Math.toIntExact(bytes));
    } else if (to instanceof boolean[] target) {
      toBooleans(view(from), fromOffset, target, (int) toOffset, Math.toIntExact(bytes));
    } else {
      MemorySegment.copy(view(from), fromOffset, view(to), toOffset, bytes);
    }
  }

  private static void fromBooleans(boolean[] from, int at, Object to, long toOffset, int bytes) {
    if (to instanceof boolean[] target) {
      System.arraycopy(from, at, target, (int) toOffset, bytes);
      return;
    }
    MemorySegment target = view(to);
    for (int i = 0; i < bytes; i++) {
      target.set(ValueLayout.JAVA_BYTE, toOffset + i, from[at + i] ? (byte) 1 : (byte) 0);
    }
  }

  private static void toBooleans(MemorySegment from, long fromOffset, boolean[] to, int at, int bytes) {
    for (int i = 0; i < bytes; i++) {
      to[at + i] = from.get(ValueLayout.JAVA_BYTE, fromOffset + i) != 0;
    }
  }

  /** The whole of {@code base} as a segment; offset 0 is element 0 whatever a buffer's position is. Not for {@code boolean[]}. */
  public static MemorySegment view(Object base) {
    if (base instanceof byte[] array) {
      return MemorySegment.ofArray(array);
    }
    if (base instanceof Buffer buffer) {
      return MemorySegment.ofBuffer(buffer.duplicate().clear());
    }
    return base instanceof MemorySegment segment ? segment : viewOfArray(base);
  }

  private static MemorySegment viewOfArray(Object base) {
    if (base instanceof int[] array) {
      return MemorySegment.ofArray(array);
    }
    if (base instanceof double[] array) {
      return MemorySegment.ofArray(array);
    }
    if (base instanceof long[] array) {
      return MemorySegment.ofArray(array);
    }
    if (base instanceof float[] array) {
      return MemorySegment.ofArray(array);
    }
    if (base instanceof char[] array) {
      return MemorySegment.ofArray(array);
    }
    if (base instanceof short[] array) {
      return MemorySegment.ofArray(array);
    }
    throw new IllegalArgumentException("not a message buffer: " + base.getClass().getName());
  }

  /** Capacity in bytes of {@code base}, or -1 if it is nothing a message can live in. */
  public static long capacityBytes(Object base) {
    if (base instanceof Buffer buffer) {
      return (long) buffer.capacity() * elementBytes(buffer);
    }
    if (base instanceof MemorySegment segment) {
      return segment.byteSize();
    }
    Class<?> component = base.getClass().getComponentType();
    return component != null && component.isPrimitive() ? (long) Array.getLength(base) * elementBytes(base) : -1;
  }

  /** How many bytes of the array that a heap buffer shows lie before the buffer's element 0; 0 for other memory. */
  public static long bytesBefore(Object base) {
    return base instanceof Buffer buffer && buffer.hasArray() ? (long) buffer.arrayOffset() * elementBytes(buffer) : 0;
  }

  /** The array that a heap buffer shows, whose elements before the buffer's element 0 may be reached by negative strides and displacements; other memory is what it is. */
  public static Object whole(Object base) {
    return base instanceof Buffer buffer && buffer.hasArray() ? buffer.array() : base;
  }

  /** Bytes per element of {@code base}: what one step of a Java index means; 1 for bytes, segments and unknown memory. */
  public static int elementBytes(Object base) {
    if (base instanceof byte[] || base instanceof ByteBuffer) {
      return 1;
    }
    if (base instanceof double[] || base instanceof long[] || base instanceof DoubleBuffer || base instanceof LongBuffer) {
      return 8;
    }
    if (base instanceof int[] || base instanceof float[] || base instanceof IntBuffer || base instanceof FloatBuffer) {
      return 4;
    }
    return base instanceof char[] || base instanceof short[] || base instanceof CharBuffer || base instanceof ShortBuffer ? 2 : 1;
  }
}
