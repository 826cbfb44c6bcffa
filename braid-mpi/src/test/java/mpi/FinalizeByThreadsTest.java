package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** MPI.Finalize beside other threads of its rank. */
@Timeout(60)
class FinalizeByThreadsTest {
  private static final String TOLD = "braid.test.told";

  private static final Executor EACH_ITS_THREAD = task -> Thread.ofPlatform().daemon().start(task);

  @Test
  void aThreadThatStillWaitsForAMessageIsTold() {
    ThreadRanks.run(2, StillWaiting.class);
  }

  static final class StillWaiting implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int other = 1 - MPI.COMM_WORLD.getRank();
      CompletableFuture<?>[] waits = new CompletableFuture<?>[2];
      for (int i = 0; i < waits.length; i++) {
        Request receive = MPI.COMM_WORLD.iRecv(new int[1], 1, MPI.INT, i == 0 ? other : MPI.ANY_SOURCE, 1);
        waits[i] = CompletableFuture.runAsync(receive::waitFor, EACH_ITS_THREAD);
      }
      MPI.Finalize();
      for (CompletableFuture<?> wait : waits) {
        assertInstanceOf(MPIException.class, assertThrows(CompletionException.class, wait::join).getCause());
      }
    }
  }

  @Test
  void theSecondOfTwoThreadsIsToldAndTheFirstGoesOn() {
    System.getProperties().put(TOLD, new CountDownLatch(1)); // one for all ranks, each of which has its own copy of this class
    try {
      ThreadRanks.run(2, Twice.class);
    } finally {
      System.getProperties().remove(TOLD);
    }
  }

  static final class Twice implements Runnable {
    private static final CountDownLatch SECOND_IS_TOLD = (CountDownLatch) Objects.requireNonNull(System.getProperties().get(TOLD));

    @Override
    public void run() {
      MPI.Init(new String[0]);
      if (MPI.COMM_WORLD.getRank() == 0) {
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(Twice::isRefused, EACH_ITS_THREAD);
        CompletableFuture<Integer> other = CompletableFuture.supplyAsync(Twice::isRefused, EACH_ITS_THREAD);
        assertEquals(1, one.join() + other.join());
      } else {
        await(SECOND_IS_TOLD);
        MPI.Finalize();
      }
      assertTrue(MPI.isFinalized());
    }

    /** Finalize of rank 1 comes when one of them was told. */
    private static int isRefused() {
      try {
        MPI.Finalize();
        return 0;
      } catch (MPIException told) {
        assertTrue(String.valueOf(told.getMessage()).contains("called twice, while another thread is in it"), told::toString);
        SECOND_IS_TOLD.countDown();
        return 1;
      }
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
