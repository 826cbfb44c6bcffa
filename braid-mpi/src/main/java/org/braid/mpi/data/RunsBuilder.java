package org.braid.mpi.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects runs and joins each with the one before it if they touch and have one base type. */
final class RunsBuilder {
  /** So many separate runs are listed, 20 MiB of description; more are there only as a list that is repeated. */
  static final int MAX_RUNS = 1 << 20;

  /** How many runs a list has that is repeated, if that number of elements divides theirs. */
  private static final int LISTED_RUNS = 1 << 10;

  private BaseType[] base = new BaseType[4];
  private long[] at = new long[4];
  private long[] count = new long[4];
  private int length;
  private @Nullable Runs repeated;

  /** Adds {@code times} elements of {@code type}, the first moved by {@code shift} bytes. */
  void repeat(TypeMap type, long times, long shift) {
    if (times > 0 && isOneRunOverAndOver(type)) {
      add(type.runs.base[0], Math.addExact(shift, type.runs.at[0]), Math.multiplyExact(type.runs.count[0], times));
      return;
    }
    if (times == 0 || type.runs.length() == 0) {
      return;
    }
    if (type.runs.areRepeated() || times > MAX_RUNS / type.runs.length()) {
      repeatList(type, times, shift);
      return;
    }
    for (long k = 0; k < times; k++) {
      add(type.runs, Math.addExact(shift, Math.multiplyExact(k, type.extentBytes())));
    }
  }

  /** What is too long to be listed stands alone. */
  private void repeatList(TypeMap type, long times, long shift) {
    Runs runs = type.runs;
    boolean isOtherDistance = runs.areRepeated() && times > 1 && type.extentBytes() != runs.times * runs.stepBytes;
    if (length > 0 || repeated != null || isOtherDistance) {
      throw tooMany();
    }
    repeated = runs.areRepeated() ? runs.listed(Math.multiplyExact(runs.times, times), runs.stepBytes, shift) : repeated(type, times, shift);
  }

  /** As many of the elements as divide their number are listed: lists are walked over faster than repetitions. */
  private static Runs repeated(TypeMap type, long times, long shift) {
    long listed = Math.max(1, LISTED_RUNS / type.runs.length());
    while (times % listed != 0) {
      listed--;
    }
    RunsBuilder list = new RunsBuilder();
    list.repeat(type, listed, 0);
    return list.build().listed(times / listed, Math.multiplyExact(listed, type.extentBytes()), shift);
  }

  private static ArithmeticException tooMany() {
    return new ArithmeticException("the type map has more than " + MAX_RUNS + " separate blocks, which are not one list of them again and again at one distance");
  }

  private static boolean isOneRunOverAndOver(TypeMap type) {
    return type.runs.length() == 1 && !type.runs.areRepeated() && type.extentBytes() == type.sizeBytes();
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
    if (length == MAX_RUNS || repeated != null) {
      throw tooMany();
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
    return repeated != null ? repeated : new Runs(Arrays.copyOf(base, length), Arrays.copyOf(at, length), Arrays.copyOf(count, length));
  }
}
