package mpi;

import java.util.Arrays;

/** Ranges of ranks as triplets (first, last, stride), last included. */
final class RankRanges {
  private RankRanges() {}

  /** All ranks of the triplets in order; more than {@code size} cannot be distinct and are refused. */
  static int[] expand(int[][] ranges, int size) {
    int[] ranks = new int[size];
    int n = 0;
    for (int[] range : Arguments.given(ranges, ErrorClasses.ERR_ARG, "Group: the array of ranges")) {
      check(Arguments.given(range, ErrorClasses.ERR_ARG, "Group: a range"));
      long steps = ((long) range[1] - range[0]) / range[2];
      if (steps >= 0) {
        checkRank(range[0], range, size);
        checkRank(range[0] + steps * range[2], range, size);
      }
      for (long k = 0; k <= steps; k++) {
        if (n == size) {
          throw new MPIException(ErrorClasses.ERR_ARG, "the ranges name more ranks than the group has, which is " + size);
        }
        ranks[n++] = (int) (range[0] + k * range[2]);
      }
    }
    return Arrays.copyOf(ranks, n);
  }

  private static void checkRank(long rank, int[] range, int size) {
    if (rank < 0 || rank >= size) {
      throw new MPIException(ErrorClasses.ERR_RANK, "the range " + Arrays.toString(range) + " has rank " + rank + ", and the group has " + size + " members");
    }
  }

  private static void check(int[] range) {
    if (range.length != 3 || range[2] == 0) {
      throw new MPIException(ErrorClasses.ERR_ARG, "a range is (first, last, stride) with a stride that is not 0, not " + Arrays.toString(range));
    }
  }
}
