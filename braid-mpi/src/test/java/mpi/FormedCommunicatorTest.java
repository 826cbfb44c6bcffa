package mpi;

import static mpi.FormedMembers.contains;
import static mpi.FormedMembers.told;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Local communicators that form an intracommunicator have its collectives, with any number of members in a process; others say why not (generalized communicators, sections 3 and 4.2). */
class FormedCommunicatorTest {
  private static final int PER_PROCESS = 3;

  @Test
  void allCollectivesWorkWithSeveralMembersInEachProcess() {
    for (int size = 1; size <= 3; size++) {
      ThreadRanks.run(size, Collectives.class);
    }
  }

  static final class Collectives implements Runnable {
    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
      FormedMembers members = FormedMembers.of(PER_PROCESS);
      members.connect();
      int all = members.names().length;
      members.run((object, rank) -> {
        assertTrue(object.isMember());
        assertEquals(MPI.COMM_WORLD.getSize(), object.getSize(), "processes");
        assertEquals(all, object.numSendSlots(), "local communicators");
        collectives(object, rank, all);
        Intracomm ranks = object.toIntracomm();
        assertTrue(object.isNull());
        assertEquals(rank, ranks.getRank());
        assertEquals(all, ranks.getSize());
        collectives(ranks, rank, all);
        madeOfIt(ranks, rank, all);
        ranks.free();
      });
      MPI.Finalize();
    }

    private static void collectives(Comm comm, int rank, int all) {
      comm.barrier();
      int[] word = {rank == all - 1 ? 77 : 0};
      comm.bcast(word, 1, MPI.INT, all - 1);
      assertEquals(77, word[0]);
      int[] sum = {rank};
      comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
      assertEquals(all * (all - 1) / 2, sum[0]);
      int[] gathered = new int[2 * all];
      comm.allGather(new int[] {rank, -rank}, 2, MPI.INT, gathered, 2, MPI.INT);
      int[] sent = new int[all];
      int[] got = new int[all];
      Arrays.setAll(sent, to -> 100 * rank + to);
      comm.allToAll(sent, 1, MPI.INT, got, 1, MPI.INT);
      for (int from = 0; from < all; from++) {
        assertEquals(from, gathered[2 * from]);
        assertEquals(100 * from + rank, got[from]);
      }
      int[] scattered = new int[1];
      comm.scatter(rank == 0 ? sent : null, 1, MPI.INT, scattered, 1, MPI.INT, 0);
      assertEquals(rank, scattered[0]);
      Request started = comm.iBarrier();
      started.waitFor();
      Object[] object = {"from " + rank};
      comm.bcast(object, 1, MPI.OBJECT, 0);
      assertEquals("from 0", object[0]);
      int[] right = new int[1];
      comm.sendRecv(new int[] {rank}, 1, MPI.INT, (rank + 1) % all, 4, right, 1, MPI.INT, (rank + all - 1) % all, 4);
      assertEquals((rank + all - 1) % all, right[0]);
    }

