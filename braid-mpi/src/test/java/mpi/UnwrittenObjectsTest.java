package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member of a collective cannot write its objects, before anything of them is sent (within the first MiB) or behind that: whoever waits for them is told of the same class of error, and all go on. */
@Timeout(120)
class UnwrittenObjectsTest {
  private static final int[] PAGES = {0, 3}; // of a MiB each, before what cannot be written

  static final class Join extends User_function {
    @Override
    public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        ((Object[]) inout)[inoutOffset + i] = ((Object[]) in)[inOffset + i] + String.valueOf(((Object[]) inout)[inoutOffset + i]);
      }
    }
  }

  /** Leaves no request and no object behind. */
  abstract static class Job extends BroadcastObjectsTest.Job {
    /** @param told what this member is told, if it is not the one that writes; null: nothing */
    void call(boolean writes, @Nullable String told, Runnable call) {
      if (writes || told != null) {
        refused(MPI.ERR_TYPE, writes ? "java.lang.Object" : String.valueOf(told), call);
      } else {
        call.run();
      }
    }

    /** What whoever reads them is told. */
    static String told(int writer, int pages) {
      return pages == 0 ? "rank " + writer + " could not write the objects" : "its sender could not write it";
    }

    Object[] mine(int writer, int pages) {
      return new Object[] {rank == writer ? BroadcastObjectsTest.half(pages) : "of " + rank};
    }

    @Override
    final void exchange() {
      for (int writer : new int[] {0, size - 1}) {
        for (int pages : PAGES) {
          exchange(writer, pages);
        }
      }
    }

    abstract void exchange(int writer, int pages);
  }

  @Test
  void everybodyIsToldWhoWaitsForARoot() {
    for (int size : new int[] {2, 4}) {
      ThreadRanks.run(size, FromOne.class);
    }
  }

  static final class FromOne extends Job {
    @Override
    void exchange(int root, int pages) {
      boolean writes = rank == root;
      call(writes, told(root, pages), () -> world.bcast(mine(root, pages), 1, MPI.OBJECT, root));
      for (int target = 0; target < size; target++) {
        Object[] blocks = new Object[size];
        Arrays.fill(blocks, "short");
        blocks[target] = BroadcastObjectsTest.half(pages);
        String told = rank == target && target != root ? told(root, pages) : told(root, 0);
        call(writes, told, () -> world.scatter(blocks, 1, MPI.OBJECT, new Object[1], 1, MPI.OBJECT, root));
      }
    }
  }

  @Test
  void whoWaitsForWhatWasStartedIsToldTheSame() {
    ThreadRanks.run(3, Started.class);
  }

  static final class Started extends WorldProgram {
    @Override
    void body() {
      Request unwritten = world.iBcast(new Object[] {rank == 1 ? new Object() : null}, 1, MPI.OBJECT, 1);
      Object[] last = {rank == 0 ? "last" : null};
      Request written = world.iBcast(last, 1, MPI.OBJECT, 0);
      StreamedObjectsTest.refused(MPI.ERR_TYPE, rank == 1 ? "java.lang.Object" : Job.told(1, 0), unwritten::waitFor);
      written.waitFor();
      assertEquals("last", last[0]);
    }
  }

  @Test
  void theRootIsToldOfAMember() {
    for (int size : new int[] {2, 4}) {
      ThreadRanks.run(size, ToOne.class);
    }
  }

  static final class ToOne extends Job {
    @Override
    void exchange(int writer, int pages) {
      Op join = new Op(new Join(), false);
      for (int root = 0; root < size; root++) {
        int to = root;
        String told = rank == root ? told(writer, pages) : null;
        Object[] all = new Object[size];
        call(rank == writer, told, () -> world.gather(mine(writer, pages), 1, MPI.OBJECT, all, 1, MPI.OBJECT, to));
        call(rank == writer, told, () -> world.reduce(mine(writer, pages), all, 1, MPI.OBJECT, join, to));
      }
      join.free();
    }
  }

  @Test
  void allAreToldWhoExchangeThem() {
    for (int size : new int[] {2, 4}) {
      ThreadRanks.run(size, ToAll.class);
    }
  }

  static final class ToAll extends Job {
    @Override
    void exchange(int writer, int pages) {
      Op join = new Op(new Join(), false);
      Object[] all = new Object[size];
      boolean writes = rank == writer;
      String told = told(writer, pages);
      call(writes, told, () -> world.allGather(mine(writer, pages), 1, MPI.OBJECT, all, 1, MPI.OBJECT));
      call(writes, told, () -> world.allReduce(mine(writer, pages), all, 1, MPI.OBJECT, join));
      call(writes, rank > writer ? told : null, () -> world.scan(mine(writer, pages), all, 1, MPI.OBJECT, join));
      call(writes, rank > writer ? told : null, () -> world.exScan(mine(writer, pages), all, 1, MPI.OBJECT, join));
      join.free();
      for (int target = 0; target < size; target++) {
        Object[] blocks = new Object[size];
        Arrays.fill(blocks, rank == 1 ? new StreamedObjectsTest.Page(1, 2 << 20) : "short");
        blocks[target] = writes ? BroadcastObjectsTest.half(pages) : blocks[target];
        boolean isNamed = pages == 0 || rank != target || target == writer;
        call(writes, isNamed ? "could not write" : told, () -> world.allToAll(blocks, 1, MPI.OBJECT, all, 1, MPI.OBJECT));
      }
    }
  }

  @Test
  void neighboursAreToldAndOnlyThey() {
    for (int size : new int[] {2, 4}) {
      ThreadRanks.run(size, Ring.class);
    }
  }

  static final class Ring extends Job {
    @Override
    void exchange(int writer, int pages) {
      CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
      boolean isNear = (rank + 1) % size == writer || (writer + 1) % size == rank;
      Object[] both = new Object[2];
      call(rank == writer, isNear ? told(writer, pages) : null, () -> ring.neighborAllGather(mine(writer, pages), 1, MPI.OBJECT, both, 1, MPI.OBJECT));
      Object[] blocks = {"down", rank == writer ? BroadcastObjectsTest.half(pages) : "up"};
      boolean isAbove = (writer + 1) % size == rank;
      call(rank == writer, isAbove ? told(writer, pages) : null, () -> ring.neighborAllToAll(blocks, 1, MPI.OBJECT, both, 1, MPI.OBJECT));
      ring.free();
    }
  }

  @Test
  void theOtherGroupIsTold() {
    for (int size : new int[] {2, 5}) {
      ThreadRanks.run(size, Between.class);
    }
  }

  static final class Between extends BetweenGroups {
    @Override
    void body() {
      Op join = new Op(new Join(), false);
      for (int pages : PAGES) {
        String told = pages == 0 ? "rank 0 of the other group could not write the objects" : "its sender could not write it";
        boolean writes = isFirst && rank == 0;
        Object[] mine = {writes ? BroadcastObjectsTest.half(pages) : "of " + me};
        Object[] all = new Object[Math.max(size, others)];
        int root = root(true, 0);
        call(writes, told, () -> inter.bcast(mine, 1, MPI.OBJECT, root));
        call(writes, told, () -> inter.allGather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT));
        call(writes, told, () -> inter.allReduce(mine, all, 1, MPI.OBJECT, join));
        int toSecond = root(false, 0);
        call(writes, toSecond == MPI.ROOT ? told : null, () -> inter.gather(mine, 1, MPI.OBJECT, all, 1, MPI.OBJECT, toSecond));
        int[] sum = new int[1];
        inter.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
        assertEquals(others, sum[0]);
      }
      join.free();
      inter.free();
    }

    private void call(boolean writes, @Nullable String told, Runnable call) {
      if (writes || told != null && !isFirst) {
        BroadcastObjectsTest.Job.refused(MPI.ERR_TYPE, writes ? "java.lang.Object" : String.valueOf(told), call);
      } else {
        call.run();
      }
    }
  }
}
