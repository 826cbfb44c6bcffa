package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Test;

/** Where the memory of windows comes from: the program, the window, all ranks together, one buffer after the other. */
class WindowMemoryTest {
  @Test
  void aWindowKnowsItsMemoryItsRanksAndWhatTheProgramSaysOfIt() {
    BothWays.onAllSizes(Attributed.class);
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
    BothWays.onAllSizes(Allocated.class);
  }

  static final class Allocated extends BothWays {
    @Override
    void body() {
      Win win = new Win(8 * rank, 8, info, MPI.COMM_WORLD, null, Win.FLAVOR_PRIVATE);
      ByteBuffer mine = (ByteBuffer) win.getAttr(MPI.WIN_BASE);
      assertNotNull(mine);
      assertEquals(8 * rank, mine.capacity(), "an empty buffer where there are no bytes");
      assertEquals(ByteOrder.nativeOrder(), mine.order());
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
    BothWays.onAllSizes(Shared.class);
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
    BothWays.onAllSizes(Dynamic.class);
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
    BothWays.onAllSizes(Heap.class);
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
  void memoryThatOneThreadHasForItselfIsRefusedToMessages() {
    System.clearProperty(Confined.OUTSIDE);
    System.clearProperty(Confined.TOLD);
    ThreadRanks.run(2, Confined.class);
  }

  /** Rank 1 calls nothing until rank 0 has been told. */
  static final class Confined implements Runnable {
    private static final String OUTSIDE = "mpi.WindowMemoryTest.outside"; // properties, since each rank has statics of its own
    private static final String TOLD = "mpi.WindowMemoryTest.told";

    private static void awaitProperty(String key) {
      while (System.getProperty(key) == null) {
        Thread.onSpinWait();
      }
    }

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
          awaitProperty(OUTSIDE); // a thread that is still in the barrier may touch its own memory
          win.lock(MPI.LOCK_SHARED, 1, 0);
          win.accumulate(BothWays.longs(2), 1, MPI.LONG, 1, 0, 1, MPI.LONG, MPI.SUM);
          MPIException told = org.junit.jupiter.api.Assertions.assertThrows(MPIException.class, () -> win.flush(1));
          assertEquals(MPI.ERR_WIN, told.getErrorClass(), told.getMessage());
          System.setProperty(TOLD, "yes");
          win.unlock(1);
        } else {
          System.setProperty(OUTSIDE, "yes");
          awaitProperty(TOLD);
        }
        MPI.COMM_WORLD.barrier();
        win.detach(memory);
        win.free();
      }
      MPI.Finalize();
    }
  }
}
