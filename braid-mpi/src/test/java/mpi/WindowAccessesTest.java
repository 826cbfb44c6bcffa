package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Test;

/** Accesses to windows, by each way that carries them: what is combined, how, in which order, and by how many at once. */
class WindowAccessesTest {
  /** A rank whose share is empty describes it by a type without elements (MPI 4.1, section 5.1.2: there may be no blocks). */
  @Test
  void whoeverHasNothingToAddAddsNothing() {
    BothWays.onAllSizes(EmptyShares.class);
  }

  static final class EmptyShares extends BothWays {
    @Override
    void body() {
      IntBuffer memory = MPI.newIntBuffer(2);
      Win win = new Win(memory, 2, 1, info, MPI.COMM_WORLD);
      Datatype none = Datatype.createIndexed(new int[0], new int[0], MPI.INT);
      none.commit();
      int[] data = {5};
      int[] before = {6};
      win.fence(0);
      win.accumulate(data, 0, MPI.INT, 0, 0, 1, none, MPI.SUM);
      win.accumulate(data, 0, MPI.INT, 0, 0, 1, none, MPI.REPLACE);
      win.accumulate(data, 1, none, 0, 0, 1, none, MPI.MAXLOC);
      win.accumulate(data, 1, none, 0, 0, 1, MPI.INT, MPI.SUM);
      win.getAccumulate(data, 1, none, before, 1, none, 0, 0, 1, none, MPI.SUM);
      win.fence(0);
      assertEquals(MPI.ERR_TRUNCATE, assertThrows(MPIException.class, () -> win.accumulate(data, 1, MPI.INT, 0, 0, 1, none, MPI.SUM)).getErrorClass());
      assertEquals(0, memory.get(0));
      assertEquals(6, before[0]);
      win.fence(0);
      win.free();
    }
  }

  @Test
  void accumulatesOfAllRanksAddUpExactlyWhateverTheyAddTo() {
    BothWays.onAllSizes(Accumulates.class);
  }

  static final class Accumulates extends BothWays {
    private static final int TIMES = 50;

    @Override
    void body() {
      LongBuffer memory = MPI.newLongBuffer(8);
      Win win = new Win(memory, 8, 1, info, MPI.COMM_WORLD);
      LongBuffer one = longs(1);
      LongBuffer before = MPI.newLongBuffer(1);
      long[] last = {-1};
      win.lockAll(0);
      for (int i = 0; i < TIMES; i++) {
        win.accumulate(one, 1, MPI.LONG, 0, 0, 1, MPI.LONG, MPI.SUM);
        win.fetchAndOp(one, before, MPI.LONG, 0, 1, MPI.SUM);
        win.flush(0);
        assertTrue(before.get(0) > last[0], "what was fetched grows");
        last[0] = before.get(0);
        win.getAccumulate(one, 1, MPI.LONG, before, 1, MPI.LONG, 0, 2, 1, MPI.LONG, MPI.SUM);
        win.flush(0);
        Request request = win.rAccumulate(one, 1, MPI.LONG, 0, 3, 1, MPI.LONG, MPI.SUM);
        request.waitFor();
        addBySwap(win, before);
      }
      win.unlockAll();
      MPI.COMM_WORLD.barrier();
      if (rank == 0) {
        for (int place = 0; place < 5; place++) {
          assertEquals((long) TIMES * size, memory.get(place), "place " + place);
        }
      }
      win.free();
    }

    private static void addBySwap(Win win, LongBuffer before) {
      LongBuffer seen = longs(0);
      do {
        seen.put(0, before.get(0));
        win.compareAndSwap(longs(seen.get(0) + 1), seen, before, MPI.LONG, 0, 4);
        win.flush(0);
      } while (before.get(0) != seen.get(0));
    }
  }

  @Test
  void everyOperationCombinesAsReductionsDo() {
    ThreadRanks.run(2, Operations.class);
  }

  static final class Operations extends BothWays {
    @Override
    void body() {
      Op[] all = {MPI.MAX, MPI.MIN, MPI.SUM, MPI.PROD, MPI.LAND, MPI.BAND, MPI.LOR, MPI.BOR, MPI.LXOR, MPI.BXOR, MPI.REPLACE, MPI.NO_OP};
      for (Op op : all) {
        check(op);
      }
      pairs();
      complex();
      small();
    }

