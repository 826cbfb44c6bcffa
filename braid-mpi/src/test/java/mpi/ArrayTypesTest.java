package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Parts of arrays of several dimensions as types: every box of every small array, and every way to divide one, by what each element's place says. */
class ArrayTypesTest {
  private static final int[] ORDERS = {MPI.ORDER_C, MPI.ORDER_FORTRAN};

  /** Displacements of the elements of a type, in elements. */
  private static List<Integer> places(Datatype type) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < type.map.elements(); i++) {
      places.add((int) type.map.elementAtBytes(i) / 4);
    }
    return places;
  }

  /** The elements that a rule selects, in the order of their places. */
  private interface Rule {
    boolean has(int[] index);
  }

  private static List<Integer> selected(int[] sizes, int order, Rule rule) {
    List<Integer> places = new ArrayList<>();
    int total = Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
    for (int place = 0; place < total; place++) {
      int[] index = new int[sizes.length];
      for (int step = 0, left = place; step < sizes.length; step++) {
        int d = order == MPI.ORDER_C ? sizes.length - 1 - step : step;
        index[d] = left % sizes[d];
        left /= sizes[d];
      }
      if (rule.has(index)) {
        places.add(place);
      }
    }
    return places;
  }

  @Test
  void everyBoxOfEverySmallArrayIsTheElementsInIt() {
    int proven = 0;
    for (int[] sizes : new int[][] {{4}, {3, 4}, {1, 3}, {2, 3, 2}}) {
      proven += boxes(sizes, new int[sizes.length], new int[sizes.length], 0);
    }
    assertTrue(proven > 200, proven + " boxes");
  }

  private static int boxes(int[] sizes, int[] parts, int[] starts, int d) {
    int proven = 0;
    if (d == sizes.length) {
      for (int order : ORDERS) {
        Datatype box = Datatype.createSubarray(sizes, parts, starts, order, MPI.INT);
        Rule inside = index -> {
          boolean in = true;
          for (int i = 0; i < index.length; i++) {
            in &= index[i] >= starts[i] && index[i] < starts[i] + parts[i];
          }
          return in;
        };
        assertEquals(selected(sizes, order, inside), places(box));
        assertEquals(Arrays.stream(sizes).reduce(1, (a, b) -> a * b), box.getExtent());
        assertEquals(0, box.getLb());
        proven++;
      }
      return proven;
    }
    for (parts[d] = 1; parts[d] <= sizes[d]; parts[d]++) {
      for (starts[d] = 0; starts[d] + parts[d] <= sizes[d]; starts[d]++) {
        proven += boxes(sizes, parts, starts, d + 1);
      }
    }
    return proven;
  }

  @Test
  void eachElementOfADividedArrayBelongsToTheRankThatItsPlaceSays() {
    int[] sizes = {5, 7};
    for (int order : ORDERS) {
      for (int rows = 1; rows <= 3; rows++) {
        for (int columns = 1; columns <= 3; columns++) {
          for (int[] one : ways(5, rows)) {
            for (int[] other : ways(7, columns)) {
              assertDivided(sizes, order, new int[] {rows, columns}, one, other);
            }
          }
        }
      }
    }
  }

  /** Distributions and their arguments. */
  private static int[][] ways(int size, int ranks) {
    int[][] ways = {
      {MPI.DISTRIBUTE_BLOCK, MPI.DISTRIBUTE_DFLT_DARG}, {MPI.DISTRIBUTE_BLOCK, size}, {MPI.DISTRIBUTE_CYCLIC, MPI.DISTRIBUTE_DFLT_DARG}, {MPI.DISTRIBUTE_CYCLIC, 2}, {MPI.DISTRIBUTE_NONE, 0}
    };
    return ranks == 1 ? ways : Arrays.copyOf(ways, 4);
  }

  private static IntUnaryOperator owner(int size, int ranks, int[] way) {
    if (way[0] == MPI.DISTRIBUTE_CYCLIC) {
      return index -> index / Math.max(1, way[1]) % ranks;
    }
    int block = way[0] == MPI.DISTRIBUTE_NONE ? size : way[1] == MPI.DISTRIBUTE_DFLT_DARG ? (size + ranks - 1) / ranks : way[1];
    return index -> index / block;
  }

  private static void assertDivided(int[] sizes, int order, int[] ranks, int[] one, int[] other) {
    IntUnaryOperator row = owner(sizes[0], ranks[0], one);
    IntUnaryOperator column = owner(sizes[1], ranks[1], other);
    int size = ranks[0] * ranks[1];
    for (int rank = 0; rank < size; rank++) {
      int self = rank;
      Datatype part = Datatype.createDarray(size, rank, sizes, new int[] {one[0], other[0]}, new int[] {one[1], other[1]}, ranks, order, MPI.INT);
      assertEquals(selected(sizes, order, index -> row.applyAsInt(index[0]) * ranks[1] + column.applyAsInt(index[1]) == self), places(part));
      assertEquals(35, part.getExtent());
    }
  }

  @Test
  void aBoxTravelsAndOthersElementsStay() {
    ThreadRanks.run(1, Travels.class);
  }

  static final class Travels implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Datatype box = Datatype.createSubarray(new int[] {3, 3}, new int[] {2, 2}, new int[] {1, 0}, MPI.ORDER_C, MPI.INT);
      box.commit();
      int[] received = new int[9];
      MPI.COMM_WORLD.sendRecv(new int[] {1, 2, 3, 4}, 4, MPI.INT, 0, 1, received, 1, box, 0, 1);
      assertArrayEquals(new int[] {0, 0, 0, 1, 2, 0, 3, 4, 0}, received);
      MPI.Finalize();
    }
  }

  @Test
  void whatDoesNotFitIsRefusedWithItsValues() {
    int[] one = {1};
    int[] four = {4};
    refused(MPI.ERR_ARG, "3 elements from 2", () -> Datatype.createSubarray(four, new int[] {3}, new int[] {2}, MPI.ORDER_C, MPI.INT));
    refused(MPI.ERR_ARG, "from -1", () -> Datatype.createSubarray(four, one, new int[] {-1}, MPI.ORDER_C, MPI.INT));
    refused(MPI.ERR_ARG, "2 starts", () -> Datatype.createSubarray(four, one, new int[2], MPI.ORDER_C, MPI.INT));
    refused(MPI.ERR_ARG, "order is 7", () -> Datatype.createSubarray(four, one, one, 7, MPI.INT));
    refused(MPI.ERR_ARG, "0 dimensions", () -> Datatype.createSubarray(new int[0], new int[0], new int[0], MPI.ORDER_C, MPI.INT));
    refused(MPI.ERR_TYPE, "datatype", () -> Datatype.createSubarray(four, one, one, MPI.ORDER_C, MPI.DATATYPE_NULL));
    refused(MPI.ERR_COUNT, "too large", () -> Datatype.createSubarray(new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE}, new int[] {1, 1}, new int[2], MPI.ORDER_C, MPI.INT));
    refused(MPI.ERR_ARG, "[3]", () -> divided(2, 0, MPI.DISTRIBUTE_BLOCK, 1, 3));
    refused(MPI.ERR_RANK, "rank 2", () -> divided(2, 2, MPI.DISTRIBUTE_BLOCK, 2, 2));
    refused(MPI.ERR_ARG, "2 blocks of 1 do not cover", () -> divided(2, 0, MPI.DISTRIBUTE_BLOCK, 1, 2));
    refused(MPI.ERR_ARG, "blocks of 0", () -> divided(2, 0, MPI.DISTRIBUTE_CYCLIC, 0, 2));
    refused(MPI.ERR_ARG, "2 ranks share", () -> divided(2, 0, MPI.DISTRIBUTE_NONE, 0, 2));
    refused(MPI.ERR_ARG, "distribution 9", () -> divided(2, 0, 9, 1, 2));
  }

  private static void divided(int size, int rank, int distribution, int argument, int ranks) {
    Datatype.createDarray(size, rank, new int[] {4}, new int[] {distribution}, new int[] {argument}, new int[] {ranks}, MPI.ORDER_C, MPI.INT);
  }

  private static void refused(int errorClass, String words, Runnable call) {
    MPIException e = assertThrows(MPIException.class, call::run);
    assertTrue(String.valueOf(e.getMessage()).contains(words), e.toString());
    assertEquals(errorClass, e.getErrorClass(), e.toString());
  }
}
