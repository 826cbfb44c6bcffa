package org.braid.mpi.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the data of derived elements from user memory into gapless bytes, and scatters them back, run by run in type-map order.
 */
public final class Packing {
  private Packing() {}

  /** Packs {@code count} elements from byte {@code offset} of {@code base}, which of a slice may be negative, into other memory from byte {@code at} on; bytes written. */
  public static long pack(TypeMap map, Object base, long offset, long count, Object to, long at) {
    final Object memory = UserMemory.whole(base);
    final long start = offset + UserMemory.bytesBefore(base);
    if (map.isContiguous()) {
      long bytes = Math.multiplyExact(count, map.sizeBytes());
      UserMemory.copy(memory, start, to, at, bytes);
      return bytes;
    }
    final Runs runs = map.runs;
    final Mover mover = new Mover(memory, to);
    long done = at;
    for (long k = 0; k < count; k++) {
      for (long t = 0; t < runs.times; t++) {
        long list = start + k * map.extentBytes() + t * runs.stepBytes;
        for (int r = 0; r < runs.length(); r++) {
          long bytes = runs.bytes(r);
          mover.move(list + runs.at[r], done, bytes);
          done += bytes;
        }
      }
    }
    return done - at;
  }

  /**
   * Unpacks {@code bytes} bytes of {@code from}, starting at {@code at}, into elements from byte {@code offset} of {@code base};
   * the last element may be filled in part.
   */
  public static void unpack(TypeMap map, Object from, long at, long bytes, Object base, long offset) {
    final Object memory = UserMemory.whole(base);
    final long start = offset + UserMemory.bytesBefore(base);
    if (map.isContiguous()) {
      UserMemory.copy(from, at, memory, start, bytes);
      return;
    }
    final Runs runs = map.runs;
    final Mover mover = new Mover(from, memory);
    final long end = at + bytes;
    long done = at;
    for (long element = start; done < end; element += map.extentBytes()) {
      for (long t = 0; t < runs.times && done < end; t++) {
        long list = element + t * runs.stepBytes;
        for (int r = 0; r < runs.length() && done < end; r++) {
          long take = Math.min(runs.bytes(r), end - done);
          mover.move(done, list + runs.at[r], take);
          done += take;
        }
      }
    }
  }

  /** Moves runs from one memory to another, both of which are looked at once. Short ones go word by word, without the set-up of a block copy. */
  private static final class Mover {
    private static final int SHORT_BYTES = 128;

    private final Object from;
    private final Object to;
    private final @Nullable MemorySegment fromBytes;
    private final @Nullable MemorySegment toBytes;

    Mover(Object from, Object to) {
      boolean hasBytes = !(from instanceof boolean[]) && !(to instanceof boolean[]);
      this.from = from;
      this.to = to;
      this.fromBytes = hasBytes ? UserMemory.view(from) : null;
      this.toBytes = hasBytes ? UserMemory.view(to) : null;
    }

    void move(long fromOffset, long toOffset, long bytes) {
      MemorySegment source = fromBytes;
      MemorySegment target = toBytes;
      if (source == null || target == null) {
        UserMemory.copy(from, fromOffset, to, toOffset, bytes);
      } else if (bytes > SHORT_BYTES || (bytes & 3) != 0) {
        MemorySegment.copy(source, fromOffset, target, toOffset, bytes);
      } else {
        moveWords(source, fromOffset, target, toOffset, (int) bytes);
      }
    }

    private static void moveWords(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, int bytes) {
      int done = 0;
      for (; done + Long.BYTES <= bytes; done += Long.BYTES) {
        to.set(ValueLayout.JAVA_LONG_UNALIGNED, toOffset + done, from.get(ValueLayout.JAVA_LONG_UNALIGNED, fromOffset + done));
      }
      if (done < bytes) {
        to.set(ValueLayout.JAVA_INT_UNALIGNED, toOffset + done, from.get(ValueLayout.JAVA_INT_UNALIGNED, fromOffset + done));
      }
    }
  }
}
