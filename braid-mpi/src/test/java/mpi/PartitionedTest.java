package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Partitioned messages: parts leave when they are ready, in any order, from any thread; both ends cut the message in their own way. */
class PartitionedTest {
  private static final Info NONE = MPI.INFO_NULL;

  /** Rank 0 sends, rank 1 receives. */
  abstract static class Pair implements Runnable {
    boolean sends;

    @Override
    public final void run() {
      MPI.Init(new String[0]);
      sends = MPI.COMM_WORLD.getRank() == 0;
      int objects = World.liveObjects();
      body(MPI.COMM_WORLD);
      MPI.COMM_WORLD.barrier();
      assertEquals(objects, World.liveObjects());
      MPI.Finalize();
    }

    abstract void body(Intracomm world);

    static int[] numbers(int n, int first) {
      int[] numbers = new int[n];
      Arrays.setAll(numbers, i -> first + i);
      return numbers;
    }
  }

  @Test
  void eachEndCutsTheMessageInItsOwnWay() {
    ThreadRanks.run(2, Cuts.class);
  }

  static final class Cuts extends Pair {
    @Override
    void body(Intracomm world) {
      for (int sent : new int[] {1, 2, 3, 4, 6, 12}) {
        for (int received : new int[] {1, 3, 4, 12}) {
          cut(world, sent, received, 12);
          cut(world, sent, received, 12 * 30_000);
        }
      }
      cut(world, 3, 5, 0);
    }

    private void cut(Intracomm world, int sent, int received, int n) {
      int[] data = new int[n];
      Prequest request = sends ? world.psendInit(data, sent, n / sent, MPI.INT, 1, 3, NONE) : world.precvInit(data, received, n / received, MPI.INT, 0, 3, NONE);
      for (int round = 0; round < 3; round++) {
        request.start();
        if (sends) {
          System.arraycopy(numbers(n, 1000 * round), 0, data, 0, n);
          for (int partition = sent - 1; partition >= 0; partition--) {
            request.pready(partition);
          }
          request.waitFor();
        } else {
          Status status = request.waitStatus();
          assertEquals(n, status.getCount(MPI.INT));
          assertEquals(0, status.getSource());
          assertEquals(3, status.getTag());
          assertArrayEquals(numbers(n, 1000 * round), data);
        }
      }
      request.free();
    }
  }

  @Test
  void aPartMayBeUsedBeforeTheOthersHaveCome() {
    ThreadRanks.run(2, Early.class);
  }

  static final class Early extends Pair {
    @Override
    void body(Intracomm world) {
      int[] data = new int[8];
      Datatype everySecond = Datatype.createVector(2, 1, 2, MPI.INT);
      everySecond.commit();
      Datatype spread = Datatype.createResized(everySecond, 0, 16);
      spread.commit();
      Prequest plain = sends ? world.psendInit(data, 4, 2, MPI.INT, 1, 1, NONE) : world.precvInit(data, 2, 4, MPI.INT, 0, 1, NONE);
      int[] gaps = sends ? numbers(8, 1) : new int[8];
      Prequest derived = sends ? world.psendInit(gaps, 2, 1, spread, 1, 2, NONE) : world.precvInit(gaps, 2, 1, spread, 0, 2, NONE);
      Prequest.startAll(new Prequest[] {plain, derived});
      int[] word = new int[1];
      if (sends) {
        System.arraycopy(numbers(8, 50), 0, data, 0, 8);
        plain.preadyRange(2, 3);
        derived.pready(1);
        world.recv(word, 1, MPI.INT, 1, 9); // the receiver has used them
        plain.preadyList(new int[] {1, 0});
        derived.pready(0);
      } else {
        while (!plain.parrived(1) || !derived.parrived(1)) {
          Thread.onSpinWait();
        }
        assertFalse(plain.parrived(0));
        assertFalse(derived.parrived(0));
        assertFalse(plain.test());
        assertArrayEquals(new int[] {0, 0, 0, 0, 54, 55, 56, 57}, data);
        assertArrayEquals(new int[] {0, 0, 0, 0, 5, 0, 7, 0}, gaps);
        world.send(word, 1, MPI.INT, 0, 9);
      }
      Request.waitAll(new Request[] {plain, derived});
      assertTrue(sends || plain.parrived(0));
      assertArrayEquals(sends ? numbers(8, 1) : new int[] {1, 0, 3, 0, 5, 0, 7, 0}, gaps);
      plain.free();
      derived.free();
      everySecond.free();
    }
  }

  @Test
  void aReceiveThatWasNeverStartedLeavesItsBufferAlone() {
    ThreadRanks.run(2, NotStarted.class);
  }

