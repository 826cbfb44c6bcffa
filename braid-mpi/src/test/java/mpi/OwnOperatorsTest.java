package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operations of the program's own on elements with gaps: the data is combined, and what lies in the gaps is each rank's own business. */
class OwnOperatorsTest {
  private static final int ELEMENTS = 6;

  /** Where its data lies in one element, in ints from its beginning, and how far the next element is. */
  private record Shape(int[] places, int extent) {
    Datatype type() {
      Datatype indexed = Datatype.createIndexed(filled(places.length, 1), places, MPI.INT);
      Datatype type = Datatype.createResized(indexed, 4 * places[0], 4 * extent);
      type.commit();
      return type;
    }

    int first() {
      return Arrays.stream(places).map(place -> place < 0 ? -place : 0).max().orElse(0);
    }

    int length() {
      return first() + ELEMENTS * extent + 8;
    }
  }

  /** Gaps between, before and behind; data before its element; elements between whose data that of others lies. */
  private static final List<Shape> SHAPES =
      List.of(new Shape(new int[] {0, 2}, 4), new Shape(new int[] {1}, 2), new Shape(new int[] {0}, 3), new Shape(new int[] {-2, 1}, 4), new Shape(new int[] {0, 6}, 1), new Shape(new int[] {2, 0}, 3));

  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
  }

  private static Op mpiJava(Shape shape) {
    return new Op(new Indexed(shape), true);
  }

  private static Op openMpi(Shape shape) {
    return new Op(new Buffered(shape), true);
  }

  private static final class Indexed extends User_function {
    private final Shape shape;

    Indexed(Shape shape) {
      this.shape = shape;
    }

    @Override
    public void Call(Object in, int inOffset, Object inOut, int outOffset, int count, Datatype type) {
      for (int k = 0; k < count; k++) {
        for (int place : shape.places()) {
          int at = k * shape.extent() + place;
          ((int[]) inOut)[outOffset + at] += ((int[]) in)[inOffset + at];
        }
      }
    }
  }

  private static final class Buffered extends UserFunction {
    private final Shape shape;

    Buffered(Shape shape) {
      this.shape = shape;
    }

    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      for (int k = 0; k < count; k++) {
        for (int place : shape.places()) {
          int at = 4 * (k * shape.extent() + place);
          inOut.putInt(at, in.getInt(at) + inOut.getInt(at));
        }
      }
    }
  }

  @Test
  void everyReductionCombinesTheDataAndLeavesTheGapsAsTheyWere() {
    for (int ranks = 1; ranks <= 4; ranks++) {
      ThreadRanks.run(ranks, Everywhere.class);
    }
  }

  static final class Everywhere extends WorldProgram {
    @Override
    void body() {
      for (Shape shape : SHAPES) {
        Datatype type = shape.type();
        check(shape, type, mpiJava(shape));
        if (shape.first() == 0) {
          check(shape, type, openMpi(shape));
        } else {
          MPIException refused = assertThrows(MPIException.class, () -> world.allReduce(new int[64], ELEMENTS, type, openMpi(shape)));
          assertEquals(MPI.ERR_TYPE, refused.getErrorClass());
        }
        type.free();
      }
    }

    /** What rank r has at index i, data or not. */
    private static int of(int r, int i) {
      return 1000 * (r + 1) + i;
    }

    private static int[] operand(Shape shape, int r) {
      int[] data = new int[shape.length()];
      Arrays.setAll(data, i -> of(r, i));
      return data;
    }

    /** A buffer of -1 in which these elements hold what ranks {@code from} to before {@code to} give together, elements counted from {@code first} on. */
    private static int[] expected(Shape shape, int[] before, int from, int to, int first, int count) {
      int[] data = before.clone();
      for (int k = 0; k < count; k++) {
        for (int place : shape.places()) {
          int given = shape.first() + (first + k) * shape.extent() + place;
          int sum = of(from, given);
          for (int r = from + 1; r < to; r++) {
            sum += of(r, given);
          }
          data[shape.first() + k * shape.extent() + place] = sum;
        }
      }
      return data;
    }

    private void check(Shape shape, Datatype type, Op op) {
      int[] mine = operand(shape, rank);
      int[] blank = filled(shape.length(), -1);
      int at = shape.first();
      int[] all = expected(shape, blank, 0, size, 0, ELEMENTS);

      int[] out = blank.clone();
      world.Allreduce(mine, at, out, at, ELEMENTS, type, op);
      assertArrayEquals(all, out);
      assertArrayEquals(operand(shape, rank), mine);

      out = blank.clone();
      world.Reduce(mine, at, out, at, ELEMENTS, type, op, size - 1);
      assertArrayEquals(rank == size - 1 ? all : blank, out);

      out = blank.clone();
      world.Scan(mine, at, out, at, ELEMENTS, type, op);
      assertArrayEquals(expected(shape, blank, 0, rank + 1, 0, ELEMENTS), out);

      int[] counts = new int[size];
      counts[size - 1] = ELEMENTS - 1;
      counts[0] += 1;
      int first = rank == 0 ? 0 : 1;
      out = blank.clone();
      world.Reduce_scatter(mine, at, out, at, counts, type, op);
      assertArrayEquals(expected(shape, blank, 0, size, first, counts[rank]), out);

      out = mine.clone();
      world.Allreduce(out, at, out, at, ELEMENTS, type, op);
      assertArrayEquals(expected(shape, mine, 0, size, 0, ELEMENTS), out);

      if (at == 0) {
        startedAndInPlace(shape, type, op, mine, blank, all);
      }
      here(shape, type, op);
    }

    private void startedAndInPlace(Shape shape, Datatype type, Op op, int[] mine, int[] blank, int[] all) {
      int[] out = mine.clone();
      world.allReduce(out, ELEMENTS, type, op);
      assertArrayEquals(expected(shape, mine, 0, size, 0, ELEMENTS), out);

      out = blank.clone();
      world.exScan(mine, out, ELEMENTS, type, op);
      assertArrayEquals(rank == 0 ? blank : expected(shape, blank, 0, rank, 0, ELEMENTS), out);

      out = blank.clone();
      Request started = world.iAllReduce(mine, out, ELEMENTS, type, op);
      started.waitFor();
      assertArrayEquals(all, out);

      Prequest persistent = world.allReduceInit(mine, out, ELEMENTS, type, op, MPI.INFO_NULL);
      for (int round = 0; round < 2; round++) {
        System.arraycopy(blank, 0, out, 0, out.length);
        persistent.start();
        persistent.waitFor();
        assertArrayEquals(all, out);
      }
      persistent.free();
    }

    /** Without others. */
    private static void here(Shape shape, Datatype type, Op op) {
      int[] right = operand(shape, 1);
      op.Call(operand(shape, 0), shape.first(), right, shape.first(), ELEMENTS, type);
      assertArrayEquals(expected(shape, operand(shape, 1), 0, 2, 0, ELEMENTS), right);
    }
  }

  @Test
  void windowsCombineByPredefinedOperationsAlone() {
    ThreadRanks.run(1, InWindow.class);
  }

  static final class InWindow extends WorldProgram {
    @Override
    void body() {
      Win win = new Win(IntBuffer.allocate(8), 8, 1, MPI.INFO_NULL, world);
      Shape shape = SHAPES.get(0);
      Datatype type = shape.type();
      win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
      MPIException refused = assertThrows(MPIException.class, () -> win.accumulate(new int[8], 1, type, 0, 0, 1, type, mpiJava(shape)));
      assertEquals(MPI.ERR_OP, refused.getErrorClass());
      win.unlock(0);
      win.free();
    }
  }
}
