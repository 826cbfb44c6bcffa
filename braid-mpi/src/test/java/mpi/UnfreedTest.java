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
    private static List<Prequest> persistent(Intracomm comm) {
      return List.of(
          comm.sendInit(new int[1], 1, MPI.INT, 0, 1), comm.Ssend_init(new int[1], 0, 1, MPI.INT, 0, 1), comm.recvInit(new int[1], 1, MPI.INT, 0, 1),
          comm.psendInit(new int[1], 1, 1, MPI.INT, 0, 1, MPI.INFO_NULL), comm.precvInit(new int[1], 1, 1, MPI.INT, 0, 1, MPI.INFO_NULL), comm.barrierInit(MPI.INFO_NULL));
    }

    /** Persistent and partitioned messages have no object of their own, unlike collectives. */
    private static void messages(Intracomm comm) {
      List<Prequest> made = persistent(comm);
      List<String> lines = World.unfreed();
      assertEquals(made.size(), lines.stream().filter(line -> line.startsWith("what was made by")).count(), lines.toString());
      for (String call : List.of("sendInit", "Ssend_init", "recvInit", "psendInit", "precvInit", "barrierInit")) {
        assertTrue(lines.stream().anyMatch(line -> line.contains("made by " + call + " at UnfreedTest.java:")), call + " is not among " + lines);
      }
      made.forEach(Prequest::free);
      assertEquals(List.of(), World.unfreed());
    }

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      world.dup().free();
      world.barrierInit(MPI.INFO_NULL).free();
      Win freed = new Win(IntBuffer.allocate(1), 1, 1, MPI.INFO_NULL, world);
      freed.free();
      persistent(world).forEach(Prequest::free);
      assertEquals(List.of(), World.unfreed());
      messages(world);
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
