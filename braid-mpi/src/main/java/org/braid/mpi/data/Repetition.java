package org.braid.mpi.data;

import org.jspecify.annotations.Nullable;

/** A loop again and again: time t lies {@code t * stepBytes} further. */
final class Repetition extends Dataloop {
  private final Dataloop loop;
  private final long times;
  private final long stepBytes;

  /** @param loop has data */
  Repetition(Dataloop loop, long times, long stepBytes) {
    long reach = Math.multiplyExact(times - 1, stepBytes);
    super(
        Math.multiplyExact(loop.sizeBytes(), times),
        Math.multiplyExact(loop.elements(), times),
        Math.addExact(loop.first(), Math.min(0, reach)),
        Math.addExact(loop.last(), Math.max(0, reach)));
    this.loop = loop;
    this.times = times;
    this.stepBytes = stepBytes;
  }

  /** All of it so many times at a distance: one repetition, if it goes on at its own. */
  Repetition repeated(long moreTimes, long distance) {
    boolean goesOn = distance == times * stepBytes; // which is what the data take, and does not overflow
    return goesOn ? new Repetition(loop, Math.multiplyExact(times, moreTimes), stepBytes) : new Repetition(this, moreTimes, distance);
  }

  @Override
  long runs() {
    return loop.runs() * times; // no more than bytes
  }

  @Override
  long listed() {
    return loop.listed();
  }

  @Override
  int repetitions() {
    return loop.repetitions() + 1;
  }

  @Override
  boolean isGapless() {
    return stepBytes == loop.sizeBytes() && loop.isGapless();
  }

  @Override
  boolean isRising() {
    return loop.isRising() && stepBytes >= loop.last() - loop.first();
  }

  @Override
  long placeBits() {
    return loop.placeBits() | stepBytes;
  }

  @Override
  int alignmentBytes() {
    return loop.alignmentBytes();
  }

  @Override
  @Nullable BaseType commonBase() {
    return loop.commonBase();
  }

  @Override
  BaseType elementBase(long i) {
    return loop.elementBase(i % loop.elements());
  }

  @Override
  long elementAt(long i) {
    return i / loop.elements() * stepBytes + loop.elementAt(i % loop.elements());
  }

  @Override
  long elementsIn(long bytes) {
    long rest = loop.elementsIn(bytes % loop.sizeBytes());
    return rest < 0 ? -1 : bytes / loop.sizeBytes() * loop.elements() + rest;
  }

  @Override
  long firstOf(long bytes) {
    long whole = bytes / loop.sizeBytes();
    long rest = bytes % loop.sizeBytes();
    long ofWhole = whole == 0 ? Long.MAX_VALUE : loop.first() + Math.min(0, (whole - 1) * stepBytes);
    return rest == 0 ? ofWhole : Math.min(ofWhole, whole * stepBytes + loop.firstOf(rest));
  }

  @Override
  long lastOf(long bytes) {
    long whole = bytes / loop.sizeBytes();
    long rest = bytes % loop.sizeBytes();
    long ofWhole = whole == 0 ? Long.MIN_VALUE : loop.last() + Math.max(0, (whole - 1) * stepBytes);
    return rest == 0 ? ofWhole : Math.max(ofWhole, whole * stepBytes + loop.lastOf(rest));
  }

  @Override
  long bytesBelow(long displacement) {
    if (displacement <= first()) {
      return 0;
    }
    long time = Math.min(times - 1, (displacement - first()) / stepBytes);
    return time * loop.sizeBytes() + loop.bytesBelow(displacement - time * stepBytes);
  }

  @Override
  Dataloop moved(long shift) {
    return shift == 0 ? this : new Repetition(loop.moved(shift), times, stepBytes);
  }

  @Override
  Dataloop ofBytes() {
    return isGapless() ? Runs.block(BaseType.BYTE, first(), sizeBytes()) : new Repetition(loop.ofBytes(), times, stepBytes);
  }

  @Override
  @Nullable Dataloop ofPairs(BaseType value, BaseType index) {
    Dataloop pairs = loop.ofPairs(value, index);
    return pairs == null ? null : new Repetition(pairs, times, stepBytes);
  }

  @Override
  void move(long position, long length, Object memory, long place, Object packed, long at, boolean gathers, RunsMover mover) {
    long each = loop.sizeBytes();
    long time = position == 0 ? 0 : position / each;
    long within = position - time * each;
    long here = place + time * stepBytes;
    for (long done = 0; done < length; here += stepBytes) {
      long take = Math.min(each - within, length - done);
      loop.move(within, take, memory, here, packed, at + done, gathers, mover);
      done += take;
      within = 0;
    }
  }

  @Override
  void find(long position, long place, long ignoredMore, long ignoredStep, LayoutCursor cursor) {
    long time = position / loop.sizeBytes();
    loop.find(position % loop.sizeBytes(), place + time * stepBytes, times - 1 - time, stepBytes, cursor);
  }
}
