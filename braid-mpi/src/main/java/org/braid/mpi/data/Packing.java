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
    final Mover mover = new Mover(memory, to);
    long done = at;
    for (long k = 0; k < count; k++) {
      map.loop.move(0, map.sizeBytes(), memory, start + k * map.extentBytes(), to, done, true, mover);
      done += map.sizeBytes();
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
    final Mover mover = new Mover(from, memory);
    final long end = at + bytes;
    long element = start;
    for (long done = at; done < end; element += map.extentBytes()) {
      long take = Math.min(map.sizeBytes(), end - done);
      map.loop.move(0, take, memory, element, from, done, false, mover);
      done += take;
    }
  }

  /** Moves runs from one memory to another, both of which are looked at once. Short ones go word by word, without the set-up of a block copy. */
  private static final class Mover extends RunsMover {
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

    @Override
    void move(Runs list, long position, long length, Object withGaps, long place, Object packed, long at, boolean gathers) {
      long end = position + length;
      int run = position == 0 ? 0 : list.runOf(position);
      for (long here = position; here < end; run++) {
        long within = here - list.before(run);
        long bytes = Math.min(list.bytes(run) - within, end - here);
        long user = place + list.at(run) + within;
        long gapless = at + here - position;
        move(gathers ? user : gapless, gathers ? gapless : user, bytes);
        here += bytes;
      }
    }

    private void move(long fromOffset, long toOffset, long bytes) {
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
