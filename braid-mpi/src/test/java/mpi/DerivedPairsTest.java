package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MAXLOC and MINLOC over derived pairs, wherever their data lies: what lies between belongs to the program. */
class DerivedPairsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void pairsOfAnyLayoutAreCombinedAndWhatLiesBetweenStays(int size) {
    ThreadRanks.run(size, Located.class);
  }

  static final class Located implements Runnable {
    private static final int FREE = -7;

    /** Where value and index lie, in elements; the first begins before its element and the second and the third behind it, one of them the other way round; the last two have gaps, and C's layout. */
    private static final int[][] PLACES = {{-1, 0}, {1, 2}, {4, 2}, {1, 0}, {0, 2}, {0, 1}};

    private static final int ROOM = 20;
    private static final int FROM = 4;

    private int rank;
    private int size;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      rank = MPI.COMM_WORLD.getRank();
      size = MPI.COMM_WORLD.getSize();
      for (int[] place : PLACES) {
        Datatype pair = Datatype.createIndexed(new int[] {1, 1}, place, MPI.INT);
        pair.commit();
        int extent = Math.abs(place[1] - place[0]) + 1;
        all(MPI.COMM_WORLD, pair, place, extent);
        pair.free();
      }
      MPI.Finalize();
    }

    private void all(Intracomm world, Datatype pair, int[] place, int extent) {
      int[] mine = array(place, extent, value(rank), rank, -value(rank), rank);
      int highest = 0;
      for (int other = 1; other < size; other++) {
        highest = value(other) > value(highest) ? other : highest;
      }
      int[] expected = array(place, extent, value(highest), highest, 0, 0);
      int[] found = array(place, extent, FREE, FREE, 0, 0);
      world.Allreduce(mine, FROM, found, FROM, 1, pair, MPI.MAXLOC);
      assertArrayEquals(expected, found, Arrays.toString(place));

      found = mine.clone();
      world.Scan(mine, FROM, found, FROM, 2, pair, MPI.MINLOC); // the lowest value is rank 0's
      int best = 0;
      for (int other = 1; other <= rank; other++) {
        best = value(other) > value(best) ? other : best;
      }
      assertArrayEquals(array(place, extent, value(0), 0, -value(best), best), found, Arrays.toString(place));

      int[] local = array(place, extent, 5, 1, 5, 3);
      MPI.MAXLOC.Call(array(place, extent, 5, 2, 5, 2), FROM, local, FROM, 2, pair);
      assertArrayEquals(array(place, extent, 5, 1, 5, 2), local, Arrays.toString(place));
    }

    private static int value(int rank) {
      return rank * 5 % 3;
    }

    /** Two elements, the second of which begins an extent behind the first. */
    private static int[] array(int[] place, int extent, int value, int index, int secondValue, int secondIndex) {
      int[] all = new int[ROOM];
      Arrays.fill(all, FREE);
      all[FROM + place[0]] = value;
      all[FROM + place[1]] = index;
      all[FROM + extent + place[0]] = secondValue;
      all[FROM + extent + place[1]] = secondIndex;
      return all;
    }
  }
}
