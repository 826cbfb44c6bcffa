package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives that are started do what the blocking ones do, overlap, and go on in whatever call their rank is. */
class StartedCollectivesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void theyBringWhatTheBlockingOnesBring(int size) {
    ThreadRanks.run(size, Results.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void theyTakePartInTheFamiliesOfWaitAndTest(int size) {
    ThreadRanks.run(size, Families.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void theyGoOnWhileTheirRankWaitsForSomethingElse(int size) {
    ThreadRanks.run(size, Elsewhere.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void threadsMayWaitForThemWhileOthersCall(int size) {
    ThreadRanks.run(size, Threads.class);
  }

  @Test
  void callsUnderWayCompleteOnACommunicatorThatIsFreedMeanwhile() {
    ThreadRanks.runTraced(3, FreedWhileUnderWay.class);
  }

  /** Ranks 0 and 2 free before rank 1 has begun; MPI 4.1, section 7.4.3. */
  static final class FreedWhileUnderWay implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      for (int round = 0; round < 3; round++) {
        Intracomm copy = world.dup();
        Intracomm half = world.split(rank == 0 ? 0 : 1, rank);
        Intercomm between = world.createIntercomm(half, 0, rank == 0 ? 1 : 0, 3);
        if (rank == 1) {
          world.recv(new int[0], 0, MPI.INT, 0, 4);
          world.recv(new int[0], 0, MPI.INT, 2, 4);
        }
        int[] sum = new int[1];
        int[] others = new int[1];
        Request inside = copy.iAllReduce(new int[] {rank + 1}, sum, 1, MPI.INT, MPI.SUM);
        Request across = between.iAllReduce(new int[] {rank + 1}, others, 1, MPI.INT, MPI.SUM);
        copy.free();
        between.free();
        half.free();
        if (rank != 1) {
          world.send(new int[0], 0, MPI.INT, 1, 4);
        }
        inside.waitFor();
        across.waitFor();
        assertEquals(6, sum[0]);
        assertEquals(rank == 0 ? 5 : 1, others[0]);
        assertEquals(List.of(), World.unfreed());
      }
      MPI.Finalize();
    }
  }

  @Test
  void tensOfThousandsMayBePendingAtOneRank() {
    ThreadRanks.run(2, Pending.class);
  }

  static final class Results implements Runnable {
    private final Intracomm world = MPI.COMM_WORLD;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      for (int count : new int[] {1, 3, 5000}) {
        oneToAll(count);
        allToOne(count);
        allToAll(count);
        reductions(count);
      }
      columns();
      MPI.Finalize();
    }

    private int[] ramp(int count) {
      int[] values = new int[count];
      Arrays.setAll(values, i -> 1000 * world.getRank() + i);
      return values;
    }

    private void oneToAll(int count) {
      int root = world.getSize() - 1;
      int[] data = ramp(count);
      int[] expected = data.clone();
      world.bcast(expected, count, MPI.INT, root);
      IntBuffer direct = MPI.newIntBuffer(count);
      direct.put(0, data);
      Request twice = world.iBcast(direct, count, MPI.INT, root);
      world.Ibcast(data, 0, count, MPI.INT, root).Wait();
      twice.waitFor();
      assertArrayEquals(expected, data);
      int[] fromDirect = new int[count];
      direct.get(0, fromDirect);
      assertArrayEquals(expected, fromDirect);

      int[] part = new int[count];
      int[] same = new int[count];
      int[] all = ramp(count * world.getSize());
      Request scatter = world.iScatter(all, count, MPI.INT, part, count, MPI.INT, root);
      world.scatter(all, count, MPI.INT, same, count, MPI.INT, root);
      scatter.waitFor();
      assertArrayEquals(same, part);
    }

    private void allToOne(int count) {
      int size = world.getSize();
      int[] mine = ramp(count);
      int[] got = new int[count * size];
      int[] expected = new int[count * size];
      int[] counts = new int[size];
      int[] displs = new int[size];
      Arrays.fill(counts, count);
      Arrays.setAll(displs, r -> (size - 1 - r) * count);
      Request gather = world.iGatherv(mine, count, MPI.INT, got, counts, displs, MPI.INT, 0);
      world.gatherv(mine, count, MPI.INT, expected, counts, displs, MPI.INT, 0);
      gather.waitFor();
      assertArrayEquals(expected, got);
      Request plain = world.Igather(mine, 0, count, MPI.INT, got, 0, count, MPI.INT, 0);
      world.Gather(mine, 0, count, MPI.INT, expected, 0, count, MPI.INT, 0);
      plain.Wait();
      assertArrayEquals(expected, got);
    }

    private void allToAll(int count) {
      int size = world.getSize();
      int[] mine = ramp(count * size);
      int[] got = new int[count * size];
      int[] expected = new int[count * size];
      Request exchange = world.iAllToAll(mine, count, MPI.INT, got, count, MPI.INT);
      world.allToAll(mine, count, MPI.INT, expected, count, MPI.INT);
      exchange.waitFor();
      assertArrayEquals(expected, got);
      Request allGather = world.iAllGather(mine, count, MPI.INT, got, count, MPI.INT);
      Request barrier = world.iBarrier();
      world.allGather(mine, count, MPI.INT, expected, count, MPI.INT);
      Request.waitAll(new Request[] {barrier, allGather});
      assertArrayEquals(expected, got);
    }

    private void reductions(int count) {
      int[] mine = ramp(count);
      int[] got = new int[count];
      int[] expected = new int[count];
      Request sum = world.iAllReduce(mine, got, count, MPI.INT, MPI.SUM);
      world.allReduce(mine, expected, count, MPI.INT, MPI.SUM);
      sum.waitFor();
      assertArrayEquals(expected, got);
      Request scan = world.iScan(mine, got, count, MPI.INT, MPI.MAX);
      world.scan(mine, expected, count, MPI.INT, MPI.MAX);
      scan.waitFor();
      assertArrayEquals(expected, got);
      Request reduce = world.iReduce(mine, got, count, MPI.INT, MPI.MIN, 0);
      world.reduce(mine, expected, count, MPI.INT, MPI.MIN, 0);
      reduce.waitFor();
      assertArrayEquals(expected, got);
    }

    /** A derived type: it is unpacked when the request is finished, and no earlier. */
    private void columns() {
      Datatype column = Datatype.createVector(3, 1, 4, MPI.INT);
      column.commit();
      int[] matrix = world.getRank() == 0 ? ramp(12) : new int[12];
      world.iBcast(matrix, 1, column, 0).waitFor();
      assertArrayEquals(new int[] {0, 4, 8}, new int[] {matrix[0], matrix[4], matrix[8]});
      assertEquals(world.getRank() == 0 ? 1 : 0, matrix[1]);
    }
  }

  static final class Families implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int right = (world.getRank() + 1) % world.getSize();
      int[] in = new int[1];
      int[] sum = new int[1];
      Request receive = world.iRecv(in, 1, MPI.INT, MPI.ANY_SOURCE, 5);
      Request reduce = world.iAllReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
      Request barrier = world.iBarrier();
      Request[] all = {receive, reduce, null, barrier};
      int first = Request.waitAny(all);
      assertTrue(first == 1 || first == 3, () -> "the receive can't be done: " + first);
      while (!Request.testAll(new Request[] {reduce, barrier})) {
        Thread.onSpinWait();
      }
      assertEquals(world.getSize(), sum[0]);
      assertTrue(reduce.isNull() && barrier.isNull());
      assertFalse(receive.test());
      world.barrier();
      Request send = world.iSend(new int[] {7}, 1, MPI.INT, right, 5);
      Request once = world.iBarrier();
      Status[] some = Request.waitSomeStatus(new Request[] {send, receive, once});
      assertNotNull(some);
      Request.waitAllStatus(new Request[] {send, receive, once});
      assertEquals(7, in[0]);
      assertNotNull(world.iBarrier().Wait());
      MPI.Finalize();
    }
  }

