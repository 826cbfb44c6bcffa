package org.braid.mpi.data;

import java.util.Arrays;

/** Collects runs and joins each with the one before it if they touch and have one base type. */
final class RunsBuilder {
  /** So many separate runs are listed, 20 MiB of description; more are there only as what is repeated. */
  static final int MAX_RUNS = 1 << 20;

  private BaseType[] base = new BaseType[4];
  private long[] at = new long[4];
  private long[] count = new long[4];
  private int length;

  /**
   * Adds {@code times} elements of {@code type}, the first moved by {@code shift} bytes.
   *
   * @return false if they are no list, or too many for one; some may have been added
   */
  boolean add(TypeMap type, long times, long shift) {
    if (times == 0 || type.loop.sizeBytes() == 0) {
      return true;
    }
    if (!(type.loop instanceof Runs runs)) {
      return false;
    }
    if (isOneRunOverAndOver(type)) {
      return add(runs.base(0), Math.addExact(shift, runs.at(0)), Math.multiplyExact(runs.count(0), times));
    }
    boolean fits = times <= MAX_RUNS / runs.length();
    for (long k = 0; k < times && fits; k++) {
      fits = add(runs, Math.addExact(shift, Math.multiplyExact(k, type.extentBytes())));
    }
    return fits;
  }

  /** Whether any number of elements is one run. */
  static boolean isOneRunOverAndOver(TypeMap type) {
    return type.loop instanceof Runs runs && runs.length() == 1 && type.extentBytes() == type.sizeBytes();
  }

  private boolean add(Runs runs, long shift) {
    boolean fits = true;
    for (int r = 0; r < runs.length() && fits; r++) {
      fits = add(runs.base(r), Math.addExact(runs.at(r), shift), runs.count(r));
    }
    return fits;
  }

  private boolean add(BaseType type, long displacement, long number) {
    if (length > 0 && base[length - 1] == type && displacement == end(length - 1)) {
      count[length - 1] = Math.addExact(count[length - 1], number);
      return true;
    }
    if (length == MAX_RUNS) {
      return false;
    }
    grow();
    base[length] = type;
    at[length] = displacement;
    count[length++] = number;
    return true;
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
    return Runs.of(Arrays.copyOf(base, length), Arrays.copyOf(at, length), Arrays.copyOf(count, length));
  }
}
