package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A {@link UserFunction} is shown what the form that it has written expects: arrays, or direct buffers in native order that are as long as the operands, whatever came before. */
class UserFunctionFormsTest {
  private static final int[] COUNTS = {1, 1000, 3, 200_000, 1000, 2};

  private static class OfBuffers extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      assertTrue(in.isDirect() && inOut.isDirect());
      assertEquals(ByteOrder.nativeOrder(), in.order());
      assertEquals(ByteOrder.nativeOrder(), inOut.order());
      assertEquals(8 * count, in.capacity());
      assertEquals(8 * count, inOut.capacity());
      for (int at = 0; at < 8 * count; at += 8) {
        inOut.putDouble(at, in.getDouble(at) + inOut.getDouble(at));
      }
    }
  }

  /** What it has inherited counts as written. */
  private static final class Inherits extends OfBuffers {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      throw new AssertionError("this form is for booleans");
    }
  }

  private static final class OfArrays extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      double[] left = (double[]) in;
      double[] right = (double[]) inOut;
      assertEquals(count, left.length);
      assertEquals(count, right.length);
      for (int at = 0; at < count; at++) {
        right[at] += left[at];
      }
    }
  }

  private static final class Throws extends OfBuffers {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      if (count == 3) {
        throw new IllegalStateException("not of three");
      }
      super.call(in, inOut, count, type);
    }
  }

  @Test
  void eachFormIsShownWhatItExpects() {
    for (int ranks = 1; ranks <= 4; ranks++) {
      ThreadRanks.run(ranks, Sums.class);
    }
  }

  static final class Sums extends WorldProgram {
    @Override
    void body() {
      sums(new Op(new OfBuffers(), true));
      sums(new Op(new Inherits(), true));
      sums(new Op(new OfArrays(), true));
      sums(new Op(new OfArrays(), false));
    }

    private void sums(Op op) {
      for (int count : COUNTS) {
        double[] in = new double[count];
        Arrays.setAll(in, at -> at + world.getRank());
        double[] out = new double[count];
        world.allReduce(in, out, count, MPI.DOUBLE, op);
        int size = world.getSize();
        for (int at = 0; at < count; at++) {
          assertEquals((double) size * at + size * (size - 1) / 2, out[at]);
        }
      }
      op.free();
    }
  }

  @Test
  void oneThatOverridesNeitherFormIsToldWhichThereAre() {
    Op op = new Op(new UserFunction() {}, true);
    MPIException told = assertThrows(MPIException.class, () -> op.Call(new int[] {1}, 0, new int[] {1}, 0, 1, MPI.INT));
    assertEquals(MPI.ERR_OP, told.getErrorClass());
    String message = String.valueOf(told.getMessage());
    assertTrue(message.contains("is to combine elements of type MPI_INT, and does not override call(Object, Object, int, Datatype). Override one of both forms of call"), message);
    assertTrue(message.endsWith(". [BRD-1511]"), message);
  }

  @Test
  void oneThatThrowsIsShownBuffersAgain() {
    Op op = new Op(new Throws(), true);
    double[] inOut = {1, 2, 3};
    MPIException told = assertThrows(MPIException.class, () -> op.Call(new double[] {1, 1, 1}, 0, inOut, 0, 3, MPI.DOUBLE));
    assertTrue(told.getCause() instanceof IllegalStateException thrown && "not of three".equals(thrown.getMessage()), String.valueOf(told.getCause()));
    op.Call(new double[] {1, 1}, 0, inOut, 1, 2, MPI.DOUBLE);
    assertEquals(1, inOut[0]);
    assertEquals(3, inOut[1]);
    assertEquals(4, inOut[2]);
  }
}
