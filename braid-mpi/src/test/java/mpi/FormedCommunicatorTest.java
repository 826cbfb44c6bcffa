package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.coll.agreement.CallLog;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Local communicators that form an intracommunicator have its collectives, with any number of members in a process; others say why not (generalized communicators, sections 3 and 4.2). */
class FormedCommunicatorTest {
  private static final int PER_PROCESS = 3;

  /** All members' objects of this process, {@code count} of them, and the names of all. */
  private record Members(LocalComm[] own, CommName[] names) {
    static Members of(int count) {
      LocalComm[] own = new LocalComm[count];
      CommName[] ownNames = new CommName[count];
      for (int i = 0; i < count; i++) {
        own[i] = LocalComm.create();
        own[i].addReceiveSlots(count * MPI.COMM_WORLD.getSize());
        ownNames[i] = own[i].name();
      }
      byte[] box = new byte[count * MPI.COMM_WORLD.getSize() * CommName.BYTES];
      MPI.COMM_WORLD.allGather(CommName.toBytes(ownNames), count, CommName.CNAME, box, count, CommName.CNAME);
      return new Members(own, CommName.all(box));
    }

    int rankOf(int index) {
      return own.length * MPI.COMM_WORLD.getRank() + index;
    }

    void connect() {
      for (int i = 0; i < own.length; i++) {
        int[] slots = new int[names.length];
        Arrays.fill(slots, rankOf(i));
        own[i].addSendSlots(names, slots);
      }
    }

    /** Each object in a thread of its own. */
    void run(Body body) {
      AtomicReference<Throwable> failure = new AtomicReference<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < own.length; i++) {
        int index = i;
        Thread thread = new Thread(() -> {
          try {
            body.run(own[index], rankOf(index));
          } catch (Throwable e) {
            failure.compareAndSet(null, e);
          }
        });
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.start();
        threads.add(thread);
      }
      for (Thread each : threads) {
        try {
          each.join();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      if (failure.get() != null) {
        throw new AssertionError("a member failed", failure.get());
      }
    }
  }

  private interface Body {
    void run(LocalComm object, int rank);
  }

  private static String told(int errorClass, Executable call) {
    MPIException thrown = assertThrows(MPIException.class, call);
    assertEquals(errorClass, thrown.getErrorClass(), thrown.getMessage());
    return String.valueOf(thrown.getMessage());
  }

  private static void contains(String part, String message) {
    assertTrue(message.contains(part), message);
  }

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
      Members members = Members.of(PER_PROCESS);
      members.connect();
      int all = members.names.length;
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
      Members members = Members.of(2);
      LocalComm object = members.own[0];
      object.deleteReceiveSlot(3);
      told(MPI.ERR_COMM, object::barrier);
      object = LocalComm.create();
      object.addReceiveSlots(2);
      byte[] box = new byte[2 * CommName.BYTES];
      MPI.COMM_WORLD.allGather(object.name().toBytes(), 1, CommName.CNAME, box, 1, CommName.CNAME);
      object.addSendSlots(new CommName[] {rank == 0 ? CommName.get(box, 0) : members.names[0], CommName.get(box, 1)}, new int[] {rank, rank});
      assertTrue(object.isMember(), "as far as it can tell");
      String why = told(MPI.ERR_COMM, object::barrier);
      contains(rank == 0 ? "member 1 of the communicator was freed" : "do not form an intracommunicator", why);
      if (rank == 1) {
        contains("its first collective call has failed", told(MPI.ERR_COMM, object::barrier));
      }
      object.free();
      for (LocalComm each : members.own) {
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
      Members members = Members.of(2);
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
      for (LocalComm each : members.own) {
        each.close();
      }
      MPI.Finalize();
    }
  }

  @Test
  void aMemberOfAnIntercommunicatorIsSentToByItsOwnGroupBeforeItHasHeardOfTheOthers() {
    ThreadRanks.run(1, EarlySender.class);
  }

