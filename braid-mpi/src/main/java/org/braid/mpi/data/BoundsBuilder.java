package org.braid.mpi.data;

/** Bounds of a struct: the hull of its blocks, or of the explicit bounds among them, rounded up to the strictest alignment. */
final class BoundsBuilder {
  private long lower = Long.MAX_VALUE;
  private long upper = Long.MIN_VALUE;
  private boolean explicitLower;
  private boolean explicitUpper;

  void add(TypeMap type, long length, long displacement) {
    if (length == 0) {
      return;
    }
    Bounds old = type.bounds();
    long step = Math.multiplyExact(length - 1, type.extentBytes());
    boolean marker = type.elements() == 0;
    if (!marker || old.explicitLower()) {
      addLower(Math.addExact(Math.addExact(displacement, old.lower()), Math.min(0, step)), old.explicitLower());
    }
    if (!marker || old.explicitUpper()) {
      addUpper(Math.addExact(Math.addExact(displacement, old.upper()), Math.max(0, step)), old.explicitUpper());
    }
  }

  private void addLower(long bound, boolean explicit) {
    if (explicit && !explicitLower) {
      lower = bound;
      explicitLower = true;
    } else if (explicit == explicitLower) {
      lower = Math.min(lower, bound);
    }
  }

  private void addUpper(long bound, boolean explicit) {
    if (explicit && !explicitUpper) {
      upper = bound;
      explicitUpper = true;
    } else if (explicit == explicitUpper) {
      upper = Math.max(upper, bound);
    }
  }

  Bounds build(Dataloop loop) {
    long low = lower == Long.MAX_VALUE ? 0 : lower;
    long high = upper == Long.MIN_VALUE ? low : upper;
    return new Bounds(low, explicitUpper ? high : aligned(low, high, loop), explicitLower, explicitUpper);
  }

  private static long aligned(long low, long high, Dataloop loop) {
    long alignment = loop.alignmentBytes();
    long extent = Math.subtractExact(high, low);
    return Math.addExact(low, Math.multiplyExact(Math.ceilDiv(extent, alignment), alignment));
  }
}
