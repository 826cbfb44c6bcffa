package org.braid.mpi.data;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;

/**
 * Copies between two pieces of user memory, each a pair (base, byte offset from element 0): a primitive array, a direct or heap
 * buffer whose position is ignored, or a memory segment. Bounds are checked by the copy itself.
 *
 * <p>{@code boolean[]} has no segment view in the JDK, so its elements are moved one by one, as bytes 0 and 1.
 */
public final class UserMemory {
  private UserMemory() {}

  /** Copies {@code bytes} bytes; overlapping ranges of one memory are copied as if through a temporary. */
  public static void copy(Object from, long fromOffset, Object to, long toOffset, int bytes) {
    if (from instanceof boolean[] source) {
      fromBooleans(source, (int) fromOffset, to, toOffset, bytes);
    } else if (to instanceof boolean[] target) {
      toBooleans(view(from), fromOffset, target, (int) toOffset, bytes);
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
      target.set(java.lang.foreign.ValueLayout.JAVA_BYTE, toOffset + i, from[at + i] ? (byte) 1 : (byte) 0);
    }
  }

  private static void toBooleans(MemorySegment from, long fromOffset, boolean[] to, int at, int bytes) {
    for (int i = 0; i < bytes; i++) {
      to[at + i] = from.get(java.lang.foreign.ValueLayout.JAVA_BYTE, fromOffset + i) != 0;
    }
  }

  /** The whole of {@code base} as a segment; offset 0 is element 0 whatever a buffer's position is. Not for {@code boolean[]}. */
  static MemorySegment view(Object base) {
    return switch (base) {
      case MemorySegment segment -> segment;
      case byte[] array -> MemorySegment.ofArray(array);
      case int[] array -> MemorySegment.ofArray(array);
      case long[] array -> MemorySegment.ofArray(array);
      case double[] array -> MemorySegment.ofArray(array);
      case float[] array -> MemorySegment.ofArray(array);
      case short[] array -> MemorySegment.ofArray(array);
      case char[] array -> MemorySegment.ofArray(array);
      case Buffer buffer -> MemorySegment.ofBuffer(buffer.duplicate().clear());
      default -> throw new IllegalArgumentException("not a message buffer: " + base.getClass().getName());
    };
  }

  /** Capacity in bytes of {@code base}, or -1 if it is nothing a message can live in. */
  public static long capacityBytes(Object base) {
    return switch (base) {
      case byte[] array -> array.length;
      case double[] array -> array.length * 8L;
      case int[] array -> array.length * 4L;
      case long[] array -> array.length * 8L;
      case Buffer buffer -> (long) buffer.capacity() * elementBytes(buffer);
      case float[] array -> array.length * 4L;
      case char[] array -> array.length * 2L;
      case short[] array -> array.length * 2L;
      case boolean[] array -> array.length;
      case MemorySegment segment -> segment.byteSize();
      default -> -1;
    };
  }

  /** Bytes per element of {@code base}: what one step of a Java index means; 1 for bytes, segments and unknown memory. */
  public static int elementBytes(Object base) {
    return switch (base) {
      case double[] _, long[] _, java.nio.DoubleBuffer _, java.nio.LongBuffer _ -> 8;
      case int[] _, float[] _, java.nio.IntBuffer _, java.nio.FloatBuffer _ -> 4;
      case char[] _, short[] _, java.nio.CharBuffer _, java.nio.ShortBuffer _ -> 2;
      default -> 1;
    };
  }
}
