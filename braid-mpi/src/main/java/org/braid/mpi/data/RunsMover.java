package org.braid.mpi.data;

/** Moves what a list of runs names between memory with gaps and memory without. */
abstract class RunsMover {
  /**
   * Moves {@code length} bytes of a list from its byte {@code position} on.
   *
   * @param memory where they lie with gaps: displacement 0 of the list at byte {@code place}
   * @param packed where they lie without, from byte {@code at} on
   * @param gathers whether into {@code packed}; else out of it
   */
  abstract void move(Runs list, long position, long length, Object memory, long place, Object packed, long at, boolean gathers);
}
