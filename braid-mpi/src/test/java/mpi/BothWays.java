package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.IntBuffer;
import java.nio.LongBuffer;

/** A program of windows, on 1, 2, 4 and 7 ranks: runs its body once where ranks touch each other's memory, and once where messages carry all accesses. */
abstract class BothWays implements Runnable {
  private static final int[] SIZES = {1, 2, 4, 7};

  int rank;
  int size;
  int right;
  int left;
  Info info = new Info();

  @Override
  public final void run() {
    MPI.Init(new String[0]);
    rank = MPI.COMM_WORLD.getRank();
    size = MPI.COMM_WORLD.getSize();
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    for (String byMessages : new String[] {"false", "true"}) {
      info.set("braid_by_messages", byMessages);
      body();
    }
    MPI.Finalize();
  }

  abstract void body();

  static void onAllSizes(Class<? extends Runnable> program) {
    for (int size : SIZES) {
      ThreadRanks.run(size, program);
    }
  }

  static IntBuffer ints(int... values) {
    IntBuffer buffer = MPI.newIntBuffer(values.length);
    buffer.put(0, values);
    return buffer;
  }

  static LongBuffer longs(long... values) {
    LongBuffer buffer = MPI.newLongBuffer(values.length);
    buffer.put(0, values);
    return buffer;
  }

  static void assertInts(IntBuffer buffer, int from, int... expected) {
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], buffer.get(from + i), "element " + (from + i));
    }
  }
}
