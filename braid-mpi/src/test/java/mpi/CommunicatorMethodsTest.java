package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.link.Startpoint;
import org.junit.jupiter.api.Test;

/** What a communicator with methods of its own has taken goes with it (nexus-multimethod, section 4.3). */
class CommunicatorMethodsTest {
  @Test
  void aCommunicatorThatIsFreedLeavesItsStreams() {
    ThreadRanks.run(2, Freed.class);
  }

  static final class Freed implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      for (int round = 0; round < 3; round++) {
        Intracomm own = MPI.COMM_WORLD.dup();
        own.setAttr(MPI.BRAID_METHOD, "local");
        own.barrier();
        int other = 1 - own.getRank();
        assertEquals(1, usedBy(own, other).sharers(), "an older communicator with this channel holds it still");
        own.barrier();
        own.free();
      }
      MPI.Finalize();
    }
  }

  @Test
  void aChoiceThatIsRefusedLeavesNothingBehind() {
    ThreadRanks.run(2, Refused.class);
  }

  static final class Refused implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm own = MPI.COMM_WORLD.dup();
      own.barrier();
      int other = 1 - own.getRank();
      Startpoint usual = usedBy(own, other);
      int sharers = usual.sharers();
      assertThrows(MPIException.class, () -> own.setAttr(MPI.BRAID_METHOD, "carrier"));
      assertEquals(usual, usedBy(own, other));
      assertEquals(sharers, usual.sharers());
      own.setAttr(MPI.BRAID_METHOD, "local");
      own.barrier();
      assertEquals(1, usedBy(own, other).sharers());
      own.barrier();
      own.free();
      MPI.Finalize();
    }
  }

  @Test
  void aNameThatNothingHasIsRefusedBeforeAnyMessage() {
    ThreadRanks.run(2, Unknown.class);
  }

  /** Also inside of chains and compounds, and where nobody was met yet. */
  static final class Unknown implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm own = MPI.COMM_WORLD.dup();
      for (String unknown : new String[] {"smh", "local, carrier", "rle+local"}) {
        MPIException told = assertThrows(MPIException.class, () -> own.setAttr(MPI.BRAID_METHOD, unknown));
        assertEquals(MPI.ERR_ARG, told.getErrorClass(), told.getMessage());
        assertTrue(String.valueOf(told.getMessage()).contains("BRD-1304"), told.getMessage());
        assertNull(own.getAttr(MPI.BRAID_METHOD));
      }
      own.setAttr(MPI.BRAID_METHOD, "auto");
      own.barrier();
      own.free();
      MPI.Finalize();
    }
  }

  private static Startpoint usedBy(Intracomm communicator, int rank) {
    Startpoint used = communicator.lco().sendSlot(rank).startpoint();
    if (used == null) {
      throw new AssertionError("nothing was sent to rank " + rank);
    }
    return used;
  }
}
