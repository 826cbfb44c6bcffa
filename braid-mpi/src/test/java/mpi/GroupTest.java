package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Group algebra, exhaustively over all pairs of subsets of four processes. */
class GroupTest {
  private static final Group WORLD = new Group(new int[] {0, 1, 2, 3}, 2);

  @Test
  void unionIntersectionAndDifferenceAreThoseOfSetsInTheOrderOfTheFirst() {
    for (int a = 0; a < 16; a++) {
      for (int b = 0; b < 16; b++) {
        Group left = subset(a);
        Group right = subset(b);
        assertEquals(a | b, setOf(Group.union(left, right)));
        assertArrayEquals(subset(a & b).members(), Group.intersection(left, right).members());
        assertArrayEquals(subset(a & ~b).members(), Group.difference(left, right).members());
        assertArrayEquals(left.members(), Arrays.copyOf(Group.Union(left, right).members(), left.getSize()));
      }
    }
  }

  @Test
  void compareTellsOrderFromMembership() {
    Group forward = WORLD.incl(new int[] {0, 1});
    Group backward = WORLD.incl(new int[] {1, 0});
    assertEquals(MPI.IDENT, Group.compare(forward, WORLD.Incl(new int[] {0, 1})));
    assertEquals(MPI.SIMILAR, Group.compare(forward, backward));
    assertEquals(MPI.UNEQUAL, Group.Compare(forward, WORLD));
  }

  @Test
  void ranksAreTranslatedBetweenGroups() {
    Group odd = WORLD.incl(new int[] {3, 1});
    assertArrayEquals(new int[] {1, MPI.UNDEFINED, 0}, Group.translateRanks(WORLD, new int[] {1, 2, 3}, odd));
    assertEquals(MPI.UNDEFINED, odd.getRank());
    assertEquals(2, WORLD.Rank());
    assertEquals(0, WORLD.excl(new int[] {0, 1}).getRank());
  }

  @Test
  void rangesRunUpwardsAndDownwards() {
    assertArrayEquals(new int[] {3, 1, 0, 2}, WORLD.rangeIncl(new int[][] {{3, 1, -2}, {0, 3, 2}}).members());
    assertArrayEquals(new int[] {1, 3}, WORLD.Range_excl(new int[][] {{0, 2, 2}}).members());
  }

  @Test
  void badRanksAreNamed() {
    assertEquals(MPI.ERR_RANK, assertThrows(MPIException.class, () -> WORLD.incl(new int[] {4})).getErrorClass());
    assertEquals(MPI.ERR_RANK, assertThrows(MPIException.class, () -> WORLD.incl(new int[] {1, 1})).getErrorClass());
    assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> WORLD.rangeIncl(new int[][] {{0, 1, 0}})).getErrorClass());
    assertEquals(MPI.ERR_GROUP, assertThrows(MPIException.class, () -> MPI.GROUP_NULL.getSize()).getErrorClass());
  }

  private static Group subset(int bits) {
    return WORLD.incl(IntStream.range(0, 4).filter(i -> (bits >> i & 1) != 0).toArray());
  }

  private static int setOf(Group group) {
    return Arrays.stream(group.members()).map(process -> 1 << process).sum();
  }
}
