package org.braid.mpi.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Ranks are divided among dimensions as evenly as can be: exhaustively against all ways there are. */
class DimensionsTest {
  @Test
  void theLargestIsAsSmallAsCanBeThenTheNextOne() {
    for (int ranks = 1; ranks <= 400; ranks++) {
      for (int count = 1; count <= 4; count++) {
        int[] dims = new int[count];
        Dimensions.fill(ranks, dims);
        assertArrayEquals(best(ranks, count), dims, ranks + " ranks in " + count + " dimensions");
      }
    }
  }

  /** Of all falling rows of factors the first in the order of rows. */
  private static int[] best(int ranks, int count) {
    int[] best = new int[count];
    best[0] = Integer.MAX_VALUE;
    search(ranks, new int[count], 0, ranks, best);
    return best;
  }

  private static void search(int left, int[] row, int at, int bound, int[] best) {
    if (at == row.length) {
      if (left == 1 && Arrays.compare(row, best) < 0) {
        System.arraycopy(row, 0, best, 0, row.length);
      }
      return;
    }
    for (int factor = 1; factor <= Math.min(bound, left); factor++) {
      if (left % factor == 0) {
        row[at] = factor;
        search(left / factor, row, at + 1, factor, best);
      }
    }
  }

  @Test
  void dimensionsThatAreGivenStay() {
    int[] dims = {0, 3, 0};
    Dimensions.fill(12, dims);
    assertArrayEquals(new int[] {2, 3, 2}, dims);
    int[] all = {2, 6};
    Dimensions.fill(12, all);
    assertArrayEquals(new int[] {2, 6}, all);
  }

  @Test
  void largePrimesAndPowersAreFoundAtOnce() {
    int[] prime = new int[3];
    Dimensions.fill(999_983, prime);
    assertArrayEquals(new int[] {999_983, 1, 1}, prime);
    int[] power = new int[4];
    Dimensions.fill(1 << 30, power);
    assertEquals(1 << 30, Arrays.stream(power).reduce(1, (a, b) -> a * b));
    assertArrayEquals(new int[] {256, 256, 128, 128}, power);
    assertTimeout(Duration.ofSeconds(1), () -> largest(2));
    assertTimeout(Duration.ofSeconds(1), () -> manyDivisors(7));
  }

  private static void largest(int count) {
    int[] prime = new int[count];
    Dimensions.fill(Integer.MAX_VALUE, prime);
    assertArrayEquals(new int[] {Integer.MAX_VALUE, 1}, prime);
  }

  /** No int has more than this one, 1536. */
  private static void manyDivisors(int most) {
    for (int count = 1; count <= most; count++) {
      int[] dims = new int[count];
      Dimensions.fill(2_095_133_040, dims);
      assertEquals(2_095_133_040, Arrays.stream(dims).reduce(1, (a, b) -> a * b));
    }
  }
}
