package org.braid.mpi.data;

import java.lang.foreign.Arena;
import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;

/** Memory for packed data of any length: an array, and beyond what an array holds memory outside the heap, which goes when nothing refers to it any more. */
public final class PackedMemory {
  /** The longest array that every virtual machine makes. */
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private static final int ALIGNMENT = 64;

  private PackedMemory() {}

  /**
   * Of so many bytes, which are zeros.
   *
   * @throws BraidException {@code BRD-1109} if there is no more memory outside the heap
   */
  public static Object of(long bytes) {
    return bytes <= LONGEST_ARRAY ? new byte[(int) bytes] : DirectMemory.segment(Arena.ofAuto(), bytes, ALIGNMENT);
  }
}
