package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Test;

/** One-sided communication gives what the standard says, on 1, 2, 4 and 7 ranks, whether ranks touch each other's memory or messages carry the accesses. */
class WindowsTest {
  private static final int[] SIZES = {1, 2, 4, 7};

  private static void onAllSizes(Class<? extends Runnable> program) {
    for (int size : SIZES) {
      ThreadRanks.run(size, program);
    }
  }

  /** Runs its body with each way of carrying accesses. */
  abstract static class BothWays implements Runnable {
    int rank;
    int size;
    int right;
    int left;
    Info info = new Info();

    @Override
    public final void run() {
      MPI.Init(new String[0]);
      rank = MPI.COMM_WORLD.getRank();
      size = MPI.COMM_WORLD.getSize();
      right = (rank + 1) % size;
      left = (rank + size - 1) % size;
      for (String byMessages : new String[] {"false", "true"}) {
        info.set("braid_by_messages", byMessages);
        body();
      }
      MPI.Finalize();
    }

    abstract void body();

    static IntBuffer ints(int... values) {
      IntBuffer buffer = MPI.newIntBuffer(values.length);
      buffer.put(0, values);
      return buffer;
    }

    static LongBuffer longs(long... values) {
      LongBuffer buffer = MPI.newLongBuffer(values.length);
      buffer.put(0, values);
      return buffer;
    }

    static void assertInts(IntBuffer buffer, int from, int... expected) {
      for (int i = 0; i < expected.length; i++) {
        assertEquals(expected[i], buffer.get(from + i), "element " + (from + i));
      }
    }
  }

