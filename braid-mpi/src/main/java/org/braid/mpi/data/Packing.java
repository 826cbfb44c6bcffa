package org.braid.mpi.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Gathers the data of derived elements from user memory into gapless bytes, and scatters them back, run by run in type-map order.
 */
public final class Packing {
  private Packing() {}

  /** Packs {@code count} elements from byte {@code offset} of {@code base}, which of a slice may be negative, into {@code to} from {@code at}; bytes written. */
  public static int pack(TypeMap map, Object base, long offset, int count, byte[] to, int at) {
    final Object memory = UserMemory.whole(base);
    final long start = offset + UserMemory.bytesBefore(base);
    if (map.isContiguous()) {
      int bytes = Math.multiplyExact(count, map.sizeBytes());
      UserMemory.copy(memory, start, to, at, bytes);
      return bytes;
    }
    final Runs runs = map.runs;
    int done = at;
    for (int k = 0; k < count; k++) {
      long element = start + (long) k * map.extentBytes();
      for (int r = 0; r < runs.length(); r++) {
        int bytes = (int) runs.bytes(r);
        move(memory, element + runs.at[r], to, done, bytes);
        done += bytes;
      }
    }
    return done - at;
  }

  /**
   * Unpacks {@code bytes} bytes of {@code from}, starting at {@code at}, into elements from byte {@code offset} of {@code base};
   * the last element may be filled in part.
   */
  public static void unpack(TypeMap map, byte[] from, int at, int bytes, Object base, long offset) {
    final Object memory = UserMemory.whole(base);
    final long start = offset + UserMemory.bytesBefore(base);
    if (map.isContiguous()) {
      UserMemory.copy(from, at, memory, start, bytes);
      return;
    }
    final Runs runs = map.runs;
    final int end = at + bytes;
    int done = at;
    for (long element = start; done < end; element += map.extentBytes()) {
      for (int r = 0; r < runs.length() && done < end; r++) {
        int take = (int) Math.min(runs.bytes(r), end - done);
        move(from, done, memory, element + runs.at[r], take);
        done += take;
      }
    }
  }

  /** One element of 4 or 8 bytes, the common run of strided vectors, goes without the set-up of a block copy. */
  private static void move(Object from, long fromOffset, Object to, long toOffset, int bytes) {
    if ((bytes == 8 || bytes == 4) && !(from instanceof boolean[]) && !(to instanceof boolean[])) {
      moveWord(UserMemory.view(from), fromOffset, UserMemory.view(to), toOffset, bytes);
    } else {
      UserMemory.copy(from, fromOffset, to, toOffset, bytes);
    }
  }

  private static void moveWord(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, int bytes) {
    if (bytes == 8) {
      to.set(ValueLayout.JAVA_LONG_UNALIGNED, toOffset, from.get(ValueLayout.JAVA_LONG_UNALIGNED, fromOffset));
    } else {
      to.set(ValueLayout.JAVA_INT_UNALIGNED, toOffset, from.get(ValueLayout.JAVA_INT_UNALIGNED, fromOffset));
    }
  }
}
