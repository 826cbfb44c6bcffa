package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Persistent collectives: the arguments of the first call, the data of each start, in whatever order the members start them. */
@SuppressWarnings("NullAway") // a message that is not there fails the test
class PersistentCollectivesTest {
  private static final int ROUNDS = 3;

  @Test
  void eachStartBringsWhatTheBlockingCallBringsNow() {
    for (int size : new int[] {1, 2, 5}) {
      ThreadRanks.run(size, Everything.class);
    }
  }

  /** Runs each collective blocking and persistently on equal data; the buffers of the second are those that it was made with. */
  static final class Everything implements Runnable {
    private static final int N = 3;
    private int rank;
    private int size;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      rank = world.getRank();
      size = world.getSize();
      int root = size - 1;
      Info none = MPI.INFO_NULL;
      int[] ones = new int[size];
      Arrays.fill(ones, 1);
      int[] places = new int[size];
      Arrays.setAll(places, r -> r);
      int[] bytes = new int[size];
      Arrays.setAll(bytes, r -> 4 * r);
      Datatype[] types = new Datatype[size];
      Arrays.fill(types, MPI.INT);
      int[] table = new int[size];
      Arrays.fill(table, N);
      same((in, out) -> world.bcast(out, N, MPI.INT, root), (in, out) -> world.bcastInit(out, N, MPI.INT, root, none));
      same((in, out) -> world.gather(in, N, MPI.INT, out, N, MPI.INT, root), (in, out) -> world.gatherInit(in, N, MPI.INT, out, N, MPI.INT, root, none));
      same((in, out) -> world.gather(out, N, MPI.INT, root), (in, out) -> world.gatherInit(out, N, MPI.INT, root, none));
      same((in, out) -> world.gatherv(in, 1, MPI.INT, out, ones, places, MPI.INT, root), (in, out) -> world.gathervInit(in, 1, MPI.INT, out, ones, places, MPI.INT, root, none));
      same((in, out) -> world.scatter(in, N, MPI.INT, out, N, MPI.INT, root), (in, out) -> world.scatterInit(in, N, MPI.INT, out, N, MPI.INT, root, none));
      same((in, out) -> world.scatterv(in, ones, places, MPI.INT, out, 1, MPI.INT, root), (in, out) -> world.scattervInit(in, ones, places, MPI.INT, out, 1, MPI.INT, root, none));
      same((in, out) -> world.allGather(in, N, MPI.INT, out, N, MPI.INT), (in, out) -> world.allGatherInit(in, N, MPI.INT, out, N, MPI.INT, none));
      same((in, out) -> world.allGather(out, N, MPI.INT), (in, out) -> world.allGatherInit(out, N, MPI.INT, none));
      same((in, out) -> world.allGatherv(in, 1, MPI.INT, out, ones, places, MPI.INT), (in, out) -> world.allGathervInit(in, 1, MPI.INT, out, ones, places, MPI.INT, none));
      same((in, out) -> world.allToAll(in, N, MPI.INT, out, N, MPI.INT), (in, out) -> world.allToAllInit(in, N, MPI.INT, out, N, MPI.INT, none));
      same(
          (in, out) -> world.allToAllv(in, ones, places, MPI.INT, out, ones, places, MPI.INT),
          (in, out) -> world.allToAllvInit(in, ones, places, MPI.INT, out, ones, places, MPI.INT, none));
      same((in, out) -> world.allToAllw(in, ones, bytes, types, out, ones, bytes, types), (in, out) -> world.allToAllwInit(in, ones, bytes, types, out, ones, bytes, types, none));
      same((in, out) -> world.reduce(in, out, N, MPI.INT, MPI.SUM, root), (in, out) -> world.reduceInit(in, out, N, MPI.INT, MPI.SUM, root, none));
      same((in, out) -> world.allReduce(in, out, N, MPI.INT, MPI.SUM), (in, out) -> world.allReduceInit(in, out, N, MPI.INT, MPI.SUM, none));
      same((in, out) -> world.allReduce(out, N, MPI.INT, MPI.SUM), (in, out) -> world.allReduceInit(out, N, MPI.INT, MPI.SUM, none));
      same((in, out) -> world.reduceScatter(in, out, table, MPI.INT, MPI.SUM), (in, out) -> world.reduceScatterInit(in, out, table, MPI.INT, MPI.SUM, none));
      same((in, out) -> world.reduceScatterBlock(in, out, N, MPI.INT, MPI.SUM), (in, out) -> world.reduceScatterBlockInit(in, out, N, MPI.INT, MPI.SUM, none));
      same((in, out) -> world.scan(in, out, N, MPI.INT, MPI.SUM), (in, out) -> world.scanInit(in, out, N, MPI.INT, MPI.SUM, none));
      same((in, out) -> world.exScan(in, out, N, MPI.INT, MPI.SUM), (in, out) -> world.exScanInit(in, out, N, MPI.INT, MPI.SUM, none));
      Datatype everySecond = Datatype.createVector(2, 1, 2, MPI.INT);
      everySecond.commit();
      same((in, out) -> world.allGather(in, 1, everySecond, out, 1, everySecond), (in, out) -> world.allGatherInit(in, 1, everySecond, out, 1, everySecond, none));
      CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
      same((in, out) -> ring.neighborAllGather(in, N, MPI.INT, out, N, MPI.INT), (in, out) -> ring.neighborAllGatherInit(in, N, MPI.INT, out, N, MPI.INT, none));
      same((in, out) -> ring.neighborAllToAll(in, N, MPI.INT, out, N, MPI.INT), (in, out) -> ring.neighborAllToAllInit(in, N, MPI.INT, out, N, MPI.INT, none));
      Prequest barrier = world.barrierInit(none);
      for (int round = 0; round < ROUNDS; round++) {
        barrier.start();
        barrier.waitFor();
      }
      barrier.free();
      MPI.Finalize();
    }