  /** One object of the first group, played step by step, and two of the second: one of these knows the other's name, and sends to it, before that has heard how many its own group are. */
  static final class EarlySender implements Runnable {
    private static final int NAME_LONGS = LcoName.BYTES / Long.BYTES;
    private static final int MEMBER_LONGS = 2 * NAME_LONGS;
    private static final int NAMES_TAG = CallLog.FREE_TAGS;
    private static final int GROUP_TAG = CallLog.FREE_TAGS + 1;

    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
      LocalComm alone = LocalComm.create();
      alone.addReceiveSlots(2);
      List<FutureTask<Intercomm>> formed = new ArrayList<>();
      for (int member = 0; member < 2; member++) {
        LocalComm own = LocalComm.create();
        own.addReceiveSlots(1);
        own.addSendSlot(alone.name(), member);
        alone.addSendSlot(own.name(), 0);
        FutureTask<Intercomm> task = new FutureTask<>(own::toIntercomm);
        new Thread(task).start();
        formed.add(task);
      }
      Lco across = ((Comm) alone).lco();
      Lco all = across.newLco();
      all.addReceiveSlots(3);
      long[] mine = new long[1 + MEMBER_LONGS];
      mine[0] = 2;
      across.name().put(mine, 1);
      all.name().put(mine, 1 + NAME_LONGS);
      long[] theirs = new long[2 * MEMBER_LONGS];
      for (int member = 0; member < 2; member++) {
        long[] one = new long[1 + MEMBER_LONGS];
        receive(across, one, member, NAMES_TAG);
        System.arraycopy(one, 1, theirs, member * MEMBER_LONGS, MEMBER_LONGS);
      }
      Lco[] second = new Lco[2];
      for (int member = 0; member < 2; member++) {
        send(across, mine, member, NAMES_TAG);
        send(across, theirs, member, GROUP_TAG);
        second[member] = result(formed.get(member)).parts().all();
        if (member == 0) {
          send(second[0], new long[] {42}, second[0].rank() + 1, NAMES_TAG);
        }
      }
      long[] got = new long[1];
      receive(second[1], got, second[1].rank() - 1, NAMES_TAG);
      assertEquals(42, got[0]);
      MPI.Finalize();
    }

    private static Intercomm result(FutureTask<Intercomm> task) {
      try {
        return task.get();
      } catch (InterruptedException | ExecutionException e) {
        throw new AssertionError(e);
      }
    }

    private static void send(Lco from, long[] words, int slot, int tag) {
      from.completions().releaseWhenDone(from.collectiveSend(words.clone(), 0, (long) words.length * Long.BYTES, slot, tag, 0));
    }

    private static void receive(Lco at, long[] words, int slot, int tag) {
      at.completions().finish(at.collectiveReceive(words, 0, (long) words.length * Long.BYTES, slot, tag, 0));
    }
  }

  @Test
  void twoGroupsFormAnIntercommunicatorAlsoWithSeveralMembersInAProcess() {
    ThreadRanks.run(1, Groups.class);
    ThreadRanks.run(3, Groups.class);
  }

  /** Each process has one member of the first group and two of the second. */
  static final class Groups implements Runnable {
    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
      int processes = MPI.COMM_WORLD.getSize();
      Members members = Members.of(3);
      for (int i = 0; i < 3; i++) {
        boolean first = i == 0;
        LocalComm old = members.own[i];
        while (old.numReceiveSlots() > (first ? 2 : 1) * processes) {
          members.own[i] = LocalComm.create();
          members.own[i].addReceiveSlots((first ? 2 : 1) * processes);
          old.free();
          old = members.own[i];
        }
      }
      byte[] box = new byte[3 * processes * CommName.BYTES];
      MPI.COMM_WORLD.allGather(CommName.toBytes(members.own[0].name(), members.own[1].name(), members.own[2].name()), 3, CommName.CNAME, box, 3, CommName.CNAME);
      for (int process = 0; process < processes; process++) {
        members.own[0].addSendSlot(CommName.get(box, 3 * process + 1), MPI.COMM_WORLD.getRank());
        members.own[0].addSendSlot(CommName.get(box, 3 * process + 2), MPI.COMM_WORLD.getRank());
        members.own[1].addSendSlot(CommName.get(box, 3 * process), 2 * MPI.COMM_WORLD.getRank());
        members.own[2].addSendSlot(CommName.get(box, 3 * process), 2 * MPI.COMM_WORLD.getRank() + 1);
      }
      members.run((object, rank) -> {
        boolean first = rank % 3 == 0;
        Intercomm inter = object.toIntercomm();
        assertTrue(object.isNull());
        assertEquals(first ? processes : 2 * processes, inter.getSize());
        assertEquals(first ? 2 * processes : processes, inter.getRemoteSize());
        int place = first ? rank / 3 : rank / 3 * 2 + rank % 3 - 1;
        assertEquals(place, inter.getRank());
        for (int to = 0; to < inter.getRemoteSize(); to++) {
          inter.send(new int[] {100 * place + to}, 1, MPI.INT, to, 1);
        }
        int[] got = new int[1];
        for (int from = 0; from < inter.getRemoteSize(); from++) {
          inter.recv(got, 1, MPI.INT, from, 1);
          assertEquals(100 * from + place, got[0]);
        }
        Intracomm merged = inter.merge(!first);
        int[] sum = {1};
        merged.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertEquals(3 * processes, sum[0]);
        assertEquals(first ? place : processes + place, merged.getRank());
        merged.barrier();
        merged.free();
        inter.free();
      });
      try (LocalComm none = LocalComm.create()) {
        contains("no member of an intercommunicator", told(MPI.ERR_COMM, none::toIntercomm));
        assertFalse(none.isNull());
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
