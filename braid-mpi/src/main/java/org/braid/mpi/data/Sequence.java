package org.braid.mpi.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Some loops one after the other, loop i moved by {@code at[i]} bytes. One loop may be there many times. */
final class Sequence extends Dataloop {
  private final Dataloop[] loops;
  private final long[] at;
  private final long[] before; // bytes of the loops before each, and of all
  private final long[] elementsBefore;
  private final long runs;
  private final long listed;
  private final int repetitions;
  private final boolean gapless;
  private final boolean rising;
  private final long placeBits;
  private final int alignmentBytes;
  private final @Nullable BaseType common;

  /** @param loops at least one, each with data */
  Sequence(Dataloop[] loops, long[] at) {
    long[] bytes = new long[loops.length + 1];
    long[] elements = new long[loops.length + 1];
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int i = 0; i < loops.length; i++) {
      bytes[i + 1] = Math.addExact(bytes[i], loops[i].sizeBytes());
      elements[i + 1] = Math.addExact(elements[i], loops[i].elements());
      low = Math.min(low, Math.addExact(at[i], loops[i].first()));
      high = Math.max(high, Math.addExact(at[i], loops[i].last()));
    }
    super(bytes[loops.length], elements[loops.length], low, high);
    this.loops = loops;
    this.at = at;
    this.before = bytes;
    this.elementsBefore = elements;
    long number = 0;
    long entries = 0;
    int deepest = 0;
    boolean touch = true;
    boolean rise = true;
    long bits = 0;
    int alignment = 1;
    boolean same = true;
    for (int i = 0; i < loops.length; i++) {
      Dataloop loop = loops[i];
      boolean isNew = i == 0 || loop != loops[i - 1];
      long end = i == 0 ? at[0] + loop.first() : at[i - 1] + loops[i - 1].last();
      number += loop.runs();
      entries += isNew ? loop.listed() : 0;
      deepest = Math.max(deepest, loop.repetitions());
      touch &= loop.isGapless() && at[i] + loop.first() == end;
      rise &= loop.isRising() && at[i] + loop.first() >= end;
      bits |= at[i] | bytes[i];
      bits |= isNew ? loop.placeBits() : 0;
      alignment = isNew ? Math.max(alignment, loop.alignmentBytes()) : alignment;
      same &= loop.commonBase() == loops[0].commonBase();
    }
    this.runs = number;
    this.listed = entries + loops.length;
    this.repetitions = deepest;
    this.gapless = touch;
    this.rising = rise;
    this.placeBits = bits;
    this.alignmentBytes = alignment;
    this.common = same ? loops[0].commonBase() : null;
  }

  int length() {
    return loops.length;
  }

  Dataloop loop(int i) {
    return loops[i];
  }

  long at(int i) {
    return at[i];
  }

  private static int indexOf(long[] before, long position) {
    int i = Arrays.binarySearch(before, position);
    return i >= 0 ? i : -i - 2;
  }

  @Override
  long runs() {
    return runs;
  }

  @Override
  long listed() {
    return listed;
  }

  @Override
  int repetitions() {
    return repetitions;
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
    return alignmentBytes;
  }

  @Override
  @Nullable BaseType commonBase() {
    return common;
  }

  @Override
  BaseType elementBase(long element) {
    int i = indexOf(elementsBefore, element);
    return loops[i].elementBase(element - elementsBefore[i]);
  }

  @Override
  long elementAt(long element) {
    int i = indexOf(elementsBefore, element);
    return at[i] + loops[i].elementAt(element - elementsBefore[i]);
  }

  @Override
  long elementsIn(long bytes) {
    if (bytes == sizeBytes()) {
      return elements();
    }
    int i = indexOf(before, bytes);
    long rest = loops[i].elementsIn(bytes - before[i]);
    return rest < 0 ? -1 : elementsBefore[i] + rest;
  }

  @Override
  long firstOf(long bytes) {
    long lowest = Long.MAX_VALUE;
    for (int i = 0; i < loops.length && before[i] < bytes; i++) {
      lowest = Math.min(lowest, at[i] + (before[i + 1] <= bytes ? loops[i].first() : loops[i].firstOf(bytes - before[i])));
    }
    return lowest;
  }

  @Override
  long lastOf(long bytes) {
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < loops.length && before[i] < bytes; i++) {
      highest = Math.max(highest, at[i] + (before[i + 1] <= bytes ? loops[i].last() : loops[i].lastOf(bytes - before[i])));
    }
    return highest;
  }

  @Override
  long bytesBelow(long displacement) {
    int low = 0;
    int high = loops.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (at[middle] + loops[middle].first() <= displacement) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return before[low] + loops[low].bytesBelow(displacement - at[low]);
  }

  @Override
  Sequence moved(long shift) {
    long[] places = new long[at.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = Math.addExact(at[i], shift);
    }
    return new Sequence(loops, places);
  }

  @Override
  Dataloop ofBytes() {
    if (gapless) {
      return Runs.block(BaseType.BYTE, first(), sizeBytes());
    }
    Dataloop[] bytes = new Dataloop[loops.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = i > 0 && loops[i] == loops[i - 1] ? bytes[i - 1] : loops[i].ofBytes();
    }
    return new Sequence(bytes, at);
  }

  @Override
  @Nullable Dataloop ofPairs(BaseType value, BaseType index) {
    Dataloop[] pairs = new Dataloop[loops.length];
    for (int i = 0; i < pairs.length; i++) {
      Dataloop one = i > 0 && loops[i] == loops[i - 1] ? pairs[i - 1] : loops[i].ofPairs(value, index);
      if (one == null) {
        return null;
      }
      pairs[i] = one;
    }
    return new Sequence(pairs, at);
  }

  @Override
  void move(long position, long length, Object memory, long place, Object packed, long packedAt, boolean gathers, RunsMover mover) {
    int i = position == 0 ? 0 : indexOf(before, position);
    long within = position - before[i];
    for (long done = 0; done < length; i++) {
      long take = Math.min(loops[i].sizeBytes() - within, length - done);
      loops[i].move(within, take, memory, place + at[i], packed, packedAt + done, gathers, mover);
      done += take;
      within = 0;
    }
  }

  @Override
  void find(long position, long place, long ignoredMore, long ignoredStep, LayoutCursor cursor) {
    int i = indexOf(before, position);
    loops[i].find(position - before[i], place + at[i], 0, 0, cursor);
  }
}
