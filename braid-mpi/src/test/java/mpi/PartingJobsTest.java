package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.link.Context;
import org.braid.mpi.p2p.Envelope;
import org.junit.jupiter.api.Test;

/** Jobs that have met part, and one of them may end before the other (MPI 4.1, section 11.10.4). */
class PartingJobsTest {
  private static final int TAG = 5;
  private static final String STALLED = "braid.test.stalled";
  private static final String PARTED = "braid.test.parted";

  @Test
  void whoWaitsForARankThatIsInFinalizeIsToldAndFinalizeWaitsForTheOtherJob() {
    ThreadRanks.runJobs(1, Leaving.class, 1, Waiting.class);
  }

  static final class Leaving implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intercomm met = PublishedPort.accept("leave");
      met.send(new int[] {1}, 1, MPI.INT, 0, TAG);
      MPI.Finalize();
    }
  }

  static final class Waiting implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intercomm met = PublishedPort.connect("leave");
      MPIException told = assertThrows(MPIException.class, () -> met.recv(new int[1], 1, MPI.INT, 0, TAG + 1));
      assertTrue(String.valueOf(told.getMessage()).contains("BRD-1518"), told.getMessage());
      int[] got = new int[1];
      met.recv(got, 1, MPI.INT, 0, TAG);
      assertEquals(1, got[0]);
      MPI.Finalize();
    }
  }

  /** A member that has parted may end, which fails any collective call that it is a member of: so it must not have parted while another one is still in the barrier of disconnect. */
  @Test
  void nobodyHasPartedWhileAMemberIsStillInTheBarrier() {
    ThreadRanks.runJobs(2, Parting.class, 1, Stalled.class);
  }

  static final class Parting implements Runnable {
    @Override
    public void run() {
      System.clearProperty(STALLED);
      System.clearProperty(PARTED);
      MPI.Init(new String[0]);
      Intercomm met = PublishedPort.accept("stall");
      if (MPI.COMM_WORLD.getRank() == 1) {
        Stalled.stall(met);
      }
      met.disconnect();
      System.setProperty(PARTED, "true");
      MPI.Finalize();
    }
  }

  /** Looks for messages in that barrier first, and stays with what it finds there. */
  static final class Stalled implements Runnable {
    private static final long PATIENCE_NS = 500_000_000L;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int ignored = handler(World.process().context());
      Intercomm met = PublishedPort.connect("stall");
      System.setProperty(STALLED, "soon");
      met.disconnect();
      assertEquals("nobody", System.getProperty(STALLED), "what had parted while this one was in the barrier");
      MPI.Finalize();
    }

    private static int handler(Context context) {
      return context.register("test.stall", (to, a0, a1, a2, a3, payload) -> stay());
    }

    private static void stay() {
      System.setProperty(STALLED, "nobody");
      long startNs = System.nanoTime();
      while (System.nanoTime() - startNs < PATIENCE_NS) {
        if (Boolean.getBoolean(PARTED)) {
          System.setProperty(STALLED, "others");
        }
        Thread.onSpinWait();
      }
    }

    /** Returns when the member of the other group does not go on. */
    private static void stall(Intercomm met) {
      awaitStalled("soon");
      Context context = World.process().context();
      int handler = handler(context);
      context.progress().enter();
      try {
        context.startpointTo(met.parts().remoteGroup()[0], Envelope.PROCESS_ENDPOINT).answer(handler, 0, 0, 0, 0);
      } finally {
        context.progress().exit();
      }
      awaitStalled("nobody");
    }

    private static void awaitStalled(String how) {
      while (!how.equals(System.getProperty(STALLED))) {
        Thread.yield();
      }
    }
  }
}
