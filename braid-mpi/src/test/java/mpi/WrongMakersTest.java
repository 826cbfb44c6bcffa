package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls that make communicators, with arguments that are wrong at one rank: each rank is told, that one what is wrong and the others whose it is, and all go on with the next call. */
class WrongMakersTest {
  private static final int RANKS = 3;

  @Test
  void wrongHintsOfAGroupAreToldToItsMembers() {
    ThreadRanks.run(RANKS, WrongHints.class);
  }

  @Test
  void aGroupWithStrangersIsToldToItsMembers() {
    ThreadRanks.run(RANKS, Strangers.class);
  }

  @Test
  void wrongHintsOfACopyThatIsStartedAreToldToTheOthers() {
    ThreadRanks.run(RANKS, WrongHintsOfACopy.class);
  }

  private static Info hints(boolean right) {
    Info hints = new Info();
    hints.set("braid_coll", right ? "bcast=chain" : "bcast=nonsense");
    return hints;
  }

  private static void assertTold(boolean isWrong, int ownClass, String own, int wrong, Runnable call) {
    MPIException told = assertThrows(MPIException.class, call::run);
    String message = String.valueOf(told.getMessage());
    assertEquals(isWrong ? ownClass : ErrorClasses.ERR_ARG, told.getErrorClass(), message);
    assertTrue(message.contains(isWrong ? own : "rank " + wrong), message);
  }

  /** Each rank once, the lowest among them, and then all. */
  static final class WrongHints implements Runnable {
    @Override
    @SuppressWarnings("NullAway") // what programs may do
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      for (int wrong = 0; wrong < world.getSize(); wrong++) {
        boolean isWrong = rank == wrong;
        assertTold(isWrong, ErrorClasses.ERR_OTHER, "nonsense", wrong, () -> Intracomm.createFromGroup(world.getGroup(), "hints", hints(!isWrong), MPI.ERRORS_RETURN));
        assertTold(isWrong, ErrorClasses.ERR_INFO, "the info is null", wrong, () -> Intracomm.createFromGroup(world.getGroup(), "hints", isWrong ? null : MPI.INFO_NULL, MPI.ERRORS_RETURN));
        assertTold(isWrong, ErrorClasses.ERR_ARG, "the error handler is null", wrong, () -> Intracomm.createFromGroup(world.getGroup(), "hints", MPI.INFO_NULL, isWrong ? null : MPI.ERRORS_RETURN));
      }
      assertTold(true, ErrorClasses.ERR_OTHER, "nonsense", rank, () -> Intracomm.createFromGroup(world.getGroup(), "hints", hints(false), MPI.ERRORS_RETURN));
      Intracomm made = Intracomm.createFromGroup(world.getGroup(), "hints", hints(true), MPI.ERRORS_RETURN);
      made.barrier();
      made.free();
      MPI.Finalize();
    }
  }

  /** Ranks 0 and 1 have a communicator, and one of them gives the group of all. */
  static final class Strangers implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      Intracomm two = world.split(rank / 2, rank);
      for (int wrong = 0; wrong < 2 && rank < 2; wrong++) {
        boolean isWrong = rank == wrong;
        assertTold(isWrong, ErrorClasses.ERR_GROUP, "none of this communicator", wrong, () -> two.createGroup(isWrong ? world.getGroup() : two.getGroup(), 7));
      }
      assertTold(true, ErrorClasses.ERR_GROUP, "none of this communicator", rank, () -> two.createGroup(world.getGroup(), 7));
      Intracomm made = two.createGroup(two.getGroup(), 7);
      made.barrier();
      made.free();
      two.free();
      MPI.Finalize();
    }
  }

  /** By hints and by a null info, each rank once, then all, and then right ones; within a group and between two. */
  static final class WrongHintsOfACopy implements Runnable {
    @Override
    @SuppressWarnings("NullAway") // what programs may do
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      Intracomm mine = world.split(rank / 2, rank);
      Intercomm between = world.createIntercomm(mine, 0, rank < 2 ? 2 : 0, 4);
      for (Comm original : new Comm[] {world, between}) {
        for (int wrong = 0; wrong < world.getSize(); wrong++) {
          boolean isWrong = rank == wrong;
          assertTold(isWrong, ErrorClasses.ERR_OTHER, "nonsense", wrong, () -> original.iDupWithInfo(hints(!isWrong)).getRequest().waitFor());
          assertTold(isWrong, ErrorClasses.ERR_INFO, "the info is null", wrong, () -> original.iDupWithInfo(isWrong ? null : MPI.INFO_NULL).getRequest().waitFor());
        }
        assertTold(true, ErrorClasses.ERR_OTHER, "nonsense", 0, () -> original.iDupWithInfo(hints(false)));
        Comm again = original.iDupWithInfo(hints(true));
        again.getRequest().waitFor();
        again.barrier();
      }
      MPI.Finalize();
    }
  }
}
