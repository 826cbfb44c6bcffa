package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Virtual threads that look in a loop, and yield, leave carriers to others of their process: the JDK lets those that a platform thread has started or woken wait until no carrier has a thread of its own that is ready. */
class VirtualLooksTest {
  @Test
  void whoLooksInALoopLetsOthersOn() {
    ThreadRanks.run(2, Looking.class);
  }

  static final class Looking extends WorldProgram {
    private static final int LOOKERS = 30;

    @Override
    void body() {
      List<Thread> lookers = new ArrayList<>();
      AtomicInteger found = new AtomicInteger();
      for (int i = 0; i < (rank == 0 ? LOOKERS : 0); i++) {
        int tag = i;
        lookers.add(Thread.ofVirtual().start(() -> {
          while (tag % 2 == 0 ? world.iProbe(1, tag) == null : !received(tag)) {
            Thread.yield();
          }
          found.incrementAndGet();
        }));
      }
      for (int round = 0; round < 20; round++) {
        CountDownLatch runs = new CountDownLatch(1);
        Thread ignored = Thread.ofVirtual().start(runs::countDown);
        assertTrue(isSoon(runs), "round " + round);
      }
      world.barrier();
      for (int i = 0; i < (rank == 1 ? LOOKERS : 0); i++) {
        world.send(new int[1], 1, MPI.INT, 0, i);
      }
      lookers.forEach(Looking::join);
      assertEquals(lookers.size(), found.get());
      for (int i = 0; i < lookers.size(); i += 2) {
        world.recv(new int[1], 1, MPI.INT, 1, i);
      }
    }

    private boolean received(int tag) {
      Request receive = world.iRecv(new int[1], 1, MPI.INT, 1, tag);
      while (!receive.test()) {
        Thread.yield();
      }
      return true;
    }

    private static boolean isSoon(CountDownLatch latch) {
      try {
        return latch.await(10, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private static void join(Thread thread) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
