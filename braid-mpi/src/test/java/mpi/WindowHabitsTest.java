package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What programs for Open MPI's windows do beyond the standard, or with arguments that its bindings made necessary. */
class WindowHabitsTest {
  @Test
  void requestsAreAllowedBetweenFencesAndInStartedEpochs() {
    BothWays.onAllSizes(Requested.class);
  }

  static final class Requested extends BothWays {
    @Override
    void body() {
      IntBuffer memory = ints(rank, -1);
      IntBuffer got = ints(-1);
      Win win = new Win(memory, 2, 1, info, MPI.COMM_WORLD);
      win.fence(0);
      win.rPut(ints(rank), 1, MPI.INT, right, 1, 1, MPI.INT).waitFor();
      Request left = win.rGet(got, 1, MPI.INT, right, 0, 1, MPI.INT);
      win.fence(MPI.MODE_NOSUCCEED);
      left.waitFor();
      assertInts(memory, 0, rank, this.left);
      assertInts(got, 0, right);
      started(win, memory);
      win.free();
    }

    private void started(Win win, IntBuffer memory) {
      Group everybody = win.getGroup();
      win.post(everybody, 0);
      win.start(everybody, 0);
      win.rAccumulate(ints(10), 1, MPI.INT, right, 1, 1, MPI.INT, MPI.SUM).waitFor();
      win.complete();
      win.waitFor();
      assertInts(memory, 1, left + 10);
    }
  }

  @Test
  void aRankWithAnEmptyBufferGivesNothingWhateverSizeItSays() {
    BothWays.onAllSizes(OneGives.class);
  }

  static final class OneGives extends BothWays {
    @Override
    void body() {
      IntBuffer memory = MPI.newIntBuffer(rank == 0 ? size : 0);
      Win win = new Win(memory, size, 1, info, MPI.COMM_WORLD);
      assertEquals(4 * memory.capacity(), win.getAttr(MPI.WIN_SIZE));
      win.fence(0);
      win.put(ints(rank), 1, MPI.INT, 0, rank, 1, MPI.INT);
      win.fence(MPI.MODE_NOSUCCEED);
      for (int i = 0; i < memory.capacity(); i++) {
        assertEquals(i, memory.get(i));
      }
      win.free();
    }
  }

  @Test
  void anEmptyBufferInPlaceOfAnAddressSaysWhatElementsAnAllocatedWindowHas() {
    BothWays.onAllSizes(Allocated.class);
  }

  static final class Allocated extends BothWays {
    @Override
    void body() {
      CharBuffer address = MPI.newCharBuffer(0);
      for (int flavor : new int[] {Win.FLAVOR_PRIVATE, Win.FLAVOR_SHARED}) {
        Win win = new Win(3, 1, MPI.INFO_NULL, MPI.COMM_WORLD, address, flavor);
        assertEquals(6, win.getAttr(MPI.WIN_SIZE));
        assertEquals(2, win.getAttr(MPI.WIN_DISP_UNIT));
        assertTrue(((ByteBuffer) Objects.requireNonNull(win.getAttr(MPI.WIN_BASE))).capacity() >= 6, "whole words");
        win.free();
      }
    }
  }

  @Test
  void aWindowThatIsPromisedNeverToBeLockedRefusesLocks() {
    BothWays.onAllSizes(NeverLocked.class);
  }

  static final class NeverLocked extends BothWays {
    @Override
    void body() {
      Info promise = info.dup();
      promise.set("no_locks", "true");
      Win win = new Win(ints(0), 1, 1, promise, MPI.COMM_WORLD);
      assertEquals(MPI.ERR_RMA_SYNC, assertThrows(MPIException.class, () -> win.lock(MPI.LOCK_SHARED, right, 0)).getErrorClass());
      assertEquals(MPI.ERR_RMA_SYNC, assertThrows(MPIException.class, () -> win.lockAll(0)).getErrorClass());
      win.fence(0);
      win.free();
    }
  }
}
