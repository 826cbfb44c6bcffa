package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.mpix.executor.RankExecutor;
import org.braid.mpix.executor.RankTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;

/** Tasks on the ranks of a communicator. */
@Timeout(60)
@SuppressWarnings("NullAway") // null is a result, and among the mistakes
@Execution(CONCURRENT)
class RankExecutorTest {
  /** A job whose rank 0 submits. */
  abstract static class Job implements Runnable {
    static int here = -1; // one for each rank: the class is loaded by each
    Intracomm world = MPI.COMM_WORLD;

    @Override
    public final void run() {
      MPI.Init(new String[0]);
      here = world.getRank();
      try (RankExecutor executor = RankExecutor.open(world, 0)) {
        if (executor.isRoot()) {
          body(executor);
        } else {
          assertEquals(MPI.ERR_RANK, assertThrows(MPIException.class, () -> executor.submit(() -> 1)).getErrorClass());
        }
      }
      MPI.Finalize();
    }

    abstract void body(RankExecutor executor);

    static Throwable cause(CompletableFuture<?> future) {
      return assertThrows(CompletionException.class, future::join).getCause();
    }
  }

  @Test
  void tasksRunOnFreeRanksAndTheirResultsComeBack() {
    for (int size : new int[] {1, 2, 4}) {
      ThreadRanks.run(size, Squares.class);
    }
  }

