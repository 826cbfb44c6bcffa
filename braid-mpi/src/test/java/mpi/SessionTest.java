package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;
import org.braid.mpix.Session;
import org.braid.mpix.Tools;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sessions: beginnings and ends of their own, process sets, communicators of groups. */
class SessionTest {
  private static void refused(int errorClass, Runnable call) {
    MPIException e = assertThrows(MPIException.class, call::run);
    assertEquals(errorClass, e.getErrorClass(), e.getMessage());
  }

  private static int sum(Intracomm comm, int mine) {
    int[] sum = {mine};
    comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
    return sum[0];
  }

  @Test
  void aSessionAloneHasProcessSetsGroupsAndCommunicators() {
    ThreadRanks.run(4, Alone.class);
  }

  static final class Alone implements Runnable {
    @Override
    public void run() {
      try (Session session = Session.init()) {
        assertFalse(MPI.isInitialized());
        assertEquals(List.of(Session.WORLD, Session.SELF, Session.HOST), session.psets());
        assertEquals(3, session.getNumPsets());
        assertEquals("mpi://SELF", session.getNthPset(1));
        assertEquals("4", session.getPsetInfo(Session.HOST).get("mpi_size"));
        assertEquals("MPI_THREAD_MULTIPLE", session.getInfo().get("thread_level"));
        Group all = session.groupFromPset(Session.WORLD);
        assertEquals(4, all.getSize());
        Intracomm comm = session.createFromGroup(all, "org.braid.test");
        assertEquals(all.getRank(), comm.getRank());
        assertEquals(6, sum(comm, comm.getRank()));
        assertTrue(Tools.performanceVariable("communicators.live").read() >= 3);
        parts(session, all);
        mistakes(session, all);
        assertEquals(1, session.createFromGroup(session.groupFromPset(Session.SELF), "own").getSize());
        assertEquals(6, sum(comm, comm.getRank()));
      }
      assertFalse(MPI.isFinalized());
      refused(ErrorClasses.ERR_OTHER, () -> Tools.performanceVariables());
    }

    /** Members of different groups make theirs at the same time, in whatever order of ranks. */
    private static void parts(Session session, Group all) {
      int rank = all.getRank();
      Group half = all.incl(rank % 2 == 0 ? new int[] {2, 0} : new int[] {1, 3});
      Intracomm ours = session.createFromGroup(half, rank % 2 == 0 ? "even" : "odd");
      assertEquals(half.getRank(), ours.getRank());
      assertEquals(rank % 2 == 0 ? 2 : 4, sum(ours, rank));
      Intracomm whole = session.createFromGroup(all.incl(new int[] {3, 2, 1, 0}), "turned");
      assertEquals(3 - rank, whole.getRank());
      assertEquals(6, sum(whole, rank));
      whole.free();
    }

    private static void mistakes(Session session, Group all) {
      refused(ErrorClasses.ERR_ARG, () -> session.getNthPset(3));
      refused(ErrorClasses.ERR_ARG, () -> session.groupFromPset("mpi://world"));
      refused(ErrorClasses.ERR_ARG, () -> session.groupFromPset(Session.SITE));
      refused(ErrorClasses.ERR_GROUP, () -> session.createFromGroup(all.excl(new int[] {all.getRank()}), "others"));
      refused(ErrorClasses.ERR_ARG, () -> session.createFromGroup(all, "x".repeat(256)));
      refused(ErrorClasses.ERR_GROUP, () -> session.createFromGroup(MPI.GROUP_NULL, "none"));
      assertTrue(session.createFromGroup(MPI.GROUP_EMPTY, "nobody").isNull());
      refused(ErrorClasses.ERR_OTHER, () -> MPI.COMM_WORLD.getRank()); // sessions alone have no COMM_WORLD
    }
  }

  @Test
  void sessionsOverlapAndEndInAnyOrder() {
    ThreadRanks.run(3, Overlapping.class);
  }

  static final class Overlapping implements Runnable {
    @Override
    public void run() {
      Session first = Session.init();
      Session second = Session.init();
      Intracomm one = first.createFromGroup(first.groupFromPset(Session.WORLD), "one");
      Intracomm two = second.createFromGroup(second.groupFromPset(Session.WORLD), "two");
      assertEquals(3, sum(one, 1));
      first.close();
      first.close();
      assertTrue(first.isClosed());
      refused(Session.ERR_SESSION, first::psets);
      refused(Session.ERR_SESSION, first::getInfo);
      refused(Session.ERR_SESSION, () -> first.groupFromPset(Session.WORLD));
      refused(Session.ERR_SESSION, () -> first.createFromGroup(MPI.GROUP_EMPTY, "late"));
      refused(ErrorClasses.ERR_COMM, () -> sum(one, 1));
      assertEquals(3, sum(two, 1));
      Session third = Session.init();
      second.close();
      assertEquals(6, sum(third.createFromGroup(third.groupFromPset(Session.WORLD), "three"), 2));
      third.close();
      again();
    }

