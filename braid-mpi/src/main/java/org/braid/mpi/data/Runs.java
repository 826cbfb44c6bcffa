package org.braid.mpi.data;

import org.jspecify.annotations.Nullable;

/**
 * The data of a type map as runs of equal base elements, in type-map order; neighbours that touch are one run. Too many to be listed are a list that is repeated.
 *
 * <p>Run r is {@code count[r]} elements of {@code base[r]} from byte {@code at[r]}; all runs are there {@code times} times, from one time to the next {@code stepBytes} further.
 */
final class Runs {
  static final Runs EMPTY = new Runs(new BaseType[0], new long[0], new long[0]);

  final BaseType[] base;
  final long[] at;
  final long[] count;
  final long times;
  final long stepBytes;
  private final long listedElements;
  private final long listedBytes;
  private final long sizeBytes;
  private final long elements;
  private final long first;
  private final long last;

  Runs(BaseType[] base, long[] at, long[] count) {
    this(base, at, count, 1, 0);
  }

  private Runs(BaseType[] base, long[] at, long[] count, long times, long stepBytes) {
    this.base = base;
    this.at = at;
    this.count = count;
    this.times = times;
    this.stepBytes = stepBytes;
    long size = 0;
    long number = 0;
    long low = at.length == 0 ? 0 : Long.MAX_VALUE;
    long high = at.length == 0 ? 0 : Long.MIN_VALUE;
    for (int r = 0; r < at.length; r++) {
      long bytes = Math.multiplyExact(count[r], (long) base[r].bytes());
      size = Math.addExact(size, bytes);
      number += count[r];
      low = Math.min(low, at[r]);
      high = Math.max(high, Math.addExact(at[r], bytes));
    }
    long reach = Math.multiplyExact(times - 1, stepBytes);
    this.listedBytes = size;
    this.listedElements = number;
    this.sizeBytes = Math.multiplyExact(size, times);
    this.elements = Math.multiplyExact(number, times);
    this.first = Math.addExact(low, Math.min(0, reach));
    this.last = Math.addExact(high, Math.max(0, reach));
  }

  static Runs of(BaseType base, long count) {
    return new Runs(new BaseType[] {base}, new long[] {0}, new long[] {count});
  }

  /** The list, {@code shift} bytes further, so many times at that distance. */
  Runs listed(long newTimes, long step, long shift) {
    long[] moved = new long[at.length];
    for (int r = 0; r < moved.length; r++) {
      moved[r] = Math.addExact(at[r], shift);
    }
    return new Runs(base, moved, count, newTimes, step);
  }

  boolean areRepeated() {
    return times > 1;
  }

  /** How many are listed. */
  int length() {
    return at.length;
  }

  /** Bytes of those that are listed. */
  long listedBytes() {
    return listedBytes;
  }

  long bytes(int r) {
    return count[r] * base[r].bytes();
  }

  long sizeBytes() {
    return sizeBytes;
  }

  long elements() {
    return elements;
  }

  /** Lowest displacement of any byte. */
  long first() {
    return first;
  }

  /** One past the highest displacement of any byte. */
  long last() {
    return last;
  }

  boolean isOneBlockAt(long displacement) {
    return sizeBytes == 0 || at[0] == displacement && isGapless();
  }

  private boolean isGapless() {
    for (int r = 1; r < at.length; r++) {
      if (at[r] != at[r - 1] + bytes(r - 1)) {
        return false;
      }
    }
    return times == 1 || stepBytes == listedBytes;
  }

  @Nullable BaseType commonBase() {
    for (BaseType each : base) {
      if (each != base[0]) {
        return null;
      }
    }
    return base.length == 0 ? null : base[0];
  }

  BaseType elementBase(long i) {
    return base[runOf(i % listedElements)];
  }

  long elementAt(long element) {
    long i = element % listedElements;
    int r = runOf(i);
    long before = 0;
    for (int q = 0; q < r; q++) {
      before += count[q];
    }
    return element / listedElements * stepBytes + at[r] + (i - before) * base[r].bytes();
  }

  private int runOf(long i) {
    int r = 0;
    for (long left = i; left >= count[r]; r++) {
      left -= count[r];
    }
    return r;
  }

  /** Whole base elements in the first {@code bytes} bytes of one packed element, or -1 if the last one is cut. */
  long elementsIn(long bytes) {
    long left = bytes == 0 ? 0 : bytes % listedBytes;
    long whole = bytes == 0 ? 0 : bytes / listedBytes * listedElements;
    for (int r = 0; left > 0; r++) {
      long take = Math.min(left, bytes(r));
      if (take % base[r].bytes() != 0) {
        return -1;
      }
      whole += take / base[r].bytes();
      left -= take;
    }
    return whole;
  }
}