    private interface Blocking {
      void call(int[] in, int[] out);
    }

    private interface Persistent {
      Prequest make(int[] in, int[] out);
    }

    private void same(Blocking blocking, Persistent persistent) {
      int length = 2 * N * size + N;
      int[] in = new int[length];
      int[] out = new int[length];
      Prequest request = persistent.make(in, out);
      for (int round = 0; round < ROUNDS; round++) {
        int[] otherIn = data(length, round);
        int[] otherOut = data(length, round + 100);
        System.arraycopy(otherIn, 0, in, 0, length);
        System.arraycopy(otherOut, 0, out, 0, length);
        blocking.call(otherIn, otherOut);
        request.start();
        request.waitFor();
        assertArrayEquals(otherOut, out);
        assertArrayEquals(otherIn, in);
        assertFalse(request.isNull());
      }
      request.free();
      assertTrue(request.isNull());
    }

    private int[] data(int length, int seed) {
      int[] data = new int[length];
      Arrays.setAll(data, i -> 1_000 * rank + 17 * seed + i);
      return data;
    }
  }

  @Test
  void membersMayStartThemInOrdersOfTheirOwn() {
    ThreadRanks.run(4, AnyOrder.class);
  }

  static final class AnyOrder implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int objects = World.liveObjects();
      int rank = world.getRank();
      int[][] sums = new int[3][1];
      int[][] operands = new int[3][1];
      List<Prequest> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        all.add(world.allReduceInit(operands[i], sums[i], 1, MPI.INT, i == 0 ? MPI.SUM : i == 1 ? MPI.MAX : MPI.MIN, MPI.INFO_NULL));
      }
      for (int round = 0; round < 10; round++) {
        for (int k = 0; k < 3; k++) {
          int i = (k + rank + round) % 3; // another order at each rank
          operands[i][0] = rank + 1 + round;
          all.get(i).start();
        }
        Request.waitAll(all.toArray(new Request[0]));
        assertEquals(10 + 4 * round, sums[0][0]);
        assertEquals(4 + round, sums[1][0]);
        assertEquals(1 + round, sums[2][0]);
      }
      Prequest.startAll(all.toArray(new Prequest[0]));
      assertTrue(assertThrows(MPIException.class, all.get(0)::start).getMessage().contains("still active"));
      assertTrue(assertThrows(MPIException.class, all.get(0)::free).getMessage().contains("still active"));
      Request.waitAll(all.toArray(new Request[0]));
      world.barrier();
      all.forEach(Prequest::free);
      assertEquals(objects, World.liveObjects());
      assertEquals(MPI.ERR_REQUEST, assertThrows(MPIException.class, all.get(0)::start).getErrorClass());
      MPI.Finalize();
    }
  }

  @Test
  void thoseThatShareTheCommunicatorsOrderMakeNoObjects() {
    ThreadRanks.run(3, Strict.class);
  }

  static final class Strict implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Info promise = new Info();
      promise.set("mpi_assert_strict_persistent_collective_ordering", "true");
      Intracomm comm = MPI.COMM_WORLD.dupWithInfo(promise);
      Intracomm copy = comm.dup(); // which has the hints, too
      int objects = World.liveObjects();
      int[] sum = new int[1];
      Prequest one = comm.allReduceInit(new int[] {1}, sum, 1, MPI.INT, MPI.SUM, MPI.INFO_NULL);
      Prequest two = copy.barrierInit(MPI.INFO_NULL);
      assertEquals(objects, World.liveObjects());
      for (int round = 0; round < ROUNDS; round++) {
        one.start();
        comm.barrier();
        two.start();
        two.waitFor();
        one.waitFor();
        assertEquals(3, sum[0]);
      }
      MPI.Finalize();
    }
  }

  @Test
  void groupsOnBothSidesOfAnIntercommunicatorHaveThemToo() {
    ThreadRanks.run(5, Between.class);
  }

  static final class Between extends BetweenGroups {
    @Override
    void body() {
      int[] sum = new int[1];
      int[] mine = new int[1];
      Prequest reduce = inter.allReduceInit(mine, sum, 1, MPI.INT, MPI.SUM, MPI.INFO_NULL);
      int[] word = new int[1];
      Prequest bcast = inter.bcastInit(word, 1, MPI.INT, root(true, 1), MPI.INFO_NULL);
      for (int round = 0; round < ROUNDS; round++) {
        mine[0] = me + round;
        word[0] = me;
        if (isFirst) {
          reduce.start();
          bcast.start();
        } else {
          bcast.start();
          reduce.start();
        }
        Request.waitAll(new Request[] {bcast, reduce});
        assertEquals(isFirst ? 7 + 2 * round : 3 + 3 * round, sum[0]);
        assertEquals(isFirst ? me : 1, word[0]);
      }
    }
  }

  @Test
  void mistakesAreToldWhenTheRequestIsMadeAndNobodyHangs() {
    ThreadRanks.run(3, Mistakes.class);
  }

  static final class Mistakes implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      int[] x = new int[1];
      refused(rank == 1 ? MPI.ERR_ROOT : MPI.ERR_ARG, rank == 1 ? "root 7" : "arguments of rank 1", comm -> comm.bcastInit(x, 1, MPI.INT, rank == 1 ? 7 : 0, MPI.INFO_NULL));
      refused(rank == 1 ? MPI.ERR_INFO : MPI.ERR_ARG, rank == 1 ? "the info" : "arguments of rank 1", comm -> comm.bcastInit(x, 1, MPI.INT, 0, rank == 1 ? null : MPI.INFO_NULL));
      refused(MPI.ERR_ARG, "makes another persistent collective", comm -> rank == 2 ? comm.barrierInit(MPI.INFO_NULL) : comm.bcastInit(x, 1, MPI.INT, 0, MPI.INFO_NULL));
      refused(MPI.ERR_BUFFER, "needs elements", comm -> comm.allReduceInit(x, new int[0], 1, MPI.INT, MPI.SUM, MPI.INFO_NULL), "need elements");
      strictWithObjects();
      refused(MPI.ERR_ARG, "rank 1 calls bcast with root 0 of 2 MPI.INT", comm -> comm.bcastInit(new int[2], 1 + rank % 2, MPI.INT, 0, MPI.INFO_NULL));
      refused(MPI.ERR_ARG, "rank 2 calls bcast with root 1", comm -> comm.bcastInit(x, 1, MPI.INT, rank / 2, MPI.INFO_NULL));
      refused(MPI.ERR_ARG, "rank 0 calls allreduce with SUM", comm -> comm.allReduceInit(x, new int[1], 1, MPI.INT, rank == 0 ? MPI.SUM : MPI.MAX, MPI.INFO_NULL));
      world.barrier();
      MPI.Finalize();
    }

    private static void strictWithObjects() {
      Info strict = new Info();
      strict.set("mpi_assert_strict_persistent_collective_ordering", "true");
      Intracomm ordered = MPI.COMM_WORLD.dup();
      ordered.setInfo(strict);
      refused(MPI.ERR_TYPE, "a matching space of their own", comm -> ordered.bcastInit(new Object[1], 1, MPI.OBJECT, 0, MPI.INFO_NULL));
      ordered.free();
    }

    private static void refused(int errorClass, String words, Function<Intracomm, Prequest> call) {
      refused(errorClass, words, call, words);
    }

    private static void refused(int errorClass, String words, Function<Intracomm, Prequest> call, String otherwise) {
      int objects = World.liveObjects();
      MPIException e = assertThrows(MPIException.class, () -> call.apply(MPI.COMM_WORLD));
      String text = String.valueOf(e.getMessage());
      assertTrue(text.contains(words) || text.contains(otherwise), text);
      assertEquals(errorClass, e.getErrorClass(), text);
      assertEquals(objects, World.liveObjects());
    }
  }
}
