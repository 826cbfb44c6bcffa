package org.braid.mpi.data;

import org.jspecify.annotations.Nullable;

/**
 * The data of a type map as runs of equal base elements, in type-map order; neighbours that touch are one run.
 *
 * <p>Run r is {@code count[r]} elements of {@code base[r]} from byte {@code at[r]}.
 */
final class Runs {
  static final Runs EMPTY = new Runs(new BaseType[0], new long[0], new long[0]);

  final BaseType[] base;
  final long[] at;
  final long[] count;
  private final long sizeBytes;
  private final long elements;
  private final long first;
  private final long last;

  Runs(BaseType[] base, long[] at, long[] count) {
    this.base = base;
    this.at = at;
    this.count = count;
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
    this.sizeBytes = size;
    this.elements = number;
    this.first = low;
    this.last = high;
  }

  static Runs of(BaseType base, long count) {
    return new Runs(new BaseType[] {base}, new long[] {0}, new long[] {count});
  }

  int length() {
    return at.length;
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
    return true;
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
    return base[runOf(i)];
  }

  long elementAt(long i) {
    int r = runOf(i);
    long before = 0;
    for (int q = 0; q < r; q++) {
      before += count[q];
    }
    return at[r] + (i - before) * base[r].bytes();
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
    long left = bytes;
    long whole = 0;
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
