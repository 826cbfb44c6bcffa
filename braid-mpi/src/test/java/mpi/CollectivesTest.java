package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every collective in every form, on 1, 2, 4 and 7 ranks, every root, short and long, against what the standard says. */
class CollectivesTest {
  private static final int[] COUNTS = {0, 1, 3, 5000};

  @Test
  void everyFormGivesWhatTheStandardSays() {
    for (int size : new int[] {1, 2, 4, 7}) {
      ThreadRanks.run(size, AllForms.class);
    }
  }

  /** Element i of rank r's data. */
  private static int value(int r, int i) {
    return 1000 * r + i % 100;
  }

  private static int[] data(int r, int count) {
    return IntStream.range(0, count).map(i -> value(r, i)).toArray();
  }

  private static int[] all(int size, int count) {
    return IntStream.range(0, size * count).map(k -> value(k / count, k % count)).toArray();
  }

  static final class AllForms implements Runnable {
    private int rank;
    private int size;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      rank = MPI.COMM_WORLD.getRank();
      size = MPI.COMM_WORLD.getSize();
      for (int count : COUNTS) {
        for (int root = 0; root < size; root++) {
          rooted(MPI.COMM_WORLD, count, root);
        }
        unrooted(MPI.COMM_WORLD, count);
        reductions(MPI.COMM_WORLD, count);
      }
      tables(MPI.COMM_WORLD);
      types(MPI.COMM_WORLD);
      objects(MPI.COMM_WORLD);
      MPI.Finalize();
    }

    private void rooted(Intracomm world, int count, int root) {
      int[] buf = rank == root ? data(root, count) : new int[count];
      world.bcast(buf, count, MPI.INT, root);
      assertArrayEquals(data(root, count), buf);

      int[] all = new int[rank == root ? size * count : 0];
      world.gather(data(rank, count), count, MPI.INT, all, count, MPI.INT, root);
      assertArrayEquals(rank == root ? all(size, count) : all, all);

      int[] mine = new int[count];
      world.Scatter(all, 0, count, MPI.INT, mine, 0, count, MPI.INT, root);
      assertArrayEquals(data(rank, count), mine);

      int[] inPlace = rank == root ? new int[size * count] : data(rank, count);
      System.arraycopy(data(rank, count), 0, inPlace, rank == root ? root * count : 0, count);
      world.gather(inPlace, count, MPI.INT, root);
      assertArrayEquals(rank == root ? all(size, count) : data(rank, count), inPlace);
      int[] scattered = rank == root ? all(size, count) : new int[count];
      world.scatter(scattered, count, MPI.INT, root);
      assertArrayEquals(rank == root ? all(size, count) : data(rank, count), scattered);

      long[] sum = new long[count];
      world.Reduce(longs(rank, count), 0, sum, 0, count, MPI.LONG, MPI.SUM, root);
      long[] inPlaceSum = longs(rank, count);
      world.reduce(inPlaceSum, count, MPI.LONG, MPI.SUM, root);
      if (rank == root) {
        assertArrayEquals(sums(size, count), sum);
        assertArrayEquals(sums(size, count), inPlaceSum);
      }
    }

    private void unrooted(Intracomm world, int count) {
      world.barrier();
      int[] all = new int[size * count];
      world.Allgather(data(rank, count), 0, count, MPI.INT, all, 0, count, MPI.INT);
      assertArrayEquals(all(size, count), all);
      int[] inPlace = new int[size * count];
      System.arraycopy(data(rank, count), 0, inPlace, rank * count, count);
      world.allGather(inPlace, count, MPI.INT);
      assertArrayEquals(all(size, count), inPlace);

      int[] sent = IntStream.range(0, size * count).map(k -> value(10 * rank + k / Math.max(1, count), k % Math.max(1, count))).toArray();
      int[] received = new int[size * count];
      world.allToAll(sent, count, MPI.INT, received, count, MPI.INT);
      for (int k = 0; k < received.length; k++) {
        assertEquals(value(10 * (k / count) + rank, k % count), received[k]);
      }
    }

    private void reductions(Intracomm world, int count) {
      DoubleBuffer direct = MPI.newDoubleBuffer(count);
      double[] mine = Arrays.stream(longs(rank, count)).asDoubleStream().toArray();
      world.allReduce(mine, direct, count, MPI.DOUBLE, MPI.SUM);
      double[] inPlace = mine.clone();
      world.allReduce(inPlace, count, MPI.DOUBLE, MPI.SUM);
      long[] expected = sums(size, count);
      for (int i = 0; i < count; i++) {
        assertEquals((double) expected[i], direct.get(i));
        assertEquals((double) expected[i], inPlace[i]);
      }
      long[] scanned = new long[count];
      world.Scan(longs(rank, count), 0, scanned, 0, count, MPI.LONG, MPI.SUM);
      assertArrayEquals(sums(rank + 1, count), scanned);
      long[] before = longs(rank, count);
      world.exScan(before, count, MPI.LONG, MPI.SUM);
      if (rank > 0) {
        assertArrayEquals(sums(rank, count), before);
      }
      long[] part = new long[count];
      long[] whole = IntStream.range(0, size * count).mapToLong(k -> k + rank).toArray();
      world.reduceScatterBlock(whole, part, count, MPI.LONG, MPI.MAX);
      long[] same = whole.clone();
      world.reduceScatterBlock(same, count, MPI.LONG, MPI.MAX);
      for (int i = 0; i < count; i++) {
        assertEquals(rank * count + i + size - 1, part[i]);
        assertEquals(part[i], same[i]);
      }
    }

    private static long[] longs(int r, int count) {
      return Arrays.stream(data(r, count)).asLongStream().toArray();
    }

