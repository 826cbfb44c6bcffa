package mpi;

import static mpi.FormedMembers.contains;
import static mpi.FormedMembers.told;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.braid.coll.agreement.CallLog;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;
import org.junit.jupiter.api.Test;

/** Local communicators that form an intercommunicator have its calls, with any number of members in a process (generalized communicators, sections 3 and 4.2). */
class FormedIntercommunicatorTest {
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
      FormedMembers members = FormedMembers.of(3);
      for (int i = 0; i < 3; i++) {
        boolean first = i == 0;
        LocalComm old = members.own()[i];
        while (old.numReceiveSlots() > (first ? 2 : 1) * processes) {
          members.own()[i] = LocalComm.create();
          members.own()[i].addReceiveSlots((first ? 2 : 1) * processes);
          old.free();
          old = members.own()[i];
        }
      }
      byte[] box = new byte[3 * processes * CommName.BYTES];
      MPI.COMM_WORLD.allGather(CommName.toBytes(members.own()[0].name(), members.own()[1].name(), members.own()[2].name()), 3, CommName.CNAME, box, 3, CommName.CNAME);
      for (int process = 0; process < processes; process++) {
        members.own()[0].addSendSlot(CommName.get(box, 3 * process + 1), MPI.COMM_WORLD.getRank());
        members.own()[0].addSendSlot(CommName.get(box, 3 * process + 2), MPI.COMM_WORLD.getRank());
        members.own()[1].addSendSlot(CommName.get(box, 3 * process), 2 * MPI.COMM_WORLD.getRank());
        members.own()[2].addSendSlot(CommName.get(box, 3 * process), 2 * MPI.COMM_WORLD.getRank() + 1);
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
}
