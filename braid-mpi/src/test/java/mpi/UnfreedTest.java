package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a program has not freed is told by the call that made it, where somebody has asked for it. */
class UnfreedTest {
  @Test
  void whatWasNotFreedIsListedByTheCallThatMadeItAndWhatWasFreedIsNot() {
    ThreadRanks.runTraced(2, Leaking.class);
  }

  static final class Leaking implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      world.dup().free();
      world.barrierInit(MPI.INFO_NULL).free();
      Win freed = new Win(IntBuffer.allocate(1), 1, 1, MPI.INFO_NULL, world);
      freed.free();
      assertEquals(List.of(), World.unfreed());
      Intracomm copy = world.dup();
      copy.setName("forgotten");
      Prequest barrier = copy.barrierInit(MPI.INFO_NULL);
      Win win = new Win(IntBuffer.allocate(1), 1, 1, MPI.INFO_NULL, world);
      Request pending = copy.iRecv(new int[1], 1, MPI.INT, 1 - copy.getRank(), 5);
      List<String> lines = World.unfreed();
      for (String expected : List.of(
          "made by dup at UnfreedTest.java:", "made by barrierInit at UnfreedTest.java:", "made by new Win at UnfreedTest.java:",
          "a receive from rank " + (1 - world.getRank()) + " on communicator \"forgotten\" of ranks 0, 1, which is not done")) {
        assertTrue(lines.stream().anyMatch(line -> line.contains(expected)), expected + " is not among " + lines);
      }
      assertEquals(4, lines.size(), lines.toString());
      world.barrier();
      copy.send(new int[1], 1, MPI.INT, 1 - copy.getRank(), 5);
      pending.waitFor();
      barrier.free();
      win.free();
      copy.free();
      assertEquals(List.of(), World.unfreed());
      MPI.Finalize();
    }
  }
}
