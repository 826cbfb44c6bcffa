package org.braid.mpi.data;

/**
 * Bounds of a type map in bytes. A bound set by a marker or by resizing is explicit and beats every computed bound of the types
 * it is built into (MPI 4.1, 5.1.6).
 */
record Bounds(long lower, long upper, boolean explicitLower, boolean explicitUpper) {
  Bounds resized(long newLower, long extent) {
    return new Bounds(newLower, Math.addExact(newLower, extent), true, true);
  }
}
