package org.braid.mpi.data;

import java.util.Arrays;

/** Collects runs and joins each with the one before it if they touch and have one base type. */
final class RunsBuilder {
  /** A type map with more separate runs than this is refused: 20 MiB of description. */
  static final int MAX_RUNS = 1 << 20;

  private BaseType[] base = new BaseType[4];
  private long[] at = new long[4];
  private long[] count = new long[4];
  private int length;

  /** Adds {@code times} elements of {@code type}, the first moved by {@code shift} bytes. */
  void repeat(TypeMap type, long times, long shift) {
    if (times > 0 && isOneRunOverAndOver(type)) {
      add(type.runs.base[0], Math.addExact(shift, type.runs.at[0]), Math.multiplyExact(type.runs.count[0], times));
      return;
    }
    for (long k = 0; k < times && type.runs.length() > 0; k++) { // each adds a run, so that there are not too many
      add(type.runs, Math.addExact(shift, Math.multiplyExact(k, type.extentBytes())));
    }
  }

  private static boolean isOneRunOverAndOver(TypeMap type) {
    return type.runs.length() == 1 && type.extentBytes() == type.sizeBytes();
  }

  private void add(Runs runs, long shift) {
    for (int r = 0; r < runs.length(); r++) {
      add(runs.base[r], Math.addExact(runs.at[r], shift), runs.count[r]);
    }
  }

  private void add(BaseType type, long displacement, long number) {
    if (length > 0 && base[length - 1] == type && displacement == end(length - 1)) {
      count[length - 1] = Math.addExact(count[length - 1], number);
      return;
    }
    if (length == MAX_RUNS) {
      throw new ArithmeticException("the type map has more than " + MAX_RUNS + " separate blocks");
    }
    grow();
    base[length] = type;
    at[length] = displacement;
    count[length++] = number;
  }

  private long end(int r) {
    return at[r] + count[r] * base[r].bytes();
  }

  private void grow() {
    if (length == at.length) {
      base = Arrays.copyOf(base, 2 * length);
      at = Arrays.copyOf(at, 2 * length);
      count = Arrays.copyOf(count, 2 * length);
    }
  }

  Runs build() {
    return new Runs(Arrays.copyOf(base, length), Arrays.copyOf(at, length), Arrays.copyOf(count, length));
  }
}