    private static long[] sums(int ranks, int count) {
      return IntStream.range(0, count).mapToLong(i -> IntStream.range(0, ranks).mapToLong(r -> value(r, i)).sum()).toArray();
    }

    /** Rank r's block has r + 1 elements, and one element lies between the blocks. */
    private void tables(Intracomm world) {
      int[] counts = IntStream.range(0, size).map(r -> r + 1).toArray();
      int[] at = IntStream.range(0, size).map(r -> r * (r + 3) / 2).toArray();
      int length = at[size - 1] + size;
      int[] expected = new int[length];
      for (int r = 0; r < size; r++) {
        System.arraycopy(data(r, r + 1), 0, expected, at[r], r + 1);
      }
      int[] all = new int[length];
      world.Allgatherv(data(rank, rank + 1), 0, rank + 1, MPI.INT, all, 0, counts, at, MPI.INT);
      assertArrayEquals(expected, all);
      int[] gathered = new int[length];
      world.gatherv(data(rank, rank + 1), rank + 1, MPI.INT, gathered, counts, at, MPI.INT, size - 1);
      assertArrayEquals(rank == size - 1 ? expected : new int[length], gathered);
      int[] mine = new int[rank + 1];
      world.scatterv(expected, counts, at, MPI.INT, mine, rank + 1, MPI.INT, 0);
      assertArrayEquals(data(rank, rank + 1), mine);

      int[] sendCounts = IntStream.range(0, size).map(to -> rank + to).toArray();
      int[] starts = starts(sendCounts);
      int[] sent = new int[Arrays.stream(sendCounts).sum()];
      for (int to = 0; to < size; to++) {
        Arrays.fill(sent, starts[to], starts[to] + sendCounts[to], 100 * rank + to);
      }
      int[] received = new int[sent.length];
      world.allToAllv(sent, sendCounts, starts, MPI.INT, received, sendCounts, starts, MPI.INT);
      for (int from = 0; from < size; from++) {
        for (int k = 0; k < sendCounts[from]; k++) {
          assertEquals(100 * from + rank, received[starts[from] + k]);
        }
      }
      int[] part = new int[counts[rank]];
      world.Reduce_scatter(new int[Arrays.stream(counts).sum()], 0, part, 0, counts, MPI.INT, MPI.SUM);
      assertArrayEquals(new int[counts[rank]], part);
    }

    private static int[] starts(int[] counts) {
      int[] starts = new int[counts.length];
      for (int r = 1; r < counts.length; r++) {
        starts[r] = starts[r - 1] + counts[r - 1];
      }
      return starts;
    }

    private void types(Intracomm world) {
      int[] pair = {rank % 3, rank};
      int[] best = new int[2];
      world.Allreduce(pair, 0, best, 0, 1, MPI.INT2, MPI.MAXLOC);
      assertArrayEquals(size > 2 ? new int[] {2, 2} : new int[] {size - 1, size - 1}, best);

      Datatype column = Datatype.Vector(2, 1, 2, MPI.INT);
      column.Commit();
      int[] matrix = rank == 0 ? new int[] {1, 2, 3, 4} : new int[4];
      world.Bcast(matrix, 0, 1, column, 0);
      assertArrayEquals(rank == 0 ? new int[] {1, 2, 3, 4} : new int[] {1, 0, 3, 0}, matrix);

      Op leftWins = new Op(new User_function() {
        @Override
        public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
          System.arraycopy(in, inAt, inout, at, count);
        }
      }, false);
      int[] left = {0};
      world.Allreduce(new int[] {7 + rank}, 0, left, 0, 1, MPI.INT, leftWins);
      assertEquals(7, left[0]);
      double[] products = {2};
      world.allReduce(products, 1, MPI.DOUBLE, new Op(new UserFunction() {
        @Override
        public void call(java.nio.ByteBuffer in, java.nio.ByteBuffer inOut, int count, Datatype type) {
          inOut.putDouble(0, in.getDouble(0) * inOut.getDouble(0));
        }
      }, true));
      assertEquals(Math.pow(2, size), products[0]);
    }

    private void objects(Intracomm world) {
      Object[] names = rank == 0 ? new Object[] {"a", "bc"} : new Object[2];
      world.Bcast(names, 0, 2, MPI.OBJECT, 0);
      assertArrayEquals(new Object[] {"a", "bc"}, names);
      String[] all = new String[size];
      world.Allgather(new String[] {"r" + rank}, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
      assertArrayEquals(IntStream.range(0, size).mapToObj(r -> "r" + r).toArray(), all);
      String[] mine = new String[1];
      world.Scatter(all, 0, 1, MPI.OBJECT, mine, 0, 1, MPI.OBJECT, size - 1);
      assertEquals("r" + rank, mine[0]);
      String[] swapped = new String[size];
      world.Alltoall(all, 0, 1, MPI.OBJECT, swapped, 0, 1, MPI.OBJECT);
      assertArrayEquals(IntStream.range(0, size).mapToObj(r -> "r" + rank).toArray(), swapped);
      Op join = new Op(new User_function() {
        @Override
        public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
          ((Object[]) inout)[at] = ((Object[]) in)[inAt] + "" + ((Object[]) inout)[at];
        }
      }, false);
      String[] joined = new String[1];
      world.Allreduce(mine, 0, joined, 0, 1, MPI.OBJECT, join);
      assertEquals(String.join("", all), joined[0]);
      world.Scan(mine, 0, joined, 0, 1, MPI.OBJECT, join);
      assertEquals(String.join("", Arrays.copyOf(all, rank + 1)), joined[0]);
    }
  }
}