  static final class NotStarted extends Pair {
    @Override
    void body(Intracomm world) {
      Datatype everySecond = Datatype.createVector(2, 1, 2, MPI.INT);
      everySecond.commit();
      int[] data = numbers(4, 1);
      Prequest request = sends ? world.psendInit(data, 1, 1, everySecond, 1, 1, NONE) : world.precvInit(data, 1, 1, everySecond, 0, 1, NONE);
      assertTrue(sends || request.parrived(0));
      assertArrayEquals(numbers(4, 1), data);
      request.free();
      everySecond.free();
    }
  }

  @Test
  void manyThreadsMarkPartsOfOneSend() {
    ThreadRanks.run(2, Threads.class);
  }

  static final class Threads extends Pair {
    private static final int PARTS = 64;

    @Override
    void body(Intracomm world) {
      IntBuffer data = MPI.newIntBuffer(PARTS * 100);
      Prequest request = sends ? world.psendInit(data, PARTS, 100, MPI.INT, 1, 1, NONE) : world.precvInit(data, PARTS, 100, MPI.INT, 0, 1, NONE);
      for (int round = 0; round < 20; round++) {
        request.start();
        if (sends) {
          List<Thread> threads = new ArrayList<>();
          for (int t = 0; t < 4; t++) {
            int thread = t;
            int now = round;
            threads.add(Thread.ofPlatform().start(() -> {
              for (int partition = thread; partition < PARTS; partition += 4) {
                for (int i = 0; i < 100; i++) {
                  data.put(partition * 100 + i, now * partition + i);
                }
                request.pready(partition);
              }
            }));
          }
          request.waitFor();
          threads.forEach(PartitionedTest::join);
        } else {
          request.waitFor();
          for (int partition = 0; partition < PARTS; partition++) {
            assertEquals(round * partition + 99, data.get(partition * 100 + 99));
          }
        }
      }
      request.free();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void endsOfOneTagMeetInTheOrderInWhichTheyWereMade() {
    ThreadRanks.run(2, Order.class);
  }

  static final class Order extends Pair {
    @Override
    void body(Intracomm world) {
      int other = 1 - world.getRank();
      int[][] sent = {{world.getRank()}, {10 + world.getRank()}};
      int[][] got = new int[2][1];
      int[] own = new int[1];
      Prequest[] all = {
          world.psendInit(sent[0], 1, 1, MPI.INT, other, 5, NONE),
          world.precvInit(got[0], 1, 1, MPI.INT, other, 5, NONE),
          world.psendInit(sent[1], 1, 1, MPI.INT, other, 5, NONE),
          world.precvInit(got[1], 1, 1, MPI.INT, other, 5, NONE),
          world.psendInit(new int[] {7}, 1, 1, MPI.INT, world.getRank(), 5, NONE),
          world.precvInit(own, 1, 1, MPI.INT, world.getRank(), 5, NONE),
          world.psendInit(new int[1], 1, 1, MPI.INT, MPI.PROC_NULL, 5, NONE),
          world.precvInit(new int[1], 1, 1, MPI.INT, MPI.PROC_NULL, 5, NONE)};
      for (int round = 0; round < 2; round++) {
        for (int i : round == 0 ? new int[] {3, 2, 1, 0, 4, 5, 6, 7} : new int[] {0, 1, 2, 3, 7, 6, 5, 4}) {
          all[i].start();
        }
        all[2].pready(0);
        all[0].pready(0);
        all[4].pready(0);
        all[6].pready(0);
        Request.waitAll(all);
        assertEquals(other, got[0][0]);
        assertEquals(10 + other, got[1][0]);
        assertEquals(7, own[0]);
      }
      for (Prequest each : all) {
        each.free();
      }
    }
  }

  @Test
  void endsThatAreFreedUnstartedKeepTheirPlaceInTheOrder() {
    ThreadRanks.run(2, Unstarted.class);
  }

  /** Either end may be the first to go, before it has heard of the other one or after. */
  static final class Unstarted extends Pair {
    @Override
    void body(Intracomm world) {
      for (int round = 0; round < 4; round++) {
        boolean waits = sends == (round < 2);
        if (waits) {
          world.barrier();
        }
        made(world, new int[2]).free();
        int[] data = sends ? new int[] {round, 7} : new int[2];
        Prequest request = made(world, data);
        if (round % 2 == 0) {
          request.start();
        }
        if (!waits) {
          world.barrier();
        }
        if (round % 2 != 0) {
          request.start();
        }
        if (sends) {
          request.preadyRange(0, 1);
        }
        request.waitFor();
        assertArrayEquals(new int[] {round, 7}, data);
        request.free();
      }
    }

    private Prequest made(Intracomm world, int[] data) {
      return sends ? world.psendInit(data, 2, 1, MPI.INT, 1, 3, NONE) : world.precvInit(data, 1, 2, MPI.INT, 0, 3, NONE);
    }
  }

  /** MPI 4.1, section 4.2.1: the number of partitions is not negative. */
  @Test
  void noPartitionsAreAnEmptyMessage() {
    ThreadRanks.run(2, Empty.class);
  }

  static final class Empty extends Pair {
    @Override
    void body(Intracomm world) {
      int[] x = {7, 7};
      int other = 1 - world.getRank();
      Prequest end = sends ? world.psendInit(x, 0, 1, MPI.INT, other, 1, NONE) : world.precvInit(x, 2, 0, MPI.INT, other, 1, NONE); // each cuts it in its own way
      for (int round = 0; round < 3; round++) {
        end.start();
        if (sends) {
          IntercommMistakesTest.refused(MPI.ERR_ARG, "no partitions", () -> end.pready(0));
        }
        end.waitFor();
      }
      end.free();
      assertArrayEquals(new int[] {7, 7}, x);
    }
  }

  @Test
  void mistakesAreToldAtBothEndsWhereBothAreConcerned() {
    ThreadRanks.run(2, Mistakes.class);
  }

  static final class Mistakes extends Pair {
    @Override
    void body(Intracomm world) {
      int[] x = new int[4];
      int other = 1 - world.getRank();
      refused(MPI.ERR_ARG, "-1 partitions", () -> world.psendInit(x, -1, 1, MPI.INT, other, 1, NONE));
      refused(MPI.ERR_COUNT, "has -1 elements, which is negative", () -> world.precvInit(x, 2, -1, MPI.INT, other, 1, NONE));
      refused(MPI.ERR_BUFFER, "buffer", () -> world.psendInit(x, 2, 3, MPI.INT, other, 1, NONE));
      refused(MPI.ERR_TAG, "ANY_TAG", () -> world.precvInit(x, 2, 2, MPI.INT, other, MPI.ANY_TAG, NONE));
      refused(MPI.ERR_RANK, "ANY_SOURCE", () -> world.precvInit(x, 2, 2, MPI.INT, MPI.ANY_SOURCE, 1, NONE));
      refused(MPI.ERR_RANK, "psendInit on MPI.COMM_WORLD at rank " + world.getRank() + ": the rank is 7; give one of 0 to 1, or MPI.PROC_NULL", () -> world.psendInit(x, 2, 2, MPI.INT, 7, 1, NONE));
      refused(MPI.ERR_TYPE, "objects", () -> world.psendInit(new Object[2], 2, 1, MPI.OBJECT, other, 1, NONE));
      Prequest right = sends ? world.psendInit(x, 2, 2, MPI.INT, other, 1, NONE) : world.precvInit(x, 2, 2, MPI.INT, other, 1, NONE);
      if (sends) {
        refused(MPI.ERR_REQUEST, "not active", () -> right.pready(0));
        right.start();
        refused(MPI.ERR_ARG, "0 to 1", () -> right.pready(2));
        refused(MPI.ERR_ARG, "0 to 1", () -> right.preadyRange(0, 2));
        refused(MPI.ERR_ARG, "0 to 1", () -> right.preadyRange(0, Integer.MAX_VALUE));
        refused(MPI.ERR_ARG, "0 to 1", () -> right.preadyList(new int[] {0, -1}));
        refused(MPI.ERR_ARG, "was marked ready", () -> right.preadyList(new int[] {0, 0}));
        right.pready(0);
        refused(MPI.ERR_ARG, "was marked ready", () -> right.pready(0));
        refused(MPI.ERR_ARG, "was marked ready", () -> right.preadyRange(0, 1));
        refused(MPI.ERR_REQUEST, "is a send", () -> right.parrived(0));
        refused(MPI.ERR_REQUEST, "cancel: a partitioned send to rank 1 with tag 1 cannot be taken back", right::cancel);
        right.pready(1);
        refused(MPI.ERR_ARG, "was marked ready", () -> right.pready(1));
        refused(MPI.ERR_ARG, "0 to 1", () -> right.pready(2));
      } else {
        assertTrue(right.parrived(1)); // nothing was started
        refused(MPI.ERR_ARG, "0 to 1", () -> right.parrived(2));
        refused(MPI.ERR_REQUEST, "is a receive", () -> right.pready(0));
        right.start();
        refused(MPI.ERR_REQUEST, "still active", right::free);
        refused(MPI.ERR_REQUEST, "cancel: a partitioned receive from rank 0 with tag 1 cannot be taken back", right::cancel);
      }
      right.waitFor();
      right.free();
      refused(MPI.ERR_REQUEST, "freed", () -> right.pready(0));
      Prequest message = world.sendInit(IntBuffer.wrap(x), 1, MPI.INT, other, 1);
      refused(MPI.ERR_REQUEST, "no partitioned send", () -> message.pready(0));
      refused(MPI.ERR_REQUEST, "no partitioned receive", () -> message.parrived(0));

      Prequest longer = sends ? world.psendInit(x, 2, 2, MPI.INT, other, 2, NONE) : world.precvInit(x, 3, 1, MPI.INT, other, 2, NONE);
      Prequest typed = sends ? world.psendInit(x, 1, 2, MPI.INT, other, 3, NONE) : world.precvInit(new float[2], 1, 2, MPI.FLOAT, other, 3, NONE);
      for (int round = 0; round < 2; round++) {
        longer.start();
        typed.start();
        if (!sends) {
          refused(MPI.ERR_COUNT, "sender has 2 partitions of 8 bytes", () -> comes(longer, 2));
          refused(MPI.ERR_TYPE, "basic type", () -> comes(typed, 0));
        }
        refused(MPI.ERR_COUNT, "sender has 2 partitions of 8 bytes and the receiver 3 partitions of 4", longer::waitFor);
        String end = sends ? "the partitioned send to rank 1 with tag 3" : "the partitioned receive from rank 0 with tag 3";
        refused(MPI.ERR_TYPE, end + " on MPI.COMM_WORLD has met one that it does not fit: the sender's basic type is MPI.INT and the receiver's is MPI.FLOAT", typed::waitFor);
      }
      if (sends) {
        longer.start();
        refused(MPI.ERR_COUNT, "sender has 2 partitions of 8 bytes", () -> longer.pready(0));
        refused(MPI.ERR_COUNT, "sender has 2 partitions of 8 bytes", longer::waitFor);
      }
      Prequest toNobody = world.psendInit(x, 2, 2, MPI.INT, MPI.PROC_NULL, 1, NONE);
      toNobody.start();
      toNobody.pready(1);
      refused(MPI.ERR_ARG, "0 to 1", () -> toNobody.pready(2));
      refused(MPI.ERR_ARG, "0 to 1", () -> toNobody.pready(-1));
      toNobody.waitFor();
      toNobody.free();
      longer.free();
      typed.free();
    }

    private static void refused(int errorClass, String words, Runnable call) {
      IntercommMistakesTest.refused(errorClass, words, call);
    }
  }

  @Test
  void whoeverWaitsForARankThatHasLeftIsTold() {
    ThreadRanks.run(2, Left.class);
  }

  static final class Left implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      if (MPI.COMM_WORLD.getRank() == 0) {
        Prequest request = MPI.COMM_WORLD.precvInit(new int[1], 1, 1, MPI.INT, 1, 1, NONE);
        request.start();
        hasLeft(request::waitFor);
        hasLeft(() -> request.parrived(0));
      }
      MPI.Finalize();
    }
  }