    private void check(Op op) {
      IntBuffer memory = ints(6, 0, -3, 5);
      Win win = new Win(memory, 4, 1, info, MPI.COMM_WORLD);
      win.fence(0);
      IntBuffer before = MPI.newIntBuffer(4);
      win.getAccumulate(ints(3, 7, 2, 0), 4, MPI.INT, before, 4, MPI.INT, right, 0, 4, MPI.INT, op);
      win.fence(0);
      assertInts(before, 0, 6, 0, -3, 5);
      int[] expected = {6, 0, -3, 5};
      if (op != MPI.NO_OP) {
        op.Call(new int[] {3, 7, 2, 0}, 0, expected, 0, 4, MPI.INT);
      }
      assertInts(memory, 0, expected);
      win.free();
    }

    private void pairs() {
      IntBuffer memory = ints(5, 9, 1, 1);
      Win win = new Win(memory, 4, 2, info, MPI.COMM_WORLD);
      win.fence(0);
      win.accumulate(ints(5, 3, 0, 0), 2, MPI.INT2, right, 0, 2, MPI.INT2, MPI.MAXLOC);
      win.fence(0);
      assertInts(memory, 0, 5, 3, 1, 1);
      win.free();
      ByteBuffer bytes = MPI.newByteBuffer(32);
      bytes.putDouble(0, 2.5).putInt(8, 7).putDouble(16, -1).putInt(24, 3);
      Win loc = new Win(bytes, 32, 16, info, MPI.COMM_WORLD);
      ByteBuffer mine = MPI.newByteBuffer(32);
      mine.putDouble(0, 2.5).putInt(8, 6).putDouble(16, -2).putInt(24, 9);
      loc.fence(0);
      loc.accumulate(mine, 2, MPI.DOUBLE_INT, right, 0, 2, MPI.DOUBLE_INT, MPI.MINLOC);
      loc.fence(0);
      assertEquals(6, bytes.getInt(8));
      assertEquals(-2, bytes.getDouble(16));
      assertEquals(9, bytes.getInt(24));
      loc.free();
    }

    private void complex() {
      DoubleBuffer memory = MPI.newDoubleBuffer(2);
      memory.put(0, 1).put(1, 2);
      Win win = new Win(memory, 2, 1, info, MPI.COMM_WORLD);
      DoubleBuffer mine = MPI.newDoubleBuffer(2);
      mine.put(0, 3).put(1, -1);
      win.fence(0);
      win.accumulate(mine, 1, MPI.DOUBLE_COMPLEX, right, 0, 1, MPI.DOUBLE_COMPLEX, MPI.PROD);
      win.fence(0);
      assertEquals(5, memory.get(0));
      assertEquals(5, memory.get(1));
      win.free();
    }

    /** Elements that are shorter than a word, beside others that other ranks change. */
    private void small() {
      ByteBuffer memory = MPI.newByteBuffer(8);
      Win win = new Win(memory, 8, 1, info, MPI.COMM_WORLD);
      ByteBuffer mine = MPI.newByteBuffer(1);
      mine.put(0, (byte) 1);
      win.lockAll(0);
      for (int i = 0; i < 100; i++) {
        win.accumulate(mine, 1, MPI.BYTE, 0, rank, 1, MPI.BYTE, MPI.SUM);
        win.accumulate(mine, 1, MPI.BYTE, 0, 3, 1, MPI.BYTE, MPI.SUM);
      }
      win.accumulate(mine, 1, MPI.BOOLEAN, 0, 5, 1, MPI.BOOLEAN, MPI.LOR);
      win.unlockAll();
      MPI.COMM_WORLD.barrier();
      if (rank == 0) {
        assertEquals(100, memory.get(0));
        assertEquals(100, memory.get(1));
        assertEquals((byte) 200, memory.get(3));
        assertEquals(1, memory.get(5));
      }
      win.free();
    }
  }

  @Test
  void derivedTypesMeanTheSameAtBothSides() {
    BothWays.onAllSizes(Derived.class);
  }

  static final class Derived extends BothWays {
    @Override
    void body() {
      Datatype column = Datatype.createVector(4, 1, 5, MPI.INT);
      column.commit();
      IntBuffer memory = MPI.newIntBuffer(20);
      Win win = new Win(memory, 20, 1, info, MPI.COMM_WORLD);
      win.fence(0);
      win.put(ints(1, 2, 3, 4), 4, MPI.INT, right, 2, 1, column);
      win.fence(0);
      assertInts(memory, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0);
      IntBuffer got = MPI.newIntBuffer(20);
      win.get(got, 1, column, right, 2, 1, column);
      win.fence(0);
      assertInts(got, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3);
      win.accumulate(got, 1, column, right, 2, 1, column, MPI.SUM);
      win.fence(0);
      assertInts(memory, 2, 2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 6, 0, 0, 0, 0, 8);
      win.fence(0); // all have looked
      IntBuffer before = MPI.newIntBuffer(4);
      win.getAccumulate(ints(10, 10, 10, 10), 4, MPI.INT, before, 4, MPI.INT, right, 2, 1, column, MPI.PROD);
      win.fence(0);
      assertInts(before, 0, 2, 4, 6, 8);
      assertInts(memory, 2, 20, 0, 0, 0, 0, 40);
      win.fence(0);
      win.put(ints(7), 1, MPI.INT, right, 0, 1, column); // room for more than comes
      win.fence(0);
      assertInts(memory, 0, 7, 0, 20, 0, 0, 0);
      manyBlocks(win);
      win.free();
      column.free();
    }

