package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Communicators between two groups in both spellings: whom messages reach, copies, and what both groups make together. */
class IntercommTest {
  private static final int TAG = 5;

  /** Between the ranks of even and of odd number, each led by its last. */
  private static Intercomm evenAndOdd(int size) {
    int rank = MPI.COMM_WORLD.getRank();
    Intracomm group = MPI.COMM_WORLD.split(rank % 2, rank);
    int last = size - 1;
    int remote = last % 2 == rank % 2 ? last - 1 : last;
    return MPI.COMM_WORLD.createIntercomm(group, group.getSize() - 1, group.getRank() == group.getSize() - 1 ? remote : -7, 3);
  }

  @Test
  void messagesGoBetweenTheGroupsByRanksOfTheOther() {
    ThreadRanks.run(5, Messages.class);
  }

  static final class Messages implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int world = MPI.COMM_WORLD.getRank();
      Intercomm inter = evenAndOdd(5);
      assertTrue(inter.isInter());
      assertTrue(inter.Test_inter());
      assertFalse(MPI.COMM_WORLD.isInter());
      assertEquals(world / 2, inter.getRank());
      assertEquals(world % 2 == 0 ? 3 : 2, inter.getSize());
      assertEquals(world % 2 == 0 ? 2 : 3, inter.getRemoteSize());
      assertEquals(inter.getRemoteSize(), inter.Remote_size());
      groups(inter, world);
      everybodyToEverybody(inter, world);
      Status met = inter.sendRecv(new int[] {world}, 1, MPI.INT, MPI.PROC_NULL, TAG, new int[1], 1, MPI.INT, MPI.PROC_NULL, TAG);
      assertEquals(MPI.PROC_NULL, met.getSource());
      MPI.COMM_WORLD.barrier();
      inter.free();
      assertTrue(inter.isNull());
      MPI.Finalize();
    }

    private static void groups(Intercomm inter, int world) {
      int[] all = inter.getRemoteSize() == 3 ? new int[] {0, 1, 2} : new int[] {0, 1};
      int[] expected = world % 2 == 0 ? new int[] {1, 3} : new int[] {0, 2, 4};
      assertArrayEquals(expected, Group.translateRanks(inter.getRemoteGroup(), all, MPI.COMM_WORLD.getGroup()));
      assertEquals(MPI.UNDEFINED, inter.Remote_group().getRank());
      assertEquals(inter.getRank(), inter.getGroup().getRank());
    }

    private static void everybodyToEverybody(Intercomm inter, int world) {
      for (int to = 0; to < inter.getRemoteSize(); to++) {
        inter.iSend(new int[] {10 * world + to}, 1, MPI.INT, to, TAG);
      }
      Status first = inter.probe(0, TAG);
      assertEquals(0, first.getSource());
      int[] got = new int[1];
      boolean[] came = new boolean[inter.getRemoteSize()];
      for (int from = 0; from < came.length; from++) {
        Status status = inter.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        int sender = 2 * status.getSource() + 1 - world % 2;
        assertEquals(10 * sender + inter.getRank(), got[0]);
        assertFalse(came[status.getSource()]);
        came[status.getSource()] = true;
      }
    }
  }

  @Test
  void bothGroupsBecomeOneInTheOrderThatTheyAskFor() {
    ThreadRanks.run(5, Merged.class);
  }

  static final class Merged implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int world = MPI.COMM_WORLD.getRank();
      Intercomm inter = evenAndOdd(5);
      assertOrder(new int[] {0, 2, 4, 1, 3}, inter.merge(world % 2 == 1));
      assertOrder(new int[] {1, 3, 0, 2, 4}, inter.Merge(world % 2 == 0));
      assertOrder(new int[] {0, 2, 4, 1, 3}, inter.merge(true));
      MPIException e = assertThrows(MPIException.class, () -> inter.merge(world == 3));
      assertEquals(MPI.ERR_ARG, e.getErrorClass());
      assertTrue(String.valueOf(e.getMessage()).contains("rank 1 of it says high=true"), e.toString());
      assertOrder(new int[] {0, 2, 4, 1, 3}, inter.merge(false));
      MPI.Finalize();
    }

    private static void assertOrder(int[] expected, Intracomm made) {
      int[] all = new int[5];
      made.allGather(new int[] {MPI.COMM_WORLD.getRank()}, 1, MPI.INT, all, 1, MPI.INT);
      assertArrayEquals(expected, all);
      made.free();
    }
  }

  @Test
  void copiesHaveMessageSpacesOfTheirOwnAndTheAttributes() {
    ThreadRanks.run(3, Copies.class);
  }

  static final class Copies implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intercomm inter = evenAndOdd(3);
      int key = Comm.createKeyval();
      inter.setAttr(key, "kept");
      inter.setErrhandler(MPI.ERRORS_RETURN);
      Comm plain = inter;
      Intercomm started = inter.iDup();
      started.getRequest().waitFor();
      for (Comm each : new Comm[] {plain.dup(), inter.clone(), inter.dupWithInfo(MPI.INFO_NULL), started}) {
        Intercomm copy = (Intercomm) each;
        assertEquals("kept", copy.getAttr(key));
        assertEquals(MPI.ERRORS_RETURN, copy.getErrhandler());
        assertEquals(MPI.CONGRUENT, Comm.compare(inter, copy));
        assertEquals(MPI.UNEQUAL, Comm.compare(copy, MPI.COMM_WORLD));
        inter.iSend(new int[] {1}, 1, MPI.INT, 0, TAG);
        copy.iSend(new int[] {2}, 1, MPI.INT, 0, TAG);
        if (inter.getRank() == 0) {
          for (int from = 0; from < inter.getRemoteSize(); from++) {
            int[] got = new int[2];
            copy.recv(got, 1, MPI.INT, from, TAG);
            inter.recv(MPI.slice(got, 1), 1, MPI.INT, from, TAG);
            assertArrayEquals(new int[] {2, 1}, got);
          }
        }
        copy.merge(false).barrier();
        copy.free();
      }
      assertEquals(MPI.IDENT, Comm.compare(inter, inter));
      MPI.COMM_WORLD.barrier();
      MPI.Finalize();
    }
  }

  @Test
  void everyMistakeHasItsClassAndIsToldToTheWholeGroup() {
    ThreadRanks.run(3, Mistakes.class);
  }

  static final class Mistakes implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      refused(MPI.ERR_COMM, "is a member of both", () -> world.createIntercomm(world, 0, 0, 1));
      refused(MPI.ERR_RANK, "the leader is rank 3", () -> world.createIntercomm(world, 3, 0, 1));
      refused(MPI.ERR_ARG, "other arguments", () -> world.createIntercomm(world, rank == 2 ? 1 : 0, 0, 1));
      refused(rank == 0 ? MPI.ERR_RANK : MPI.ERR_ARG, rank == 0 ? "leader is rank 9" : "arguments of rank 0", () -> world.Create_intercomm(world, 0, 9, 1));
      refused(rank == 1 ? MPI.ERR_TAG : MPI.ERR_ARG, rank == 1 ? "the tag is -1" : "arguments of rank 1", () -> world.createIntercomm(world, 1, 0, -1));
      Intercomm inter = evenAndOdd(3);
      refused(MPI.ERR_RANK, "rank " + inter.getRemoteSize() + " is out of range", () -> inter.send(new int[1], 1, MPI.INT, inter.getRemoteSize(), TAG));
      refused(MPI.ERR_COMM, "merge makes one group", () -> inter.scan(new int[1], new int[1], 1, MPI.INT, MPI.SUM));
      refused(MPI.ERR_COMM, "merge makes one", () -> world.createIntercomm(inter, 0, 0, 1));
      refused(MPI.ERR_COMM, "intercommunicator #", () -> inter.exScan(new int[1], 1, MPI.INT, MPI.SUM));
      inter.free();
      refused(MPI.ERR_COMM, "freed", inter::getRemoteSize);
      refused(MPI.ERR_COMM, "freed", () -> inter.merge(true));
      assertTrue(Intercomm.getParent().isNull());
      world.barrier();
      MPI.Finalize();
    }

    private static void refused(int errorClass, String words, Runnable call) {
      MPIException e = assertThrows(MPIException.class, call::run);
      String text = String.valueOf(e.getMessage());
      assertTrue(text.contains(words), text);
      assertEquals(errorClass, e.getErrorClass(), text);
    }
  }
}