  static final class Squares extends Job {
    @Override
    void body(RankExecutor executor) {
      List<RankTask<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        int n = i;
        tasks.add(() -> n * n);
      }
      List<CompletableFuture<Integer>> squares = executor.invokeAll(tasks);
      for (int i = 0; i < 200; i++) {
        assertTrue(squares.get(i).isDone());
        assertEquals(i * i, squares.get(i).join());
      }
      for (int rank = 0; rank < world.getSize(); rank++) {
        assertEquals(rank, executor.submitTo(rank, () -> here).join());
      }
      int[] captured = {1};
      CompletableFuture<Integer> snapshot = executor.submit(() -> captured[0]);
      captured[0] = 2;
      assertEquals(1, snapshot.join());
      executor.submit(() -> null).thenAccept(nothing -> assertEquals(null, nothing)).join();
    }
  }

  @Test
  void theOtherRanksRunWhatAnyRankMay() {
    ThreadRanks.run(3, NotTheRoot.class);
  }

  static final class NotTheRoot extends Job {
    @Override
    void body(RankExecutor executor) {
      for (CompletableFuture<Integer> each : executor.invokeAll(List.<RankTask<Integer>>of(() -> here, () -> here, () -> here, () -> here))) {
        assertTrue(each.join() > 0);
      }
    }
  }

  @Test
  void whatDependsOnAResultMaySubmitMore() {
    ThreadRanks.run(2, Recursive.class);
  }

  static final class Recursive extends Job {
    @Override
    void body(RankExecutor executor) {
      CompletableFuture<Integer> sum = CompletableFuture.completedFuture(0);
      for (int i = 1; i <= 20; i++) {
        int n = i;
        sum = sum.thenCompose(before -> executor.submit(() -> before + n));
      }
      assertEquals(210, sum.join());
    }
  }

  @Test
  void aTaskThatInterruptsItsThreadLeavesTheNextOneAlone() {
    ThreadRanks.run(2, Interrupting.class);
  }

  static final class Interrupting extends Job {
    @Override
    void body(RankExecutor executor) {
      for (int rank = 0; rank < world.getSize(); rank++) {
        CompletableFuture<Boolean> interrupts = executor.submitTo(rank, () -> {
          Thread.currentThread().interrupt();
          return Thread.currentThread().isInterrupted();
        });
        CompletableFuture<Object> throwing = executor.submitTo(rank, () -> {
          boolean before = Thread.currentThread().isInterrupted();
          Thread.currentThread().interrupt();
          throw new IllegalStateException("interrupted before: " + before);
        });
        CompletableFuture<Boolean> next = executor.submitTo(rank, () -> Thread.currentThread().isInterrupted());
        assertEquals(true, interrupts.join());
        assertEquals("interrupted before: false", cause(throwing).getMessage());
        assertEquals(false, next.join());
      }
    }
  }

  @Test
  void whatATaskThrowsIsWhatItsFutureFailsBy() {
    ThreadRanks.run(2, Throwing.class);
  }

  static final class Unserializable {}

  /** An exception that has something with it which cannot travel. */
  static final class Held extends Exception {
    private static final long serialVersionUID = 1;
    final Unserializable what = new Unserializable();

    Held(String message) {
      super(message);
    }
  }

  static final class Throwing extends Job {
    @Override
    void body(RankExecutor executor) {
      CompletableFuture<Integer> arithmetic = executor.submit(() -> 1 / (here - 1));
      CompletableFuture<Object> result = executor.submit(Unserializable::new);
      CompletableFuture<Object> thrown = executor.submit(() -> {
        throw new Held("held " + here);
      });
      CompletableFuture<Integer> fine = executor.submit(() -> here);
      assertInstanceOf(ArithmeticException.class, cause(arithmetic));
      assertTrue(String.valueOf(cause(result).getMessage()).contains("cannot travel"));
      assertTrue(String.valueOf(cause(thrown).getMessage()).contains("held 1"));
      assertEquals(1, fine.join());
      Unserializable captured = new Unserializable();
      assertEquals(MPI.ERR_TYPE, assertThrows(MPIException.class, () -> executor.submit(() -> captured.hashCode())).getErrorClass());
    }
  }

  @Test
  void resultsThatCannotTravelForWhateverReasonEndNoRank() {
    ThreadRanks.run(2, Unfit.class);
  }

  /** Neither in bytes nor in words. */
  static final class Mute implements Serializable {
    private static final long serialVersionUID = 1;

    private void writeObject(ObjectOutputStream out) {
      throw new IllegalStateException("not me");
    }

    @Override
    public String toString() {
      throw new IllegalStateException("nor in words");
    }
  }

  /** Throws an Error where it is written. */
  static final class Broken implements Serializable {
    private static final long serialVersionUID = 1;

    private void writeObject(ObjectOutputStream out) {
      throw new AssertionError("an invariant");
    }
  }

  /** Makes a mistake in MPI where it arrives. */
  static final class Mistaken implements Serializable {
    private static final long serialVersionUID = 1;

    private Object readResolve() {
      return MPI.COMM_WORLD.getAttr(-5);
    }
  }

  /** A list whose serialized form recurses once for each link. */
  static final class Link implements Serializable {
    private static final long serialVersionUID = 1;
    @SuppressWarnings("UnusedVariable") // it is serialized
    private Link next;

    static Link chain(int length) {
      Link first = null;
      for (int i = 0; i < length; i++) {
        Link before = new Link();
        before.next = first;
        first = before;
      }
      return first;
    }
  }

  /** Throws an Error where it arrives. */
  static final class Bomb implements Serializable {
    private static final long serialVersionUID = 1;

    private Object readResolve() {
      throw new AssertionError("at rank " + Job.here);
    }
  }

  static final class Unfit extends Job {
    @Override
    void body(RankExecutor executor) {
      assertEquals("at rank 0", cause(executor.submit(Bomb::new)).getMessage());
      assertTrue(String.valueOf(cause(executor.submit(Broken::new)).getMessage()).contains("an invariant"));
      assertEquals(MPI.ERR_TYPE, assertInstanceOf(MPIException.class, cause(executor.submit(Mistaken::new))).getErrorClass());
      cause(executor.submit(() -> new Object[] {new byte[4 << 20], new Mute()}));
      assertEquals(1, executor.submit(() -> here).join(), "the answer of the task before");
      cause(executor.submit(() -> new Object[] {new byte[4 << 20], new Broken()}));
      assertEquals(1, executor.submit(() -> here).join(), "the answer of the task before");
      assertTrue(String.valueOf(cause(executor.submit(Mute::new)).getMessage()).contains("Mute"));
      assertTrue(String.valueOf(cause(executor.submit(() -> Link.chain(1_000_000))).getMessage()).contains("StackOverflowError"));
      Mute captured = new Mute();
      assertEquals(MPI.ERR_TYPE, assertThrows(MPIException.class, () -> executor.submit(() -> captured.hashCode())).getErrorClass());
      assertEquals(1, executor.submit(() -> here).join());
    }
  }

  @Test
  void tasksThatThreadsSubmitAtOnceRunAtOnce() {
    ThreadRanks.run(3, AtOnce.class);
  }

  /** Two tasks that need each other: one that waited for the rank of the other would wait for ever. */
  static final class AtOnce extends Job {
    @Override
    void body(RankExecutor executor) {
      for (int round = 0; round < 500; round++) {
        CyclicBarrier together = new CyclicBarrier(2);
        CompletableFuture<CompletableFuture<Integer>> other = CompletableFuture.supplyAsync(() -> meet(executor, together), Thread::startVirtualThread);
        assertEquals(3, meet(executor, together).join() + other.join().join());
      }
    }

    private static CompletableFuture<Integer> meet(RankExecutor executor, CyclicBarrier together) {
      try {
        int ignored = together.await();
      } catch (InterruptedException | BrokenBarrierException impossible) {
        throw new AssertionError(impossible);
      }
      return executor.submit(() -> {
        int[] met = new int[1];
        MPI.COMM_WORLD.sendRecv(new int[] {here}, 1, MPI.INT, 3 - here, 1, met, 1, MPI.INT, 3 - here, 1);
        return met[0];
      });
    }
  }

  @Test
  void aTaskThatIsCancelledWhileItWaitsIsNotRun() {
    ThreadRanks.run(2, Cancelled.class);
  }

  static final class Cancelled extends Job {
    static final AtomicInteger RUN = new AtomicInteger();

    @Override
    void body(RankExecutor executor) {
      CompletableFuture<Integer> slow = executor.submit(() -> MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 9).getTag());
      CompletableFuture<Integer> waits = executor.submit(RUN::incrementAndGet);
      assertTrue(waits.cancel(true));
      world.send(new int[1], 1, MPI.INT, 1, 9);
      assertEquals(9, slow.join());
      assertEquals(0, executor.submitTo(1, RUN::get).join());
    }
  }

  @Test
  void closingWaitsForWhatWasSubmitted() {
    ThreadRanks.run(3, Closing.class);
  }

  static final class Closing implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      List<CompletableFuture<Integer>> all = new ArrayList<>();
      RankExecutor executor = RankExecutor.open(MPI.COMM_WORLD, 1);
      if (executor.isRoot()) {
        for (int i = 0; i < 5000; i++) { // more than may wait
          int n = i;
          all.add(executor.submit(() -> n));
        }
      }
      executor.close();
      executor.close();
      assertTrue(all.stream().allMatch(CompletableFuture::isDone));
      if (executor.isRoot()) {
        assertEquals(MPI.ERR_REQUEST, assertThrows(MPIException.class, () -> executor.submit(() -> 1)).getErrorClass());
      }
      MPI.Finalize();
    }
  }

  @Test
  void aRankThatLeavesFailsItsTasksOnly() {
    ThreadRanks.run(3, Left.class);
  }

  /** Rank 2 leaves MPI in place of running tasks. */
  static final class Left implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      RankExecutor executor = RankExecutor.open(MPI.COMM_WORLD, 0);
      int rank = MPI.COMM_WORLD.getRank();
      if (rank == 0) {
        CompletableFuture<Integer> lost = executor.submitTo(2, () -> 1);
        CompletableFuture<Integer> behind = executor.submitTo(2, () -> 2);
        CompletableFuture<Integer> fine = executor.submitTo(1, () -> 3);
        assertEquals(3, fine.join());
        assertInstanceOf(MPIException.class, Job.cause(lost));
        assertInstanceOf(MPIException.class, Job.cause(behind));
        assertEquals(MPI.ERR_RANK, assertThrows(MPIException.class, () -> executor.submitTo(2, () -> 1)).getErrorClass());
        for (CompletableFuture<Integer> each : executor.invokeAll(List.<RankTask<Integer>>of(() -> 4, () -> 4, () -> 4))) {
          assertEquals(4, each.join());
        }
      }
      if (rank != 2) {
        executor.close();
      }
      MPI.Finalize();
    }
  }

  @Test
  void aRankThatLeavesWhileIdleTakesNoTaskWithIt() {
    ThreadRanks.run(3, IdleLeft.class);
  }

  /** Rank 1 leaves MPI in place of running tasks: the first task is given to it, since it is free. */
  static final class IdleLeft implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      RankExecutor executor = RankExecutor.open(MPI.COMM_WORLD, 0);
      int rank = MPI.COMM_WORLD.getRank();
      if (rank == 0) {
        List<CompletableFuture<Integer>> all = executor.invokeAll(List.<RankTask<Integer>>of(() -> 5, () -> 6, () -> 7));
        for (int i = 0; i < all.size(); i++) {
          assertEquals(5 + i, all.get(i).join());
        }
        assertEquals(MPI.ERR_RANK, assertThrows(MPIException.class, () -> executor.submitTo(1, () -> 1)).getErrorClass());
      }
      if (rank != 1) {
        executor.close();
      }
      MPI.Finalize();
    }
  }

  @Test
  void mistakesAreTold() {
    ThreadRanks.run(2, Mistakes.class);
  }

  static final class Mistakes extends Job {
    @Override
    void body(RankExecutor executor) {
      assertEquals(MPI.ERR_COMM, assertThrows(MPIException.class, () -> RankExecutor.open(null, 0)).getErrorClass());
      assertEquals(MPI.ERR_RANK, assertThrows(MPIException.class, () -> executor.submitTo(2, () -> 1)).getErrorClass());
      assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> executor.submit(null)).getErrorClass());
      assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> executor.invokeAll(null)).getErrorClass());
    }
  }

  @Test
  void rootsThatDifferOrAreNoRanksAreToldToAll() {
    ThreadRanks.run(2, Roots.class);
  }

  static final class Roots implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      int objects = World.liveObjects();
      MPIException differ = assertThrows(MPIException.class, () -> RankExecutor.open(world, rank));
      assertEquals(MPI.ERR_ARG, differ.getErrorClass());
      assertTrue(differ.getMessage().contains("rank 0 at rank 0, and rank 1 at rank 1"), differ.getMessage());
      assertEquals(MPI.ERR_RANK, assertThrows(MPIException.class, () -> RankExecutor.open(world, rank == 1 ? 2 : 0)).getErrorClass());
      assertEquals(objects, World.liveObjects());
      MPI.Finalize();
    }
  }
}