  /** Rank 0 has started a collective and waits for a message, which the others only send when the collective is over. */
  static final class Elsewhere implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Intracomm other = world.dup();
      int[] word = new int[1];
      for (int round = 0; round < 20; round++) {
        Request reduce = world.iAllReduce(new int[50_000], new int[50_000], 50_000, MPI.INT, MPI.SUM);
        Request barrier = other.iBarrier();
        if (world.getRank() == 0) {
          for (int peer = 1; peer < world.getSize(); peer++) {
            world.recv(word, 1, MPI.INT, peer, round);
          }
          world.probe(1, round + 1);
          world.recv(word, 1, MPI.INT, 1, round + 1);
        } else {
          reduce.waitFor();
          world.sSend(word, 1, MPI.INT, 0, round);
          barrier.waitFor();
          if (world.getRank() == 1) {
            world.send(word, 1, MPI.INT, 0, round + 1);
          }
        }
        world.barrier();
        Request.waitAll(new Request[] {reduce, barrier});
      }
      MPI.Finalize();
    }
  }

  static final class Threads implements Runnable {
    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
      Intracomm world = MPI.COMM_WORLD;
      for (int round = 0; round < 50; round++) {
        int[] sum = new int[1000];
        Request reduce = world.iAllReduce(new int[1000], sum, 1000, MPI.INT, MPI.SUM);
        Thread waiter = Thread.ofPlatform().start(reduce::waitFor);
        world.barrier();
        join(waiter);
        assertTrue(reduce.isNull());
      }
      MPI.Finalize();
    }

    private static void join(Thread waiter) {
      try {
        assertTrue(waiter.join(java.time.Duration.ofSeconds(20)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Rank 0 has started all before rank 1 begins, which then waits for each. */
  static final class Pending extends WorldProgram {
    private static final int CALLS = 30_000;

    @Override
    void body() {
      Request[] requests = new Request[CALLS];
      int[][] sums = new int[CALLS][1];
      if (rank == 1) {
        world.recv(new int[1], 1, MPI.INT, 0, 0);
      }
      for (int i = 0; i < CALLS; i++) {
        requests[i] = world.iAllReduce(new int[] {i}, sums[i], 1, MPI.INT, MPI.SUM);
        if (rank == 1) {
          requests[i].waitFor();
        }
      }
      if (rank == 0) {
        world.send(new int[1], 1, MPI.INT, 1, 0);
      }
      Request.waitAll(requests);
      for (int i = 0; i < CALLS; i++) {
        assertEquals(2 * i, sums[i][0]);
      }
    }
  }
}
