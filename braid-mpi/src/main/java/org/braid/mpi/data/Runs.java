package org.braid.mpi.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A list of runs of equal base elements, in type-map order; neighbours that touch are one run.
 *
 * <pre>
 *   stream         0     before[1]  before[2]         size
 *                  |#####|          |#########|
 *   displacement   at[0]            at[1]
 * </pre>
 */
final class Runs extends Dataloop {
  static final Runs EMPTY = of(new BaseType[0], new long[0], new long[0]);

  private final BaseType[] base;
  private final long[] at;
  private final long[] before;
  private final boolean gapless;
  private final boolean rising;
  private final long placeBits;
  private final @Nullable BaseType common;

  private Runs(BaseType[] base, long[] at, long[] before, long elements, long first, long last) {
    super(before[at.length], elements, first, last);
    this.base = base;
    this.at = at;
    this.before = before;
    boolean touch = true;
    boolean rise = true;
    boolean same = at.length > 0;
    long bits = 0;
    for (int r = 0; r < at.length; r++) {
      long end = r == 0 ? at[0] : at[r - 1] + bytes(r - 1);
      touch &= at[r] == end;
      rise &= at[r] >= end;
      same &= base[r] == base[0];
      bits |= at[r] | before[r];
    }
    this.gapless = touch;
    this.rising = rise;
    this.placeBits = bits | before[at.length];
    this.common = same ? base[0] : null;
  }

  /** So many elements of each type, from byte {@code at[r]} on. */
  static Runs of(BaseType[] base, long[] at, long[] count) {
    long[] before = new long[at.length + 1];
    long number = 0;
    long low = at.length == 0 ? 0 : Long.MAX_VALUE;
    long high = at.length == 0 ? 0 : Long.MIN_VALUE;
    for (int r = 0; r < at.length; r++) {
      long bytes = Math.multiplyExact(count[r], (long) base[r].bytes());
      before[r + 1] = Math.addExact(before[r], bytes);
      number += count[r];
      low = Math.min(low, at[r]);
      high = Math.max(high, Math.addExact(at[r], bytes));
    }
    return new Runs(base, at, before, number, low, high);
  }

  static Runs of(BaseType base, long count) {
    return block(base, 0, count);
  }

  /** One run. */
  static Runs block(BaseType base, long at, long count) {
    return of(new BaseType[] {base}, new long[] {at}, new long[] {count});
  }

  /** How many there are. */
  int length() {
    return at.length;
  }

  BaseType base(int r) {
    return base[r];
  }

  long at(int r) {
    return at[r];
  }

  /** Bytes of the runs before it; of all runs, if {@code r} is their number. */
  long before(int r) {
    return before[r];
  }

  long bytes(int r) {
    return before[r + 1] - before[r];
  }

  /** Base elements in a run. */
  long count(int r) {
    return bytes(r) / base[r].bytes();
  }

  /** The run in which a byte lies. */
  int runOf(long position) {
    int r = Arrays.binarySearch(before, position);
    return r >= 0 ? r : -r - 2;
  }

  /** The first run behind {@code run} that does not lie within {@code length} bytes from the begin of {@code run} on, or the number of runs. */
  int runBehind(int run, long length) {
    long end = before[run] + length;
    return end >= sizeBytes() ? at.length : runOf(end);
  }

  @Override
  long runs() {
    return at.length;
  }

  @Override
  long listed() {
    return at.length;
  }

  @Override
  int repetitions() {
    return 0;
  }

  @Override
  boolean isGapless() {
    return gapless;
  }

  @Override
  boolean isRising() {
    return rising;
  }

  @Override
  long placeBits() {
    return placeBits;
  }

  @Override
  int alignmentBytes() {
    int most = 1;
    for (BaseType each : base) {
      most = Math.max(most, each.bytes());
    }
    return most;
  }

  @Override
  @Nullable BaseType commonBase() {
    return common;
  }

  @Override
  BaseType elementBase(long i) {
    return common != null ? common : base[runOfElement(i)];
  }

  @Override
  long elementAt(long i) {
    if (common != null) {
      long position = i * common.bytes();
      int r = runOf(position);
      return at[r] + position - before[r];
    }
    int r = runOfElement(i);
    long earlier = 0;
    for (int q = 0; q < r; q++) {
      earlier += count(q);
    }
    return at[r] + (i - earlier) * base[r].bytes();
  }