  @Test
  void aPartThatNeverCameIsNotThereOnceItsSenderHasLeft() {
    ThreadRanks.run(2, LeftBetween.class);
  }

  /** The sender marks one part of two. */
  static final class LeftBetween implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int[] data = {1, 2};
      if (MPI.COMM_WORLD.getRank() == 0) {
        Prequest request = MPI.COMM_WORLD.precvInit(data, 2, 1, MPI.INT, 1, 1, NONE);
        request.start();
        comes(request, 0);
        MPI.COMM_WORLD.send(data, 1, MPI.INT, 1, 2);
        hasLeft(request::waitFor);
        hasLeft(() -> request.parrived(1));
      } else {
        Prequest request = MPI.COMM_WORLD.psendInit(data, 2, 1, MPI.INT, 0, 1, NONE);
        request.start();
        request.pready(0);
        MPI.COMM_WORLD.recv(data, 1, MPI.INT, 0, 2);
      }
      MPI.Finalize();
    }
  }

  private static void hasLeft(Executable call) {
    MPIException e = assertThrows(MPIException.class, call);
    assertTrue(String.valueOf(e.getMessage()).contains("has left MPI"), String.valueOf(e.getMessage()));
  }

  private static void comes(Prequest receive, int partition) {
    while (!receive.parrived(partition)) {
      Thread.onSpinWait();
    }
  }
}
