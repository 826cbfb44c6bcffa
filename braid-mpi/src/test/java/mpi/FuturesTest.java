package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.braid.mpix.Futures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests as futures: who completes them, in which thread, and what becomes of those that are cancelled, fail or are left. */
@Timeout(60)
@SuppressWarnings("NullAway") // null arguments are among the mistakes
class FuturesTest {
  static MPIException cause(CompletableFuture<?> future) {
    return assertInstanceOf(MPIException.class, assertThrows(CompletionException.class, future::join).getCause());
  }

  @Test
  void aFutureCompletesWithTheStatusOfItsRequest() {
    ThreadRanks.run(2, Exchange.class);
  }

  static final class Exchange extends WorldProgram {
    @Override
    void body() {
      int[] out = {rank + 1, 7};
      int[] in = new int[5];
      CompletableFuture<Status> received = Futures.of(world.iRecv(in, 5, MPI.INT, 1 - rank, 3));
      CompletableFuture<Status> sent = Futures.of(world.iSend(out, 2, MPI.INT, 1 - rank, 3));
      int sum = received.thenApply(status -> in[0] + in[1] + 100 * status.getCount(MPI.INT) + 1000 * status.getTag()).join();
      sent.join();
      assertEquals(2 - rank + 7 + 200 + 3000, sum);
      assertTrue(Futures.of(MPI.REQUEST_NULL).isDone());
      assertEquals(0, World.completions().liveRequests());
    }
  }

  @Test
  void lookingAgainAndAgainLeavesNothingBehind() {
    ThreadRanks.run(1, Impatient.class);
  }

  static final class Impatient extends WorldProgram {
    @Override
    void body() {
      CompletableFuture<Integer> promised = Futures.incomplete();
      for (int i = 0; i < 100; i++) {
        assertThrows(TimeoutException.class, () -> promised.get(1, TimeUnit.MICROSECONDS));
      }
      assertTrue(promised.getNumberOfDependents() <= 1, "dependents: " + promised.getNumberOfDependents());
      assertEquals(0, World.completions().liveRequests());
      Thread.startVirtualThread(() -> promised.complete(3));
      assertEquals(3, promised.join());
    }
  }

  @Test
  void itCompletesWhileNobodyCallsMpi() {
    ThreadRanks.run(2, NobodyCalls.class);
  }

  /** Both ranks wait for what no call of MPI brings. */
  static final class NobodyCalls extends WorldProgram {
    @Override
    void body() {
      CountDownLatch told = new CountDownLatch(1);
      long[] in = new long[100_000];
      Futures.of(world.iRecv(in, in.length, MPI.LONG, 1 - rank, 0)).thenRun(told::countDown);
      long[] out = new long[100_000];
      out[99_999] = rank;
      CompletableFuture<Status> sent = Futures.of(world.iSend(out, out.length, MPI.LONG, 1 - rank, 0)); // longer than what is sent at once
      try {
        assertTrue(told.await(20, TimeUnit.SECONDS));
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      assertEquals(1 - rank, in[99_999]);
      sent.join();
    }
  }

  @Test
  void whatDependsOnItMayCallMpiAndWait() {
    ThreadRanks.run(3, Chain.class);
  }

  /** A ring, around which a number goes twice, each rank sending on in what depends on its receive. */
  static final class Chain extends WorldProgram {
    @Override
    void body() {
      int[] token = new int[1];
      CompletableFuture<Integer> twice = receive(token).thenCompose(first -> receive(token));
      if (rank == 0) {
        world.send(new int[] {1}, 1, MPI.INT, 1, 0);
      }
      assertEquals(rank == 0 ? 6 : 3 + rank, twice.join());
      world.barrier();
    }

    private CompletableFuture<Integer> receive(int[] token) {
      return Futures.of(world.iRecv(token, 1, MPI.INT, (rank + size - 1) % size, 0)).thenApply(status -> {
        int value = token[0];
        boolean isOver = rank == 0 && value > size + 1;
        if (!isOver) {
          Futures.of(world.iSend(new int[] {value + 1}, 1, MPI.INT, (rank + 1) % size, 0)).join();
        }
        return value;
      });
    }
  }

  @Test
  void collectivesAndPersistentRequestsAreRequestsToo() {
    ThreadRanks.run(4, Others.class);
  }