  @Test
  void fencesSeparateEpochsOfPutsAndGets() {
    onAllSizes(Fences.class);
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
    onAllSizes(Posts.class);
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
    onAllSizes(Passive.class);
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
  void accumulatesOfAllRanksAddUpExactlyWhateverTheyAddTo() {
    onAllSizes(Accumulates.class);
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
    onAllSizes(Derived.class);
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
    onAllSizes(Requested.class);
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
  void aWindowKnowsItsMemoryItsRanksAndWhatTheProgramSaysOfIt() {
    onAllSizes(Attributed.class);
  }

  static final class Attributed extends BothWays {
    @Override
    void body() {
      IntBuffer memory = MPI.newIntBuffer(6);
      Win win = new Win(memory, 6, 2, info, MPI.COMM_WORLD);
      assertTrue(memory == win.getAttr(MPI.WIN_BASE));
      assertEquals(24, win.getAttr(MPI.WIN_SIZE));
      assertEquals(8, win.getAttr(MPI.WIN_DISP_UNIT));
      assertEquals(MPI.WIN_FLAVOR_CREATE, win.getAttr(MPI.WIN_CREATE_FLAVOR));
      assertEquals(MPI.WIN_UNIFIED, win.getAttr(MPI.WIN_MODEL));
      assertEquals(MPI.COMM_WORLD.getGroup(), win.getGroup());
      assertEquals(rank, win.getGroup().getRank());
      assertEquals("", win.getName());
      win.setName("halo");
      assertEquals("halo", win.getName());
      int key = Win.createKeyval();
      assertNull(win.getAttr(key));
      win.setAttr(key, "mine");
      assertEquals("mine", win.getAttr(key));
      win.deleteAttr(key);
      assertNull(win.getAttr(key));
      Win.freeKeyval(key);
      assertEquals(info.get("braid_by_messages"), win.getInfo().get("braid_by_messages"));
      win.setInfo(MPI.INFO_NULL);
      assertEquals(1, win.getInfo().size());
      assertEquals(MPI.ERRORS_ARE_FATAL, win.getErrhandler());
      win.setErrhandler(MPI.ERRORS_RETURN);
      assertEquals(MPI.ERRORS_RETURN, win.getErrhandler());
      win.callErrhandler(MPI.ERR_OTHER);
      win.free();
    }
  }

  @Test
  void memoryIsAllocatedForWindowsOfDifferentSizes() {
    onAllSizes(Allocated.class);
  }

  static final class Allocated extends BothWays {
    @Override
    void body() {
      Win win = new Win(8 * rank, 8, info, MPI.COMM_WORLD, null, Win.FLAVOR_PRIVATE);
      ByteBuffer mine = (ByteBuffer) win.getAttr(MPI.WIN_BASE);
      assertNotNull(mine);
      assertEquals(8 * rank, win.getAttr(MPI.WIN_SIZE));
      assertEquals(MPI.WIN_FLAVOR_ALLOCATE, win.getAttr(MPI.WIN_CREATE_FLAVOR));
      win.fence(0);
      if (right > 0) {
        win.put(longs(77 + rank), 1, MPI.LONG, right, right - 1, 1, MPI.LONG);
      }
      win.fence(0);
      if (rank > 0) {
        assertEquals(77 + left, mine.getLong(8 * (rank - 1)));
      }
      win.free();
      LongBuffer own = MPI.newLongBuffer(4);
      Win over = new Win(4, 1, info, MPI.COMM_WORLD, own, Win.FLAVOR_PRIVATE);
      over.fence(0);
      over.put(longs(5), 1, MPI.LONG, right, 3, 1, MPI.LONG);
      over.fence(0);
      assertEquals(5, own.get(3));
      over.free();
    }
  }

  @Test
  void sharedMemoryLiesTogetherAndIsSeenByAll() {
    onAllSizes(Shared.class);
  }

  static final class Shared extends BothWays {
    @Override
    void body() {
      if ("true".equals(info.get("braid_by_messages"))) {
        return;
      }
      together(new Info());
      Info apart = new Info();
      apart.set("alloc_shared_noncontig", "true");
      together(apart);
    }

    private void together(Info hints) {
      Win win = new Win(16, 8, hints, MPI.COMM_WORLD, null, Win.FLAVOR_SHARED);
      assertEquals(MPI.WIN_FLAVOR_SHARED, win.getAttr(MPI.WIN_CREATE_FLAVOR));
      ByteBuffer mine = win.sharedQuery(rank);
      assertEquals(16, mine.capacity());
      assertEquals(ByteOrder.nativeOrder(), mine.order());
      win.lockAll(0);
      mine.putLong(0, 10 + rank);
      win.sync();
      MPI.COMM_WORLD.barrier();
      win.sync();
      for (int other = 0; other < size; other++) {
        assertEquals(10 + other, win.sharedQuery(other).getLong(0));
      }
      win.put(longs(rank), 1, MPI.LONG, right, 1, 1, MPI.LONG);
      win.unlockAll();
      MPI.COMM_WORLD.barrier();
      ByteBuffer base = (ByteBuffer) win.getAttr(MPI.WIN_BASE);
      assertNotNull(base);
      assertEquals(left, base.getLong(8));
      assertEquals(10, win.sharedQuery(MPI.PROC_NULL).getLong(0));
      win.free();
    }
  }

  @Test
  void memoryIsAttachedToDynamicWindowsAndTakenBack() {
    onAllSizes(Dynamic.class);
  }

  static final class Dynamic extends BothWays {
    @Override
    void body() {
      Win win = new Win(info, MPI.COMM_WORLD);
      assertNull(win.getAttr(MPI.WIN_BASE));
      assertEquals(MPI.WIN_FLAVOR_DYNAMIC, win.getAttr(MPI.WIN_CREATE_FLAVOR));
      IntBuffer first = MPI.newIntBuffer(8);
      LongBuffer second = MPI.newLongBuffer(3);
      win.attach(first, 8);
      win.attach(second, 3);
      assertEquals(0, win.getDisplacement(first));
      int place = win.getDisplacement(second);
      win.fence(0);
      win.put(ints(rank, rank), 2, MPI.INT, right, 4, 2, MPI.INT);
      win.accumulate(longs(3), 1, MPI.LONG, right, place + 8, 1, MPI.LONG, MPI.SUM);
      win.fence(0);
      assertInts(first, 0, 0, left, left, 0);
      assertEquals(3, second.get(1));
      IntBuffer got = MPI.newIntBuffer(1);
      win.get(got, 1, MPI.INT, right, 8, 1, MPI.INT);
      win.fence(0);
      assertEquals(rank, got.get(0));
      win.detach(first);
      win.detach(second);
      MPI.COMM_WORLD.barrier();
      win.attach(first, 8);
      assertTrue(win.getDisplacement(first) > place, "displacements are not used again");
      win.fence(MPI.MODE_NOSUCCEED);
      win.free();
    }
  }

  @Test
  void heapBuffersAreWindowsToo() {
    onAllSizes(Heap.class);
  }

  static final class Heap extends BothWays {
    @Override
    void body() {
      int[] array = new int[9];
      Win win = new Win(IntBuffer.wrap(array), 9, 1, info, MPI.COMM_WORLD);
      IntBuffer mine = IntBuffer.wrap(new int[] {4, 5, 6});
      win.fence(0);
      win.put(mine, 3, MPI.INT, right, 6, 3, MPI.INT);
      win.accumulate(mine, 3, MPI.INT, right, 0, 3, MPI.INT, MPI.SUM);
      win.fence(0);
      assertEquals(5, array[7]);
      assertEquals(6, array[2]);
      win.free();
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
  void memoryThatOneThreadHasForItselfIsRefusedToMessages() {
    System.clearProperty(Confined.TOLD);
    ThreadRanks.run(2, Confined.class);
  }

  /** Rank 1 calls nothing until rank 0 has been told. */
  static final class Confined implements Runnable {
    private static final String TOLD = "mpi.WindowsTest.told"; // a property, since each rank has statics of its own

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Info info = new Info();
      try (java.lang.foreign.Arena arena = java.lang.foreign.Arena.ofConfined()) {
        ByteBuffer memory = arena.allocate(64, 8).asByteBuffer().order(ByteOrder.nativeOrder());
        Win win = new Win(info, MPI.COMM_WORLD);
        win.attach(memory, 64);
        MPI.COMM_WORLD.barrier();
        if (MPI.COMM_WORLD.getRank() == 0) {
          win.lock(MPI.LOCK_SHARED, 1, 0);
          win.accumulate(BothWays.longs(2), 1, MPI.LONG, 1, 0, 1, MPI.LONG, MPI.SUM);
          MPIException told = org.junit.jupiter.api.Assertions.assertThrows(MPIException.class, () -> win.flush(1));
          assertEquals(MPI.ERR_WIN, told.getErrorClass(), told.getMessage());
          System.setProperty(TOLD, "yes");
          win.unlock(1);
        } else {
          while (System.getProperty(TOLD) == null) {
            Thread.onSpinWait();
          }
        }
        MPI.COMM_WORLD.barrier();
        win.detach(memory);
        win.free();
      }
      MPI.Finalize();
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
}
