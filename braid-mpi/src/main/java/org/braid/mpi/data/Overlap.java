package org.braid.mpi.data;

import java.lang.foreign.MemorySegment;
import org.braid.base.memory.Memory;

/**
 * Whether two pieces of user memory share bytes, whatever objects show them: the same array, buffers around it, slices, views of other element types, segments. Allocates nothing for arrays
 * and direct buffers.
 */
public final class Overlap {
  /** No byte of one is a byte of the other. */
  private static final long APART = Long.MIN_VALUE;

  private Overlap() {}

  /**
   * Whether the ranges share a byte.
   *
   * @param from first byte of the range, counted from element 0 of {@code one}
   * @param bytes length of the range; ranges of no bytes share nothing
   */
  public static boolean isBetween(Object one, long from, long bytes, Object other, long otherFrom, long otherBytes) {
    if (bytes <= 0 || otherBytes <= 0) {
      return false;
    }
    long shift = shift(one, other);
    return shift != APART && from < otherFrom + shift + otherBytes && otherFrom + shift < from + bytes;
  }

  /** Whether both bytes are one and the same. */
  public static boolean isSamePlace(Object one, long at, Object other, long otherAt) {
    long shift = shift(one, other);
    return shift != APART && at == otherAt + shift;
  }

  /** Where byte 0 of {@code other} lies, counted from byte 0 of {@code one}. */
  private static long shift(Object one, Object other) {
    if (one == other) {
      return 0;
    }
    if (one.getClass().isArray() && other.getClass().isArray()) {
      return APART;
    }
    long address = Memory.addressOrZero(one);
    long otherAddress = Memory.addressOrZero(other);
    if (address != 0 || otherAddress != 0) {
      return address != 0 && otherAddress != 0 ? otherAddress - address : APART;
    }
    return one instanceof boolean[] || other instanceof boolean[] ? APART : shift(UserMemory.view(one), UserMemory.view(other));
  }

  private static long shift(MemorySegment one, MemorySegment other) {
    return one.asOverlappingSlice(other).isPresent() ? other.address() - one.address() : APART;
  }
}