  private int runOfElement(long i) {
    int r = 0;
    for (long left = i; left >= count(r); r++) {
      left -= count(r);
    }
    return r;
  }

  @Override
  long elementsIn(long bytes) {
    if (common != null) {
      return bytes % common.bytes() == 0 ? bytes / common.bytes() : -1;
    }
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

  @Override
  long firstOf(long bytes) {
    long lowest = Long.MAX_VALUE;
    for (int r = 0; r < at.length && before[r] < bytes; r++) {
      lowest = Math.min(lowest, at[r]);
    }
    return lowest;
  }

  @Override
  long lastOf(long bytes) {
    long highest = Long.MIN_VALUE;
    for (int r = 0; r < at.length && before[r] < bytes; r++) {
      highest = Math.max(highest, at[r] + Math.min(bytes(r), bytes - before[r]));
    }
    return highest;
  }

  @Override
  long bytesBelow(long displacement) {
    if (displacement <= at[0]) {
      return 0;
    }
    int found = Arrays.binarySearch(at, displacement);
    int r = found >= 0 ? found : -found - 2;
    return before[r] + Math.min(bytes(r), displacement - at[r]);
  }

  @Override
  Runs moved(long shift) {
    if (shift == 0) {
      return this;
    }
    long[] places = new long[at.length];
    for (int r = 0; r < places.length; r++) {
      places[r] = Math.addExact(at[r], shift);
    }
    return new Runs(base, places, before, elements(), Math.addExact(first(), shift), Math.addExact(last(), shift));
  }

  @Override
  Runs ofBytes() {
    BaseType[] bytes = new BaseType[at.length];
    long[] places = new long[at.length];
    long[] count = new long[at.length];
    int length = 0;
    for (int r = 0; r < at.length; r++) {
      if (length > 0 && places[length - 1] + count[length - 1] == at[r]) {
        count[length - 1] += bytes(r);
      } else {
        bytes[length] = BaseType.BYTE;
        places[length] = at[r];
        count[length++] = bytes(r);
      }
    }
    return of(Arrays.copyOf(bytes, length), Arrays.copyOf(places, length), Arrays.copyOf(count, length));
  }

  @Override
  @Nullable Runs ofPairs(BaseType value, BaseType index) {
    return value == index ? ofTwins(value) : ofDifferent(value, index);
  }

  /** Two of one type touch, so pairs are runs of an even number. */
  private @Nullable Runs ofTwins(BaseType type) {
    boolean even = common == type;
    for (int r = 0; r < at.length && even; r++) {
      even = count(r) % 2 == 0;
    }
    return even ? ofBytes() : null;
  }

  private @Nullable Runs ofDifferent(BaseType value, BaseType index) {
    int indexAt = indexAtBytes(value, index);
    long[] places = new long[at.length / 2];
    boolean pairs = at.length % 2 == 0;
    for (int r = 0; r + 1 < at.length && pairs; r += 2) {
      pairs = base[r] == value && count(r) == 1 && base[r + 1] == index && count(r + 1) == 1 && at[r + 1] - at[r] == indexAt;
      places[r / 2] = at[r];
    }
    return pairs ? ofBytes(places, indexAt + index.bytes()) : null;
  }

  /** Where the index of a pair lies behind its value, as C has it. */
  static int indexAtBytes(BaseType value, BaseType index) {
    return Math.max(value.bytes(), index.bytes());
  }

  private static Runs ofBytes(long[] places, int each) {
    BaseType[] bytes = new BaseType[places.length];
    long[] count = new long[places.length];
    Arrays.fill(bytes, BaseType.BYTE);
    Arrays.fill(count, each);
    return of(bytes, places, count);
  }

  @Override
  void move(long position, long length, Object memory, long place, Object packed, long packedAt, boolean gathers, RunsMover mover) {
    mover.move(this, position, length, memory, place, packed, packedAt, gathers);
  }

  @Override
  void find(long position, long place, long more, long step, LayoutCursor cursor) {
    cursor.set(this, position, place, more, step);
  }
}