  static final class Others extends WorldProgram {
    @Override
    void body() {
      int[] sum = new int[1];
      CompletableFuture<Integer> total = Futures.of(world.iAllReduce(new int[] {rank}, sum, 1, MPI.INT, MPI.SUM)).thenApply(status -> sum[0]);
      assertEquals(6, total.join());

      int[] in = new int[1];
      Prequest receive = world.Recv_init(in, 0, 1, MPI.INT, (rank + 1) % size, 1);
      Prequest send = world.Send_init(new int[] {rank}, 0, 1, MPI.INT, (rank + 3) % size, 1);
      for (int round = 0; round < 3; round++) {
        in[0] = -1;
        receive.start();
        send.start();
        Futures.all(receive, send).join();
        assertEquals((rank + 1) % size, in[0]);
      }
      receive.free();
      send.free();

      Object[] objects = new Object[2];
      CompletableFuture<Status> came = Futures.of(world.iRecv(objects, 2, MPI.OBJECT, rank, 2));
      world.send(new Object[] {"a", List.of(1)}, 2, MPI.OBJECT, rank, 2);
      assertEquals(2, came.join().getCount(MPI.OBJECT));
      assertEquals(List.of(1), objects[1]);

      Request own = Request.grequestStart(status -> status.setElements(MPI.INT, 5), () -> {}, done -> {});
      CompletableFuture<Status> generalized = Futures.of(own);
      own.grequestComplete();
      assertEquals(5, generalized.join().getCount(MPI.INT));
      assertEquals(0, World.completions().liveRequests());
    }
  }

  @Test
  void manyArePendingAtOnce() {
    ThreadRanks.run(2, Many.class);
  }

  static final class Many extends WorldProgram {
    @Override
    void body() {
      int n = 2000;
      int[][] in = new int[n][1];
      List<Request> requests = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        requests.add(world.iRecv(in[i], 1, MPI.INT, 1 - rank, n - i));
      }
      CompletableFuture<List<Status>> all = Futures.all(requests.toArray(new Request[0]));
      for (int i = 0; i < n; i++) {
        world.send(new int[] {i}, 1, MPI.INT, 1 - rank, i + 1);
      }
      List<Status> statuses = all.join();
      for (int i = 0; i < n; i++) {
        assertEquals(n - i - 1, in[i][0]);
        assertEquals(n - i, statuses.get(i).getTag());
      }
    }
  }

  @Test
  void cancellingTakesAReceiveBackThatHasMetNothing() {
    ThreadRanks.run(2, Cancelled.class);
  }

  static final class Cancelled extends WorldProgram {
    @Override
    void body() {
      int[] in = new int[1];
      CompletableFuture<Status> never = Futures.of(world.iRecv(in, 1, MPI.INT, 1 - rank, 1));
      assertThrows(TimeoutException.class, () -> never.get(10, TimeUnit.MILLISECONDS));
      assertTrue(never.cancel(true));
      assertThrows(CancellationException.class, never::join);
      world.barrier();
      CompletableFuture<Status> next = Futures.of(world.iRecv(in, 1, MPI.INT, 1 - rank, 1));
      world.send(new int[] {4}, 1, MPI.INT, 1 - rank, 1); // and the message is the next one's
      next.join();
      assertEquals(4, in[0]);
      assertFalse(next.cancel(true));
      CompletableFuture<Status> send = Futures.of(world.isSend(new int[] {1}, 1, MPI.INT, 1 - rank, 2));
      assertFalse(send.cancel(true)); // a send is not taken back by its future
      assertFalse(send.isDone() && send.isCompletedExceptionally());
      world.recv(in, 1, MPI.INT, 1 - rank, 2);
      send.join();
    }
  }

  @Test
  void whoeverElseEndsAFutureEndsTheWaitForIt() {
    ThreadRanks.run(1, EndedOtherwise.class);
  }