    /** After the last end of all there may be a new beginning, of sessions and of MPI.Init. */
    private static void again() {
      try (Session session = Session.init()) {
        assertEquals(3, sum(session.createFromGroup(session.groupFromPset(Session.WORLD), "again"), 1));
      }
      MPI.Init(new String[0]);
      assertEquals(3, sum(MPI.COMM_WORLD, 1));
      MPI.Finalize();
    }
  }

  @Test
  void sessionsGoOnBesideInitAndAfterFinalize() {
    ThreadRanks.run(3, Beside.class);
  }

  static final class Beside implements Runnable {
    @Override
    public void run() {
      Session before = Session.init();
      MPI.Init(new String[0]);
      Session between = Session.init();
      between.close();
      assertEquals(3, sum(MPI.COMM_WORLD, 1));
      Intracomm comm = before.createFromGroup(before.groupFromPset(Session.WORLD), "before");
      Group world = MPI.COMM_WORLD.getGroup();
      MPI.Finalize();
      assertTrue(MPI.isFinalized());
      refused(ErrorClasses.ERR_OTHER, () -> MPI.COMM_WORLD.getSize());
      assertEquals(3, sum(comm, 1));
      Intracomm unowned = Intracomm.createFromGroup(world, "unowned", MPI.INFO_NULL, MPI.ERRORS_RETURN);
      assertEquals(MPI.ERRORS_RETURN, unowned.getErrhandler());
      assertEquals(6, sum(unowned, 2));
      unowned.free();
      before.close();
      refused(ErrorClasses.ERR_OTHER, () -> Intracomm.createFromGroup(world, "too late", MPI.INFO_NULL, MPI.ERRORS_RETURN));
    }
  }

  @Test
  void aSessionWhoseEndTellsOfALostMessageHasEnded() {
    ThreadRanks.run(2, Untold.class);
  }

  /** Rank 1 frees what rank 0 has sent to; then all begin again. */
  static final class Untold implements Runnable {
    @Override
    public void run() {
      Session session = Session.init();
      Intracomm comm = session.createFromGroup(session.groupFromPset(Session.WORLD), "untold");
      LocalComm end = LocalComm.create();
      byte[] name = end.name().toBytes();
      end.addReceiveSlots(1);
      comm.bcast(name, 1, CommName.CNAME, 1);
      if (comm.getRank() == 0) {
        end.addSendSlot(CommName.get(name, 0), 0);
        end.send(new int[1], 1, MPI.INT, 0, 0);
      }
      comm.barrier();
      if (comm.getRank() == 1) {
        end.free();
      }
      comm.barrier();
      if (comm.getRank() == 0) {
        refused(ErrorClasses.ERR_COMM, session::close);
      } else {
        session.close();
      }
      assertTrue(session.isClosed());
      session.close();
      try (Session next = Session.init()) {
        assertEquals(2, sum(next.createFromGroup(next.groupFromPset(Session.WORLD), "next"), 1));
      }
    }
  }

  @Test
  void threadsMakeCommunicatorsOfOneGroupByDifferentTags() {
    ThreadRanks.run(2, Threads.class);
  }

  static final class Threads implements Runnable {
    @Override
    public void run() {
      try (Session session = Session.init()) {
        Group all = session.groupFromPset(Session.WORLD);
        boolean turned = all.getRank() == 1;
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        int[] sums = new int[4];
        Thread[] threads = new Thread[sums.length];
        for (int i = 0; i < threads.length; i++) {
          int number = turned ? threads.length - 1 - i : i;
          threads[i] = Thread.ofPlatform().uncaughtExceptionHandler((t, thrown) -> failure.set(thrown)).start(() -> sums[number] = sum(session.createFromGroup(all, "thread " + number), number));
        }
        for (Thread each : threads) {
          join(each);
        }
        if (failure.get() != null) {
          throw new AssertionError(failure.get());
        }
        assertArrayEquals(new int[] {0, 2, 4, 6}, sums);
      }
    }

    private static void join(Thread thread) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
