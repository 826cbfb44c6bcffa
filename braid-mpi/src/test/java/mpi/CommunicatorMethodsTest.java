package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
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

  @Test
  void aRankThatHasDiedKeepsNobodyFromChoosing() {
    ThreadRanks.run(3, Died.class);
  }

  /** The first choice, and a later one, where something was sent to a rank that has died since. */
  static final class Died implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm own = MPI.COMM_WORLD.dup();
      int rank = own.getRank();
      own.send(new int[1], 1, MPI.INT, (rank + 1) % 3, 3);
      own.send(new int[1], 1, MPI.INT, (rank + 2) % 3, 3);
      own.recv(new int[1], 1, MPI.INT, (rank + 1) % 3, 3);
      own.recv(new int[1], 1, MPI.INT, (rank + 2) % 3, 3);
      int[] got = new int[1];
      if (rank == 2) {
        own.send(got, 1, MPI.INT, 0, 5);
        own.send(got, 1, MPI.INT, 1, 5);
        return;
      }
      own.recv(got, 1, MPI.INT, 2, 5); // it waits for nothing any more: in a barrier it might still
      World.process().context().peerFailed(new ContextId(7, 7, 2), new BraidException(ErrorCode.PEER_LOST, "Rank 2 was killed", "a test says so", "Nothing"));
      for (String methods : new String[] {"local", "auto", "local(max=4KiB), local"}) {
        own.setAttr(MPI.BRAID_METHOD, methods);
        own.sendRecv(new int[] {7}, 1, MPI.INT, 1 - rank, 4, got, 1, MPI.INT, 1 - rank, 4);
        assertEquals(7, got[0]);
        MPIException told = assertThrows(MPIException.class, () -> own.send(new int[1], 1, MPI.INT, 2, 3));
        assertTrue(String.valueOf(told.getMessage()).contains("Rank 2 was killed"), told.getMessage());
      }
      own.setAttr(MPI.BRAID_METHOD, "local");
      assertEquals(1, usedBy(own, 1 - rank).sharers(), "that of the choice before is used still");
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