  static final class EndedOtherwise extends WorldProgram {
    @Override
    void body() {
      int[] in = new int[1];
      CompletableFuture<Status> late = Futures.of(world.iRecv(in, 1, MPI.INT, 0, 1)).orTimeout(20, TimeUnit.MILLISECONDS);
      assertInstanceOf(TimeoutException.class, assertThrows(CompletionException.class, late::join).getCause());
      world.send(new int[] {1}, 1, MPI.INT, 0, 1); // the receive was not taken back
      CompletableFuture<Status> taken = Futures.of(world.iRecv(in, 1, MPI.INT, 0, 2));
      Thread.ofVirtual().start(() -> taken.cancel(true));
      assertThrows(CancellationException.class, taken::join);
      List<Thread> several = new ArrayList<>();
      CompletableFuture<Status> shared = Futures.of(world.iRecv(in, 1, MPI.INT, 0, 3));
      for (int i = 0; i < 4; i++) {
        several.add(Thread.ofPlatform().start(shared::join));
      }
      world.send(new int[] {3}, 1, MPI.INT, 0, 3);
      for (Thread each : several) {
        try {
          each.join();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      assertEquals(3, shared.join().getTag());
    }
  }

  @Test
  void anInterruptEndsTheWaitAndNotTheFuture() {
    ThreadRanks.run(1, Interrupted.class);
  }

  static final class Interrupted extends WorldProgram {
    @Override
    void body() {
      int[] in = new int[1];
      CompletableFuture<Status> received = Futures.of(world.iRecv(in, 1, MPI.INT, 0, 1));
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, received::get);
      assertFalse(received.isDone());
      world.send(new int[] {1}, 1, MPI.INT, 0, 1);
      received.join();
    }
  }

  @Test
  void whatARequestFailsByIsWhatItsFutureFailsBy() {
    ThreadRanks.run(2, Failed.class);
  }

  static final class Failed extends WorldProgram {
    @Override
    void body() {
      CompletableFuture<Status> truncated = Futures.of(world.iRecv(new int[1], 1, MPI.INT, rank, 1));
      CompletableFuture<Status> alright = Futures.of(world.iRecv(new int[2], 2, MPI.INT, rank, 2));
      CompletableFuture<List<Status>> both = Futures.all(world.iRecv(new int[1], 1, MPI.INT, rank, 1), world.iRecv(new int[2], 2, MPI.INT, rank, 2));
      for (int i = 0; i < 2; i++) {
        world.send(new int[2], 2, MPI.INT, rank, 1);
        world.send(new int[2], 2, MPI.INT, rank, 2);
      }
      assertEquals(MPI.ERR_TRUNCATE, cause(truncated).getErrorClass());
      alright.join();
      assertEquals(MPI.ERR_TRUNCATE, cause(both).getErrorClass());
      assertEquals(0, World.completions().liveRequests());
      world.barrier();
    }
  }

  @Test
  void aRankThatLeavesFailsWhatIsExpectedFromIt() {
    ThreadRanks.run(2, Left.class);
  }

  static final class Left extends WorldProgram {
    @Override
    void body() {
      world.barrier();
      if (rank == 0) {
        CompletableFuture<Status> never = Futures.of(world.iRecv(new int[1], 1, MPI.INT, 1, 1));
        MPIException left = assertInstanceOf(MPIException.class, assertThrows(ExecutionException.class, () -> never.get(20, TimeUnit.SECONDS)).getCause());
        assertTrue(String.valueOf(left.getMessage()).contains("BRD-1518"), left.getMessage());
      }
    }
  }

  @Test
  void whatIsPendingWhenMpiEndsIsToldSo() {
    ThreadRanks.run(2, Finalized.class);
  }

  static final class Finalized implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      CompletableFuture<Status> never = Futures.of(MPI.COMM_WORLD.iRecv(new int[1], 1, MPI.INT, MPI.COMM_WORLD.getRank(), 1));
      MPI.Finalize();
      assertTrue(never.isCompletedExceptionally());
      MPIException why = cause(never);
      assertEquals(MPI.ERR_REQUEST, why.getErrorClass());
    }
  }

  @Test
  void mistakesAreRefusedBeforeAnythingIsTouched() {
    ThreadRanks.run(1, Mistakes.class);
  }

  static final class Mistakes extends WorldProgram {
    @Override
    void body() {
      assertEquals(MPI.ERR_REQUEST, assertThrows(MPIException.class, () -> Futures.of(null)).getErrorClass());
      Request pending = world.iRecv(new int[1], 1, MPI.INT, 0, 1);
      assertEquals(MPI.ERR_REQUEST, assertThrows(MPIException.class, () -> Futures.all(pending, null)).getErrorClass());
      assertNotNull(pending.request());
      world.send(new int[1], 1, MPI.INT, 0, 1);
      pending.waitFor();
    }
  }

  @Test
  void aProgramOfOneThreadIsToldThatOthersWouldCall() {
    ThreadRanks.run(1, OneThread.class);
  }

  static final class OneThread implements Runnable {
    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_FUNNELED);
      MPIException refused = assertThrows(MPIException.class, () -> Futures.of(MPI.REQUEST_NULL));
      assertTrue(String.valueOf(refused.getMessage()).contains("THREAD_MULTIPLE"), refused.getMessage());
      MPI.Finalize();
    }
  }
}
