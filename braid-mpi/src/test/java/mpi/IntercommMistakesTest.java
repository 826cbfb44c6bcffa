package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Members of two groups that call different things, or give what is wrong: all that it concerns are told, and nothing is begun. */
class IntercommMistakesTest {
  @Test
  void membersThatCallDifferentThingsAreToldSoAllOfThem() {
    ThreadRanks.run(3, Different.class);
  }

  static final class Different extends BetweenGroups {
    @Override
    void body() {
      told("rank 2 calls barrier", "allreduce with SUM", () -> {
        if (isFirst) {
          inter.allReduce(new int[1], new int[1], 1, MPI.INT, MPI.SUM);
        } else {
          inter.barrier();
        }
      });
      told("bcast with root 0", "bcast with root 2", () -> inter.bcast(new int[1], 1, MPI.INT, 0)); // as if there were one group
      told("bcast with root 0 of 1 MPI.INT", "bcast with root 0 of 2 MPI.INT", () -> inter.bcast(new int[2], isFirst ? 1 : 2, MPI.INT, root(true, 0)));
      told("allgather of 3 MPI.INT", "allgather of 2 MPI.INT", () -> inter.allGather(new int[2], isFirst ? 2 : 1, MPI.INT, new int[4], 1, MPI.INT));
      told("gather with ", "gather with root 1", () -> inter.gather(new int[1], 1, MPI.INT, new int[2], 1, MPI.INT, isFirst ? root(true, 0) : 1));
      int part = 2 / inter.getSize();
      int[] parts = new int[inter.getSize()];
      Arrays.fill(parts, part);
      told("reduceScatterBlock with SUM", "reduceScatter with SUM", () -> {
        if (isFirst) {
          inter.reduceScatterBlock(new int[2], new int[2], part, MPI.INT, MPI.SUM);
        } else {
          inter.reduceScatter(new int[2], new int[2], parts, MPI.INT, MPI.SUM);
        }
      });
    }

    /** On a copy of its own each time, since a communicator whose members disagree is of no use any more. */
    private void told(String one, String other, Runnable call) {
      Intercomm before = inter;
      inter = before.dup();
      MPIException told = assertThrows(MPIException.class, () -> {
        call.run();
        inter.barrier(); // for members whose own part was over
        inter.barrier();
      });
      String text = String.valueOf(told.getMessage());
      assertTrue(text.contains(one) && text.contains(other) && text.contains("numbered through both groups"), text);
      inter = before;
      MPI.COMM_WORLD.barrier();
    }
  }

  @Test
  void argumentsThatAreWrongAreRefusedWhereTheyAreGiven() {
    ThreadRanks.run(3, Wrong.class);
  }

  @SuppressWarnings("NullAway") // nulls are mistakes that are made here
  static final class Wrong extends BetweenGroups {
    @Override
    void body() {
      int[] x = new int[4];
      refused(MPI.ERR_ROOT, "is no rank of the other group", () -> inter.bcast(x, 1, MPI.INT, others));
      refused(MPI.ERR_ROOT, "MPI.PROC_NULL", () -> inter.iReduce(x, 1, MPI.INT, MPI.SUM, -7));
      refused(MPI.ERR_BUFFER, "in place", () -> inter.allReduce(x, 1, MPI.INT, MPI.SUM));
      refused(MPI.ERR_BUFFER, "reduceScatterBlock on", () -> inter.reduceScatterBlock(x, 1, MPI.INT, MPI.SUM));
      refused(MPI.ERR_BUFFER, "in place", () -> inter.allGather(x, 1, MPI.INT));
      refused(MPI.ERR_BUFFER, "in place", () -> inter.gatherv(x, new int[4], new int[4], MPI.INT, 0));
      refused(MPI.ERR_COUNT, "negative", () -> inter.allToAll(x, -1, MPI.INT, x, -1, MPI.INT));
      refused(MPI.ERR_TYPE, "null", () -> inter.allGather(x, 1, null, x, 1, null));
      refused(MPI.ERR_OP, "null", () -> inter.allReduce(x, new int[4], 1, MPI.INT, null));
      refused(MPI.ERR_ARG, "counts", () -> inter.allGatherv(x, 1, MPI.INT, x, new int[0], new int[0], MPI.INT));
      refused(MPI.ERR_TOPOLOGY, "no topology", () -> inter.neighborAllGather(x, 1, MPI.INT, x, 1, MPI.INT));
      inter.barrier(); // nothing was begun
    }
  }

  static void refused(int errorClass, String words, Runnable call) {
    MPIException e = assertThrows(MPIException.class, call::run);
    assertTrue(String.valueOf(e.getMessage()).contains(words), String.valueOf(e.getMessage()));
    assertEquals(errorClass, e.getErrorClass(), String.valueOf(e.getMessage()));
  }

  @Test
  void aGroupWhoseArgumentsAreWrongIsTheErrorOfBothGroupsWhichMayTryAgain() {
    ThreadRanks.run(5, WrongGroup.class);
  }

  static final class WrongGroup implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      Intracomm group = world.split(rank % 2, rank);
      int other = 1 - rank % 2;
      for (int wrong = 0; wrong < 2; wrong++) {
        boolean mistaken = rank % 2 == wrong;
        int leader = mistaken && rank == 2 + wrong ? 1 : 0; // the second of the group names another leader
        refused(MPI.ERR_ARG, mistaken ? "other arguments" : "the other group's arguments", () -> world.createIntercomm(group, leader, other, 4));
      }
      refused(MPI.ERR_ARG, rank % 2 == 0 ? "arguments of rank 2" : "the other group's arguments", () -> {
        if (rank == 4) {
          refused(MPI.ERR_RANK, "the leader is rank 9", () -> world.createIntercomm(group, 9, other, 4));
          throw new MPIException(MPI.ERR_ARG, "arguments of rank 2 were these");
        }
        world.createIntercomm(group, 0, other, 4);
      });
      Intercomm inter = world.createIntercomm(group, 0, other, 4);
      inter.barrier();
      inter.free();
      MPI.Finalize();
    }
  }

  @Test
  void groupsThatShareAProcessAreRefusedAtEveryMember() {
    ThreadRanks.run(3, Shared.class);
  }

  /** Rank 1 is in both, and makes both calls at once: in one thread, either would wait for the other. */
  static final class Shared implements Runnable {
    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      Intracomm low = world.create(world.getGroup().incl(new int[] {0, 1}));
      Intracomm high = world.create(world.getGroup().incl(new int[] {1, 2}));
      Runnable ofLow = () -> refused(MPI.ERR_COMM, "is a member of both", () -> world.createIntercomm(low, 0, 2, 9));
      Runnable ofHigh = () -> refused(MPI.ERR_COMM, "is a member of both", () -> world.createIntercomm(high, 1, 0, 9));
      if (rank == 0) {
        ofLow.run();
      } else if (rank == 2) {
        ofHigh.run();
      } else {
        FutureTask<Boolean> other = new FutureTask<>(ofHigh, true);
        Thread thread = new Thread(other);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.start();
        ofLow.run();
        assertTrue(ended(other));
      }
      world.barrier();
      MPI.Finalize();
    }

    private static boolean ended(FutureTask<Boolean> other) {
      try {
        return other.get();
      } catch (InterruptedException | ExecutionException e) {
        throw new AssertionError(e);
      }
    }
  }
}