    /** More blocks than one message describes, and more bytes than one message brings. */
    private void manyBlocks(Win old) {
      int count = 100_000;
      Datatype every = Datatype.createVector(count, 1, 2, MPI.INT);
      every.commit();
      IntBuffer memory = MPI.newIntBuffer(2 * count);
      Win win = new Win(memory, 2 * count, 1, info, MPI.COMM_WORLD);
      IntBuffer mine = MPI.newIntBuffer(count);
      for (int i = 0; i < count; i++) {
        mine.put(i, rank + i);
      }
      win.fence(0);
      win.put(mine, count, MPI.INT, right, 0, 1, every);
      win.fence(0);
      win.accumulate(mine, count, MPI.INT, right, 0, 1, every, MPI.SUM);
      win.fence(0);
      IntBuffer got = MPI.newIntBuffer(2 * count);
      win.get(got, 1, every, right, 0, 1, every);
      win.accumulate(mine, count, MPI.INT, right, 0, count, MPI.INT, MPI.NO_OP);
      win.fence(0);
      for (int i = 0; i < count; i++) {
        assertEquals(2 * (left + i), memory.get(2 * i));
        assertEquals(2 * (rank + i), got.get(2 * i));
        assertEquals(0, got.get(2 * i + 1));
      }
      win.free();
      assertFalse(old.isNull());
    }
  }

  @Test
  void requestsTellTheEndOfSingleAccesses() {
    BothWays.onAllSizes(Requested.class);
  }

  static final class Requested extends BothWays {
    @Override
    void body() {
      LongBuffer memory = longs(0, 1, 2, 3, 4, 5, 6, 7);
      Win win = new Win(memory, 8, 1, info, MPI.COMM_WORLD);
      Datatype pairs = Datatype.createVector(2, 1, 2, MPI.LONG);
      pairs.commit();
      LongBuffer got = MPI.newLongBuffer(2);
      win.lock(MPI.LOCK_SHARED, right, 0);
      Request[] both = {win.rGet(got, 2, MPI.LONG, right, 1, 1, pairs), win.rPut(longs(40, 60), 2, MPI.LONG, right, 4, 1, pairs)};
      Request.waitAll(both);
      assertEquals(1, got.get(0));
      assertEquals(3, got.get(1));
      LongBuffer before = MPI.newLongBuffer(1);
      Request request = win.rGetAccumulate(longs(5), 1, MPI.LONG, before, 1, MPI.LONG, right, 4, 1, MPI.LONG, MPI.SUM);
      while (!request.test()) {
        Thread.onSpinWait();
      }
      assertEquals(40, before.get(0));
      win.rPut(longs(1), 1, MPI.LONG, MPI.PROC_NULL, 4, 1, MPI.LONG).waitFor();
      win.unlock(right);
      MPI.COMM_WORLD.barrier();
      assertEquals(45, memory.get(4));
      assertEquals(60, memory.get(6));
      win.free();
    }
  }

  @Test
  void accumulatesOfOneRankFollowEachOtherHoweverLongTheyAre() {
    ThreadRanks.run(2, Ordered.class);
  }

  /** Rank 0 replaces all elements and then the first one, which a message that is fetched must not do last. */
  static final class Ordered extends BothWays {
    private static final int COUNT = 1 << 16;

    @Override
    void body() {
      Win win = new Win(MPI.newIntBuffer(COUNT), COUNT, 1, info, MPI.COMM_WORLD);
      IntBuffer all = MPI.newIntBuffer(COUNT);
      IntBuffer seen = MPI.newIntBuffer(1);
      for (int round = 1; rank == 0 && round <= 50; round++) {
        all.put(0, round);
        win.lock(MPI.LOCK_SHARED, 1, 0);
        win.accumulate(all, COUNT, MPI.INT, 1, 0, COUNT, MPI.INT, MPI.REPLACE);
        win.accumulate(ints(-round), 1, MPI.INT, 1, 0, 1, MPI.INT, MPI.REPLACE);
        win.fetchAndOp(seen, seen, MPI.INT, 1, 0, MPI.NO_OP);
        win.unlock(1);
        assertEquals(-round, seen.get(0));
      }
      win.free();
    }
  }

