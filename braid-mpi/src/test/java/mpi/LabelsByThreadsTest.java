package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Attributes and hints that several threads set, read and copy at once: as if they did so one after the other (MPI 4.1, section 11.6). */
class LabelsByThreadsTest {
  private static final int THREADS = 4;
  private static final int EACH = 1_000;
  private static final int ROUNDS = 20;

  @Test
  void nothingThatWasSetIsLost() {
    ThreadRanks.run(1, SetByAll.class);
  }

  /** What one thread does to an object of the round. */
  private interface Work {
    void run(int thread) throws Exception;
  }

  static final class SetByAll implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int[] ofComm = IntStream.range(0, THREADS).map(t -> Comm.createKeyval()).toArray();
      int[] ofType = IntStream.range(0, THREADS).map(t -> Datatype.createKeyval()).toArray();
      int[] ofWindow = IntStream.range(0, THREADS).map(t -> Win.createKeyval()).toArray();
      for (int round = 0; round < ROUNDS; round++) { // who comes first makes the room for all, so there is a first time in each
        Intracomm comm = MPI.COMM_SELF.dup();
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        Win window = new Win(ByteBuffer.allocateDirect(8), 8, 1, MPI.INFO_NULL, MPI.COMM_SELF);
        together(t -> {
          comm.setAttr(ofComm[t], t);
          type.setAttr(ofType[t], t);
          window.setAttr(ofWindow[t], t);
          assertEquals(t, comm.getAttr(ofComm[t]));
        });
        for (int t = 0; t < THREADS; t++) {
          assertEquals(t, comm.getAttr(ofComm[t]));
          assertEquals(t, type.getAttr(ofType[t]));
          assertEquals(t, window.getAttr(ofWindow[t]));
        }
        window.free();
        comm.free();
      }
      hints();
      MPI.Finalize();
    }

    private static void hints() {
      Info info = new Info();
      together(t -> {
        for (int i = 0; i < EACH; i++) {
          String key = t + "." + i;
          info.set(key, key);
          assertEquals(key, info.get(key));
          if (i % 100 == 0) {
            assertEquals(key, info.dup().get(key));
          }
          if (i % 2 == 0) {
            info.delete(key);
          }
        }
      });
      assertEquals(THREADS * EACH / 2, info.size());
      assertNull(info.get("0.0"));
    }

    private static void together(Work work) {
      CyclicBarrier all = new CyclicBarrier(THREADS);
      try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
        Future<?>[] done = new Future<?>[THREADS];
        for (int t = 0; t < THREADS; t++) {
          int thread = t;
          done[t] = threads.submit((Callable<Object>) () -> {
            all.await();
            work.run(thread);
            return thread;
          });
        }
        for (Future<?> each : done) {
          each.get();
        }
      } catch (Exception failed) {
        throw new AssertionError("a thread failed", failed);
      }
    }
  }
}