    /** Communicators of members, several of which are in one process. */
    private static void madeOfIt(Intracomm ranks, int rank, int all) {
      Intracomm copy = ranks.dup();
      assertEquals(rank, copy.getRank());
      copy.barrier();
      Intracomm half = copy.split(rank % 2, -rank);
      int[] sum = {1};
      half.allReduce(sum, 1, MPI.INT, MPI.SUM);
      assertEquals((all + 1 - rank % 2) / 2, sum[0]);
      CartComm ring = copy.createCart(new int[] {all}, new boolean[] {true}, false);
      assertEquals((rank + 1) % all, ring.shift(0, 1).getRankDest());
      ring.free();
      half.free();
      copy.free();
    }
  }

  @Test
  void aLocalCommunicatorWithoutTheShapeOfAMemberSaysWhyItHasNoCollectives() {
    ThreadRanks.run(1, Shapes.class);
  }

  static final class Shapes implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      refused(0, 0, "it has 0 send slots and 0 receive slots");
      refused(1, 2, "it has 2 send slots and 1 receive slots", 0, 0);
      refused(2, 2, "send slot 0 leads to receive slot 0 and send slot 1 to receive slot 1", 0, 1);
      LocalComm other = LocalComm.create();
      try (LocalComm object = LocalComm.create()) {
        object.addReceiveSlots(1);
        object.addSendSlot(other.name(), 0);
        contains("no send slot leads to the object itself", told(MPI.ERR_COMM, object::barrier));
        object.deleteSendSlot(0);
        contains("slot 0 was deleted", told(MPI.ERR_COMM, object::barrier));
      }
      other.free();
      try (LocalComm fits = LocalComm.create()) {
        fits.addReceiveSlots(1);
        fits.addSendSlot(fits.name(), 0);
        fits.barrier();
        contains("it is a member of a communicator since its first collective call", told(MPI.ERR_COMM, () -> fits.addReceiveSlots(1)));
        told(MPI.ERR_COMM, () -> fits.addSendSlot(fits.name(), 0));
        told(MPI.ERR_COMM, () -> fits.deleteSendSlot(0));
        told(MPI.ERR_COMM, () -> fits.deleteReceiveSlot(0));
        fits.barrier();
      }
      MPI.Finalize();
    }

    private static void refused(int receiveSlots, int sendSlots, String why, int... to) {
      try (LocalComm object = LocalComm.create()) {
        object.addReceiveSlots(receiveSlots);
        for (int i = 0; i < sendSlots; i++) {
          object.addSendSlot(object.name(), to[i]);
        }
        assertFalse(object.isMember());
        contains(why, told(MPI.ERR_COMM, object::barrier));
        contains(why, told(MPI.ERR_COMM, object::toIntracomm));
        assertFalse(object.isNull(), "it is as before");
      }
    }
  }

  @Test
  void membersThatHaveOthersBehindTheirSlotsAreAllToldAtTheirFirstCollectiveCall() {
    ThreadRanks.run(2, Mixed.class);
  }

  /** Each finds itself at its own slot and another one at the other; rank 1 means another object of rank 0 than the one that calls. */
  static final class Mixed implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      FormedMembers members = FormedMembers.of(2);
      LocalComm object = members.own()[0];
      object.deleteReceiveSlot(3);
      told(MPI.ERR_COMM, object::barrier);
      object = LocalComm.create();
      object.addReceiveSlots(2);
      byte[] box = new byte[2 * CommName.BYTES];
      MPI.COMM_WORLD.allGather(object.name().toBytes(), 1, CommName.CNAME, box, 1, CommName.CNAME);
      object.addSendSlots(new CommName[] {rank == 0 ? CommName.get(box, 0) : members.names()[0], CommName.get(box, 1)}, new int[] {rank, rank});
      assertTrue(object.isMember(), "as far as it can tell");
      String why = told(MPI.ERR_COMM, object::barrier);
      contains(rank == 0 ? "member 1 of the communicator was freed" : "do not form an intracommunicator", why);
      if (rank == 1) {
        contains("its first collective call has failed", told(MPI.ERR_COMM, object::barrier));
      }
      object.free();
      for (LocalComm each : members.own()) {
        each.close();
      }
      MPI.Finalize();
    }
  }

  @Test
  void membersThatCallDifferentCollectivesAreToldAlsoWithinOneProcess() {
    ThreadRanks.run(2, Differ.class);
  }

  static final class Differ implements Runnable {
    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
      FormedMembers members = FormedMembers.of(2);
      members.connect();
      members.run((object, rank) -> {
        object.barrier();
        contains("rank 1 calls bcast with root 1", told(MPI.ERR_OTHER, () -> {
          if (rank == 1) {
            object.bcast(new int[1], 1, MPI.INT, 1);
            object.barrier();
          } else {
            object.allReduce(new int[1], 1, MPI.INT, MPI.SUM);
          }
        }));
      });
      MPI.COMM_WORLD.barrier();
      for (LocalComm each : members.own()) {
        each.close();
      }
      MPI.Finalize();
    }
  }

  @Test
  void anOrdinaryCommunicatorIsALocalOneWithSlotsThatStayAndANameThatOthersMaySendTo() {
    ThreadRanks.run(2, Views.class);
  }

  static final class Views implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      LocalComm view = LocalComm.of(MPI.COMM_WORLD);
      assertEquals(2, view.numSendSlots());
      assertEquals(2, view.numReceiveSlots());
      assertTrue(view.hasReceiveSlot(1) && view.hasSendSlot(1) && !view.hasReceiveSlot(2) && view.isMember());
      assertEquals(rank, view.sendSlot(0).index());
      assertArrayEquals(new int[] {rank, 2}, new int[] {view.getRank(), view.getSize()});
      assertEquals(MPI.IDENT, Group.compare(view.getGroup(), MPI.COMM_WORLD.getGroup()));
      view.barrier();
      MPI.COMM_WORLD.barrier();
      told(MPI.ERR_COMM, () -> view.addReceiveSlots(1));
      told(MPI.ERR_COMM, () -> view.addSendSlot(view.name(), 0));
      told(MPI.ERR_COMM, view::free);
      told(MPI.ERR_COMM, view::toIntracomm);
      view.close();
      byte[] box = new byte[2 * CommName.BYTES];
      MPI.COMM_WORLD.allGather(view.name().toBytes(), 1, CommName.CNAME, box, 1, CommName.CNAME);
      Intracomm copy = MPI.COMM_WORLD.dup();
      try (LocalComm port = LocalComm.create()) {
        port.addSendSlot(CommName.get(box, 1 - rank), rank); // as if it came from this rank by the communicator
        port.send(new int[] {40 + rank}, 1, MPI.INT, 0, 9);
        int[] got = new int[1];
        MPI.COMM_WORLD.recv(got, 1, MPI.INT, 1 - rank, 9);
        assertEquals(41 - rank, got[0]);
        assertEquals(1, port.getSize());
        assertEquals(MPI.UNDEFINED, port.getRank(), "this process is not among those that it sends to");
        assertArrayEquals(new int[] {1 - rank}, Group.translateRanks(port.getGroup(), new int[] {0}, MPI.COMM_WORLD.getGroup()));
        port.addSendSlot(toCopy(copy, rank), rank);
        MPI.COMM_WORLD.barrier();
        copy.free();
        MPI.COMM_WORLD.barrier();
        told(MPI.ERR_COMM, () -> port.sSend(new int[1], 1, MPI.INT, 1, 9)); // its communicator was freed
      }
      MPI.Finalize();
    }

    private static CommName toCopy(Intracomm copy, int rank) {
      byte[] box = new byte[2 * CommName.BYTES];
      copy.allGather(LocalComm.of(copy).name().toBytes(), 1, CommName.CNAME, box, 1, CommName.CNAME);
      return CommName.get(box, 1 - rank);
    }
  }

  @Test
  void everyMisuseOfALocalCommunicatorIsToldWithItsClass() {
    ThreadRanks.run(1, Mistakes.class);
  }

  static final class Mistakes implements Runnable {
    @Override
    @SuppressWarnings("NullAway")
    public void run() {
      assertEquals(MPI.ERR_OTHER, assertThrows(MPIException.class, LocalComm::create).getErrorClass(), "before MPI.Init");
      MPI.Init(new String[0]);
      LocalComm object = LocalComm.create();
      CommName name = object.name();
      int[] one = new int[1];
      told(MPI.ERR_COUNT, () -> object.addReceiveSlots(-1));
      told(MPI.ERR_RANK, () -> object.addSendSlot(name, -1));
      told(MPI.ERR_RANK, () -> object.addSendSlot(name, 1 << 24));
      told(MPI.ERR_ARG, () -> object.addSendSlots(new CommName[] {name}, new int[2]));
      told(MPI.ERR_ARG, () -> object.addSendSlots(null, new int[2]));
      told(MPI.ERR_ARG, () -> object.addSendSlot((CommName) null, 0));
      told(MPI.ERR_ARG, () -> object.addSendSlot(null));
      assertEquals(0, object.numSendSlots(), "what was refused has changed nothing");
      told(MPI.ERR_RANK, () -> object.send(one, 1, MPI.INT, 0, 0));
      contains("has no receive slot", told(MPI.ERR_RANK, () -> object.recv(one, 1, MPI.INT, MPI.ANY_SOURCE, 0)));
      told(MPI.ERR_RANK, () -> object.recv(one, 1, MPI.INT, 0, 0));
      told(MPI.ERR_RANK, () -> object.deleteSendSlot(0));
      told(MPI.ERR_RANK, () -> object.deleteReceiveSlot(-1));
      told(MPI.ERR_RANK, () -> object.sendSlot(0));
      object.addReceiveSlots(1);
      object.addSendSlot(name, 0);
      told(MPI.ERR_TAG, () -> object.send(one, 1, MPI.INT, 0, -1));
      told(MPI.ERR_TYPE, () -> object.send(one, 1, null, 0, 0));
      told(MPI.ERR_COUNT, () -> object.send(one, -1, MPI.INT, 0, 0));
      object.send(new double[1], 1, MPI.DOUBLE, 0, 0);
      told(MPI.ERR_TYPE, () -> object.recv(one, 1, MPI.INT, 0, 0));
      told(MPI.ERR_COMM, () -> LocalComm.of(MPI.COMM_NULL));
      told(MPI.ERR_COMM, () -> LocalComm.of(null));
      object.free();
      for (Executable each : List.<Executable>of(object::free, object::name, object::numSendSlots, () -> object.addReceiveSlots(1), () -> object.send(one, 1, MPI.INT, 0, 0), object::barrier, object::getSize)) {
        told(MPI.ERR_COMM, each);
      }
      object.close();
      MPI.Finalize();
      told(MPI.ERR_OTHER, LocalComm::create);
    }
  }
}
