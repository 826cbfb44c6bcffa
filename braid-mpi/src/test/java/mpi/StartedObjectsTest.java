package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.braid.mpix.Futures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects in collectives that are started, once and again. */
@Timeout(60)
class StartedObjectsTest {
  /** Joins strings; does not commute. */
  static final class Join extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype datatype) {
      for (int i = 0; i < count; i++) {
        ((Object[]) inOut)[i] = "" + ((Object[]) in)[i] + ((Object[]) inOut)[i];
      }
    }
  }

  /** Leaves no request behind. */
  abstract static class Job extends WorldProgram {
    final Op join = new Op(new Join(), false);

    @Override
    void leave() {
      assertEquals(0, World.completions().liveRequests());
    }

    Object[] names() {
      Object[] names = new Object[size];
      for (int r = 0; r < size; r++) {
        names[r] = "rank " + r;
      }
      return names;
    }
  }

  @Test
  void everyStartedCollectiveTakesObjects() {
    for (int size : new int[] {1, 3}) {
      ThreadRanks.run(size, Each.class);
    }
  }

  static final class Each extends Job {
    @Override
    void body() {
      Object[] mine = {"rank " + rank};
      Object[] one = {rank == size - 1 ? List.of("root", rank) : null};
      world.iBcast(one, 1, MPI.OBJECT, size - 1).waitFor();
      assertEquals(List.of("root", size - 1), one[0]);
      Object[] all = new Object[size];
      world.iGather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 0).waitFor();
      assertArrayEquals(rank == 0 ? names() : new Object[size], all);
      all = new Object[size];
      world.iAllGather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT).waitFor();
      assertArrayEquals(names(), all);
      Object[] part = new Object[1];
      world.iScatter(names(), 1, MPI.OBJECT, part, 1, MPI.OBJECT, 0).waitFor();
      assertEquals("rank " + rank, part[0]);
      all = new Object[size];
      Object[] repeated = new Object[size];
      java.util.Arrays.fill(repeated, mine[0]);
      world.iAllToAll(repeated, 1, MPI.OBJECT, all, 1, MPI.OBJECT).waitFor();
      assertArrayEquals(names(), all);
      Object[] total = new Object[1];
      world.iAllReduce(new Object[] {"" + rank}, total, 1, MPI.OBJECT, join).waitFor();
      assertEquals("012".substring(0, size), total[0]);
      world.iScan(new Object[] {"" + rank}, total, 1, MPI.OBJECT, join).waitFor();
      assertEquals("012".substring(0, rank + 1), total[0]);
    }
  }

  @Test
  void neighboursExchangeObjectsToo() {
    ThreadRanks.run(3, Neighbours.class);
  }

  static final class Neighbours extends Job {
    @Override
    void body() {
      CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
      Object[] before = {"rank " + (rank + size - 1) % size, "rank " + (rank + 1) % size};
      Object[] around = new Object[2];
      ring.iNeighborAllGather(new Object[] {"rank " + rank}, 1, MPI.OBJECT, around, 1, MPI.OBJECT).waitFor();
      assertArrayEquals(before, around);
      around = new Object[2];
      Prequest again = ring.neighborAllToAllInit(new Object[] {"rank " + rank, "rank " + rank}, 1, MPI.OBJECT, around, 1, MPI.OBJECT, MPI.INFO_NULL);
      again.start();
      again.waitFor();
      assertArrayEquals(before, around);
      again.free();
      ring.free();
    }
  }

  @Test
  void manyAreUnderWayBesideOthersAndMessages() {
    ThreadRanks.run(3, Many.class);
  }

  static final class Many extends Job {
    @Override
    void body() {
      List<Request> requests = new ArrayList<>();
      Object[][] objects = new Object[20][size];
      int[][] sums = new int[20][1];
      for (int i = 0; i < 20; i++) {
        requests.add(world.iAllGather(new Object[] {rank + ":" + i}, 1, MPI.OBJECT, objects[i], 1, MPI.OBJECT));
        requests.add(world.iAllReduce(new int[] {i}, sums[i], 1, MPI.INT, MPI.SUM));
      }
      if (rank == 0) { // what was started waits for nobody
        world.send(new int[1], 1, MPI.INT, 1, 0);
      } else if (rank == 1) {
        world.recv(new int[1], 1, MPI.INT, 0, 0);
      }
      Request.waitAll(requests.toArray(new Request[0]));
      for (int i = 0; i < 20; i++) {
        assertEquals(size * i, sums[i][0]);
        for (int r = 0; r < size; r++) {
          assertEquals(r + ":" + i, objects[i][r]);
        }
      }
      Object[] future = {rank == 0 ? "told" : null};
      assertEquals("told", Futures.of(world.iBcast(future, 1, MPI.OBJECT, 0)).thenApply(status -> future[0]).join());
    }
  }

  @Test
  void aStartWaitsForNobody() {
    ThreadRanks.run(2, NobodyWaits.class);
  }

  /** Rank 1 starts only after a message that rank 0 sends once it has started. */
  static final class NobodyWaits extends Job {
    @Override
    void body() {
      Object[] one = {rank == 0 ? "here" : null};
      if (rank == 1) {
        world.recv(new int[1], 1, MPI.INT, 0, 0);
      }
      Request request = world.iBcast(one, 1, MPI.OBJECT, 0);
      if (rank == 0) {
        world.send(new int[1], 1, MPI.INT, 1, 0);
      }
      request.waitFor();
      assertEquals("here", one[0]);
    }
  }

  @Test
  void virtualThreadsThatOnlyLookDoNotKeepThemFromGoingOn() {
    ThreadRanks.run(2, Lookers.class);
  }

  /** As many virtual threads of rank 0 as can run at once look without a pause, before rank 1 gives what they look for. */
  static final class Lookers extends Job {
    @Override
    void body() {
      Object[] one = {rank == 1 ? "seen" : null};
      Object[] again = {rank == 1 ? "seen again" : null};
      Prequest persistent = world.bcastInit(again, 1, MPI.OBJECT, 1, MPI.INFO_NULL);
      if (rank == 0) {
        CountDownLatch looking = new CountDownLatch(Runtime.getRuntime().availableProcessors());
        List<Thread> lookers = new ArrayList<>();
        Request bcast = world.iBcast(one, 1, MPI.OBJECT, 1);
        persistent.start();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
          lookers.add(Thread.startVirtualThread(() -> look(bcast, persistent, looking)));
        }
        join(looking, () -> world.send(new int[1], 1, MPI.INT, 1, 0), lookers);
        bcast.waitFor();
      } else {
        world.recv(new int[1], 1, MPI.INT, 0, 0);
        persistent.start();
        world.iBcast(one, 1, MPI.OBJECT, 1).waitFor();
      }
      persistent.waitFor();
      assertEquals("seen", one[0]);
      assertEquals("seen again", again[0]);
      persistent.free();
    }

    private static void look(Request bcast, Request persistent, CountDownLatch looking) {
      looking.countDown();
      while (bcast.getStatus() == null || persistent.getStatus() == null) {
        Thread.onSpinWait();
      }
    }

    private static void join(CountDownLatch looking, Runnable whenAllLook, List<Thread> lookers) {
      try {
        looking.await();
        whenAllLook.run();
        for (Thread looker : lookers) {
          looker.join();
        }
      } catch (InterruptedException stopped) {
        throw new AssertionError(stopped);
      }
    }
  }

  @Test
  void persistentOnesAreStartedInAnyOrder() {
    ThreadRanks.run(3, Persistent.class);
  }

  static final class Persistent extends Job {
    @Override
    void body() {
      Object[] one = new Object[1];
      Object[] total = new Object[1];
      Object[] mine = new Object[1];
      Prequest bcast = world.bcastInit(one, 1, MPI.OBJECT, 1, MPI.INFO_NULL);
      Prequest reduce = world.allReduceInit(mine, total, 1, MPI.OBJECT, join, MPI.INFO_NULL);
      for (int round = 0; round < 3; round++) {
        one[0] = rank == 1 ? "round " + round : null;
        mine[0] = "" + (rank + round);
        Prequest.startAll(rank == 0 ? new Prequest[] {bcast, reduce} : new Prequest[] {reduce, bcast});
        Request.waitAll(new Request[] {bcast, reduce});
        assertEquals("round " + round, one[0]);
        assertEquals("" + round + (round + 1) + (round + 2), total[0]);
      }
      bcast.free();
      reduce.free();
    }
  }

  @Test
  void theSpaceOfACommunicatorGoesWithIt() {
    ThreadRanks.run(2, Freed.class);
  }

  static final class Freed extends Job {
    @Override
    void body() {
      int before = World.liveObjects();
      Intracomm dup = world.dup();
      Object[] one = {rank == 0 ? "x" : null};
      dup.iBcast(one, 1, MPI.OBJECT, 0).waitFor();
      world.barrier();
      dup.free();
      assertEquals(before, World.liveObjects());
    }
  }

  @Test
  void mistakesAreToldByTheRequest() {
    ThreadRanks.run(1, Mistakes.class);
  }

  static final class Mistakes extends Job {
    @Override
    void body() {
      refused(MPI.ERR_TYPE, () -> world.iBcast(new Object[] {new Object()}, 1, MPI.OBJECT, 0).waitFor());
      refused(MPI.ERR_OP, () -> world.iAllReduce(new Object[] {"a"}, new Object[1], 1, MPI.OBJECT, MPI.SUM).waitFor());
      refused(MPI.ERR_ROOT, () -> world.iBcast(new Object[] {"a"}, 1, MPI.OBJECT, 1).waitFor());
      Object[] fine = {"a"};
      world.iBcast(fine, 1, MPI.OBJECT, 0).waitFor();
    }

    private static void refused(int errorClass, Runnable call) {
      MPIException refused = assertThrows(MPIException.class, call::run);
      assertEquals(errorClass, refused.getErrorClass(), refused.getMessage());
    }
  }
}
