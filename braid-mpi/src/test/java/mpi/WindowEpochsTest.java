package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Test;

/** Epochs of windows: by fences, by posts and starts, by locks, with targets that call nothing. */
class WindowEpochsTest {
  @Test
  void fencesSeparateEpochsOfPutsAndGets() {
    BothWays.onAllSizes(Fences.class);
  }

  static final class Fences extends BothWays {
    @Override
    void body() {
      IntBuffer memory = MPI.newIntBuffer(10);
      Win win = new Win(memory, 10, 1, info, MPI.COMM_WORLD);
      win.fence(MPI.MODE_NOPRECEDE);
      for (int round = 0; round < 3; round++) {
        win.put(ints(rank, round, -1), 3, MPI.INT, right, 2, 3, MPI.INT);
        win.fence(MPI.MODE_NOSTORE);
        assertInts(memory, 0, 0, 0, left, round, -1, 0);
        IntBuffer got = MPI.newIntBuffer(2);
        win.get(got, 2, MPI.INT, left, 2, 2, MPI.INT);
        win.fence(MPI.MODE_NOPUT);
        assertInts(got, 0, (left + size - 1) % size, round);
      }
      win.fence(MPI.MODE_NOSUCCEED);
      win.free();
      assertTrue(win.isNull());
    }
  }

  @Test
  void whoPostsIsReachedByThoseWhoStart() {
    BothWays.onAllSizes(Posts.class);
  }

  static final class Posts extends BothWays {
    @Override
    void body() {
      IntBuffer memory = MPI.newIntBuffer(4);
      Win win = new Win(memory, 4, 1, info, MPI.COMM_WORLD);
      Group all = win.getGroup();
      Group mine = all.incl(new int[] {left});
      Group theirs = all.incl(new int[] {right});
      for (int round = 1; round <= 4; round++) {
        win.post(mine, 0);
        win.start(theirs, 0);
        win.put(ints(rank * 10 + round), 1, MPI.INT, right, round % 4, 1, MPI.INT);
        win.complete();
        if (round % 2 == 0) {
          win.waitFor();
        } else {
          while (!win.test()) {
            Thread.onSpinWait();
          }
        }
        assertInts(memory, round % 4, left * 10 + round);
      }
      MPI.COMM_WORLD.barrier();
      win.post(mine, MPI.MODE_NOCHECK);
      MPI.COMM_WORLD.barrier();
      win.start(theirs, MPI.MODE_NOCHECK);
      win.accumulate(ints(1000), 1, MPI.INT, right, 0, 1, MPI.INT, MPI.SUM);
      win.complete();
      win.waitFor();
      assertInts(memory, 0, left * 10 + 4 + 1000);
      win.free();
    }
  }

  @Test
  void locksAndFlushesEndAccessesHereAndThere() {
    BothWays.onAllSizes(Passive.class);
  }

  static final class Passive extends BothWays {
    @Override
    void body() {
      LongBuffer memory = MPI.newLongBuffer(size + 2);
      Win win = new Win(memory, size + 2, 1, info, MPI.COMM_WORLD);
      win.lockAll(0);
      for (int to = 0; to < size; to++) {
        win.put(longs(100 + rank), 1, MPI.LONG, to, rank, 1, MPI.LONG);
      }
      win.flushAll();
      LongBuffer got = MPI.newLongBuffer(1);
      win.get(got, 1, MPI.LONG, right, rank, 1, MPI.LONG);
      win.flush(right);
      assertEquals(100 + rank, got.get(0));
      win.get(got, 1, MPI.LONG, left, rank, 1, MPI.LONG);
      win.flushLocal(left);
      assertEquals(100 + rank, got.get(0));
      win.flushLocalAll();
      win.sync();
      win.unlockAll();
      MPI.COMM_WORLD.barrier();
      for (int from = 0; from < size; from++) {
        assertEquals(100 + from, memory.get(from));
      }
      addUnderExclusiveLocks(win);
      if (rank == 0) {
        assertEquals(20L * size, memory.get(size));
      }
      win.lock(MPI.LOCK_EXCLUSIVE, rank, MPI.MODE_NOCHECK);
      win.unlock(rank);
      win.lock(MPI.LOCK_SHARED, right, 0);
      if (right != rank) {
        win.lock(MPI.LOCK_SHARED, rank, 0);
        win.unlock(rank);
      }
      win.unlock(right);
      win.free();
    }

    private void addUnderExclusiveLocks(Win win) {
      LongBuffer value = MPI.newLongBuffer(1);
      for (int i = 0; i < 20; i++) {
        win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
        win.get(value, 1, MPI.LONG, 0, size, 1, MPI.LONG);
        win.flush(0);
        value.put(0, value.get(0) + 1);
        win.put(value, 1, MPI.LONG, 0, size, 1, MPI.LONG);
        win.unlock(0);
      }
      MPI.COMM_WORLD.barrier();
    }
  }

  @Test
  void theTargetsProgramNeedNotCallAnything() {
    ThreadRanks.run(2, Busy.class);
  }

  /** Rank 1 computes until it sees what rank 0 has put and added. */
  static final class Busy extends BothWays {
    @Override
    void body() {
      LongBuffer memory = MPI.newLongBuffer(2);
      Win win = new Win(memory, 2, 1, info, MPI.COMM_WORLD);
      if (rank == 0) {
        win.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
        win.accumulate(longs(2), 1, MPI.LONG, 1, 1, 1, MPI.LONG, MPI.SUM);
        win.flush(1);
        win.put(longs(1), 1, MPI.LONG, 1, 0, 1, MPI.LONG);
        win.unlock(1);
      } else {
        java.lang.invoke.VarHandle word = java.lang.foreign.ValueLayout.JAVA_LONG.varHandle();
        java.lang.foreign.MemorySegment segment = java.lang.foreign.MemorySegment.ofBuffer(memory);
        while ((long) word.getAcquire(segment, 0L) == 0) {
          Thread.onSpinWait();
        }
        assertEquals(2, memory.get(1));
      }
      win.free();
    }
  }
}
