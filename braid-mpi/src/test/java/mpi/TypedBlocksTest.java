package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** All-to-all in which every block has a datatype of its own, and reductions of elements whose padding lies beyond the buffer. */
class TypedBlocksTest {
  @Test
  void everyBlockGoesByItsOwnTypeToItsOwnPlaceInBytes() {
    ThreadRanks.run(3, Blocks.class);
  }

  /** Rank r sends r + 1 ints to each, as a vector with gaps to rank 0 and plain to the others. */
  static final class Blocks implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      int n = rank + 1;
      Datatype spread = Datatype.createVector(n, 1, 2, MPI.INT);
      spread.commit();
      int[] send = new int[3 * 6];
      int[] counts = new int[3];
      int[] displs = new int[3];
      Datatype[] types = new Datatype[3];
      for (int to = 0; to < 3; to++) {
        displs[to] = to * 6 * Integer.BYTES;
        counts[to] = to == 0 ? 1 : n;
        types[to] = to == 0 ? spread : MPI.INT;
        for (int i = 0; i < n; i++) {
          send[to * 6 + (to == 0 ? 2 * i : i)] = 100 * rank + 10 * to + i;
        }
      }
      int[] expected = new int[9];
      for (int from = 0; from < 3; from++) {
        for (int i = 0; i <= from; i++) {
          expected[3 * from + i] = 100 * from + 10 * rank + i;
        }
      }
      int[] receiveCounts = {1, 2, 3};
      int[] receiveDispls = {0, 12, 24};
      Datatype[] receiveTypes = {MPI.INT, MPI.INT, MPI.INT};
      int[] in = new int[9];
      world.allToAllw(send, counts, displs, types, in, receiveCounts, receiveDispls, receiveTypes);
      assertArrayEquals(expected, in);
      ByteBuffer out = ByteBuffer.allocateDirect(18 * 4).order(ByteOrder.nativeOrder());
      out.asIntBuffer().put(send);
      ByteBuffer started = ByteBuffer.allocateDirect(9 * 4).order(ByteOrder.nativeOrder());
      world.iAllToAllw(out.asIntBuffer(), counts, displs, types, started.asIntBuffer(), receiveCounts, receiveDispls, receiveTypes).waitFor();
      started.asIntBuffer().get(in);
      assertArrayEquals(expected, in);
      assertThrows(MPIException.class, () -> world.allToAllw(send, counts, new int[] {0, 0, 72}, types, in, receiveCounts, receiveDispls, receiveTypes));
      MPI.Finalize();
    }
  }

  @Test
  void reductionsTakeBuffersThatEndWithTheLastElementsData() {
    ThreadRanks.run(3, Padding.class);
  }

  static final class Padding implements Runnable {
    private static final int DATA = 12;

    private static ByteBuffer pairs(int count) {
      return ByteBuffer.allocateDirect((count - 1) * 16 + DATA).order(ByteOrder.nativeOrder());
    }

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      ByteBuffer mine = pairs(2);
      mine.putDouble(0, rank).putInt(8, rank).putDouble(16, -rank).putInt(24, rank);
      ByteBuffer most = pairs(2);
      world.allReduce(mine, most, 2, MPI.DOUBLE_INT, MPI.MAXLOC);
      assertMost(most);
      ByteBuffer started = pairs(2);
      world.iAllReduce(mine, started, 2, MPI.DOUBLE_INT, MPI.MAXLOC).waitFor();
      assertMost(started);
      ByteBuffer inPlace = pairs(2);
      inPlace.put(0, mine, 0, mine.capacity());
      world.allReduce(inPlace, 2, MPI.DOUBLE_INT, MPI.MAXLOC);
      assertMost(inPlace);
      ByteBuffer all = pairs(3);
      for (int i = 0; i < 3; i++) {
        all.putDouble(16 * i, rank * (i + 1)).putInt(16 * i + 8, rank);
      }
      ByteBuffer part = pairs(1);
      world.reduceScatterBlock(all, part, 1, MPI.DOUBLE_INT, MPI.MAXLOC);
      assertEquals(2.0 * (rank + 1), part.getDouble(0));
      assertEquals(2, part.getInt(8));
      assertThrows(MPIException.class, () -> world.allReduce(mine, ByteBuffer.allocateDirect(27), 2, MPI.DOUBLE_INT, MPI.MAXLOC));
      MPI.Finalize();
    }

    private static void assertMost(ByteBuffer most) {
      assertEquals(2.0, most.getDouble(0));
      assertEquals(2, most.getInt(8));
      assertEquals(0.0, most.getDouble(16));
      assertEquals(0, most.getInt(24));
    }
  }
}