  @Test
  void threadsOfOneRankAccessOneWindowAtTheSameTime() {
    ThreadRanks.run(2, Threads.class);
  }

  static final class Threads extends BothWays {
    private static final int THREADS = 4;
    private static final int TIMES = 100;

    @Override
    void body() {
      LongBuffer memory = MPI.newLongBuffer(1);
      Win win = new Win(memory, 1, 1, info, MPI.COMM_WORLD);
      win.lockAll(0);
      Thread[] threads = new Thread[THREADS];
      Throwable[] failures = new Throwable[THREADS];
      for (int t = 0; t < THREADS; t++) {
        int number = t;
        threads[t] = Thread.ofPlatform().start(() -> add(win, failures, number));
      }
      for (Thread each : threads) {
        join(each);
      }
      win.unlockAll();
      for (Throwable failure : failures) {
        assertNull(failure);
      }
      MPI.COMM_WORLD.barrier();
      if (rank == 0) {
        assertEquals((long) THREADS * TIMES * size, memory.get(0));
      }
      win.free();
    }

    private static void add(Win win, Throwable[] failures, int number) {
      try {
        LongBuffer before = MPI.newLongBuffer(1);
        LongBuffer one = longs(1);
        for (int i = 0; i < TIMES; i++) {
          win.fetchAndOp(one, before, MPI.LONG, 0, 0, MPI.SUM);
          win.flush(0);
        }
      } catch (Throwable failure) {
        failures[number] = failure;
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

  @Test
  void eightRanksThatAddToOneCounterLoseNothing() {
    ThreadRanks.run(8, Contention.class);
  }

  static final class Contention extends BothWays {
    private static final int TIMES = 300;

    @Override
    void body() {
      LongBuffer memory = MPI.newLongBuffer(1);
      Win win = new Win(memory, 1, 1, info, MPI.COMM_WORLD);
      LongBuffer one = longs(1);
      win.lockAll(0);
      for (int i = 0; i < TIMES; i++) {
        win.accumulate(one, 1, MPI.LONG, 0, 0, 1, MPI.LONG, MPI.SUM);
      }
      win.unlockAll();
      MPI.COMM_WORLD.barrier();
      if (rank == 0) {
        assertEquals((long) size * TIMES, memory.get(0));
      }
      win.free();
    }
  }

  @Test
  void pairsOfDerivedTypesAreLocatedWhereTheyLie() {
    BothWays.onAllSizes(DerivedPairs.class);
  }

  static final class DerivedPairs extends BothWays {
    private static final int PAIR = 16; // of DOUBLE_INT: 8 bytes, 4, and a gap of 4

    @Override
    void body() {
      ByteBuffer memory = MPI.newByteBuffer(8 * PAIR);
      Win win = new Win(memory, 8 * PAIR, 1, info, MPI.COMM_WORLD);
      Datatype every2nd = Datatype.createVector(2, 1, 2, MPI.DOUBLE_INT);
      every2nd.commit();
      for (int i = 0; i < 8; i++) {
        memory.putDouble(i * PAIR, i).putInt(i * PAIR + 8, 50 + i).putInt(i * PAIR + 12, -9);
      }
      ByteBuffer data = MPI.newByteBuffer(2 * PAIR);
      data.putDouble(0, 100 + rank).putInt(8, rank).putDouble(PAIR, -1).putInt(PAIR + 8, 7);
      ByteBuffer before = MPI.newByteBuffer(3 * PAIR);
      win.fence(0);
      win.accumulate(data, 2, MPI.DOUBLE_INT, right, 0, 1, every2nd, MPI.MAXLOC);
      win.getAccumulate(data, 2, MPI.DOUBLE_INT, before, 1, every2nd, right, 4 * PAIR, 2, MPI.DOUBLE_INT, MPI.MAXLOC);
      win.fence(0);
      assertEquals(100 + left, memory.getDouble(0));
      assertEquals(left, memory.getInt(8));
      assertEquals(1, memory.getDouble(PAIR), "between the pairs");
      assertEquals(2, memory.getDouble(2 * PAIR), "the better one stays");
      assertEquals(100 + left, memory.getDouble(4 * PAIR));
      assertEquals(5, memory.getDouble(5 * PAIR));
      for (int i = 0; i < 8; i++) {
        assertEquals(-9, memory.getInt(i * PAIR + 12), "gaps are the target's");
      }
      assertEquals(4, before.getDouble(0));
      assertEquals(54, before.getInt(8));
      assertEquals(0, before.getDouble(PAIR));
      assertEquals(55, before.getInt(2 * PAIR + 8));
      win.fence(MPI.MODE_NOSUCCEED);
      win.free();
    }
  }
}
