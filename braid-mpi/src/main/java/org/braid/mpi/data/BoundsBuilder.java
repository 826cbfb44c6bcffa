package org.braid.mpi.data;

/** Bounds of a struct: the hull of its blocks, or of the explicit bounds among them, rounded up to the strictest alignment. */
final class BoundsBuilder {
  private long lower = Long.MAX_VALUE;
  private long upper = Long.MIN_VALUE;
  private boolean explicitLower;
  private boolean explicitUpper;

  void add(TypeMap type, int length, int displacement) {
    if (length == 0) {
      return;
    }
    Bounds old = type.bounds();
    long step = (length - 1L) * type.extentBytes();
    boolean marker = type.elements() == 0;
    if (!marker || old.explicitLower()) {
      addLower(displacement + old.lower() + Math.min(0, step), old.explicitLower());
    }
    if (!marker || old.explicitUpper()) {
      addUpper(displacement + old.upper() + Math.max(0, step), old.explicitUpper());
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

  Bounds build(Runs runs) {
    int low = lower == Long.MAX_VALUE ? 0 : Math.toIntExact(lower);
    int high = upper == Long.MIN_VALUE ? low : Math.toIntExact(upper);
    return new Bounds(low, explicitUpper ? high : aligned(low, high, runs), explicitLower, explicitUpper);
  }

  private static int aligned(int low, int high, Runs runs) {
    int alignment = 1;
    for (BaseType base : runs.base) {
      alignment = Math.max(alignment, base.bytes());
    }
    int extent = Math.subtractExact(high, low);
    return Math.addExact(low, Math.ceilDiv(extent, alignment) * alignment);
  }
}
