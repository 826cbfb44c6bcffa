package org.braid.mpi.data;

import org.jspecify.annotations.Nullable;

/**
 * The data of a type map as runs of equal base elements, in type-map order; neighbours that touch are one run.
 *
 * <p>Run r is {@code count[r]} elements of {@code base[r]} from byte {@code at[r]}.
 */
final class Runs {
  static final Runs EMPTY = new Runs(new BaseType[0], new int[0], new int[0]);

  final BaseType[] base;
  final int[] at;
  final int[] count;
  private final int sizeBytes;
  private final int elements;
  private final int first;
  private final int last;

  Runs(BaseType[] base, int[] at, int[] count) {
    this.base = base;
    this.at = at;
    this.count = count;
    long size = 0;
    long number = 0;
    long low = at.length == 0 ? 0 : Long.MAX_VALUE;
    long high = at.length == 0 ? 0 : Long.MIN_VALUE;
    for (int r = 0; r < at.length; r++) {
      size += bytes(r);
      number += count[r];
      low = Math.min(low, at[r]);
      high = Math.max(high, at[r] + bytes(r));
    }
    this.sizeBytes = Math.toIntExact(size);
    this.elements = Math.toIntExact(number);
    this.first = Math.toIntExact(low);
    this.last = Math.toIntExact(high);
  }

  static Runs of(BaseType base, int count) {
    return new Runs(new BaseType[] {base}, new int[] {0}, new int[] {count});
  }

  int length() {
    return at.length;
  }

  long bytes(int r) {
    return (long) count[r] * base[r].bytes();
  }

  int sizeBytes() {
    return sizeBytes;
  }

  int elements() {
    return elements;
  }

  /** Lowest displacement of any byte. */
  int first() {
    return first;
  }

  /** One past the highest displacement of any byte. */
  int last() {
    return last;
  }

  boolean isOneBlockAt(int displacement) {
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

  BaseType elementBase(int i) {
    return base[runOf(i)];
  }

  int elementAt(int i) {
    int r = runOf(i);
    int before = 0;
    for (int q = 0; q < r; q++) {
      before += count[q];
    }
    return at[r] + (i - before) * base[r].bytes();
  }

  private int runOf(int i) {
    int r = 0;
    for (int left = i; left >= count[r]; r++) {
      left -= count[r];
    }
    return r;
  }

  /** Whole base elements in the first {@code bytes} bytes of one packed element, or -1 if the last one is cut. */
  int elementsIn(int bytes) {
    int left = bytes;
    int whole = 0;
    for (int r = 0; left > 0; r++) {
      int take = (int) Math.min(left, bytes(r));
      if (take % base[r].bytes() != 0) {
        return -1;
      }
      whole += take / base[r].bytes();
      left -= take;
    }
    return whole;
  }
}
