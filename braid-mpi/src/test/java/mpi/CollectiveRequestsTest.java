package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.nio.file.Path;
import org.braid.mpix.large.LargePersistent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands for a collective, or for an access, is neither taken back nor forgotten, whatever hangs on it; and what a persistent call was given may be freed. */
class CollectiveRequestsTest {
  private static final String FOLDER = "braid.test.files";

  @TempDir
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    System.setProperty(FOLDER, folder.toString());
  }

  private static void refused(Runnable call) {
    MPIException refused = assertThrows(MPIException.class, call::run);
    assertEquals(MPI.ERR_REQUEST, refused.getErrorClass(), refused.getMessage());
  }

  private static void refused(Request request) {
    refused(request::cancel);
    refused(request::free);
    request.waitFor();
    assertTrue(request.isNull());
  }

  @Test
  void collectivesAreNeitherCancelledNorFreed() {
    ThreadRanks.run(3, Collectives.class);
  }

  static final class Collectives extends WorldProgram {
    @Override
    void body() {
      Datatype spread = Datatype.createVector(2, 1, 2, MPI.INT);
      spread.commit();
      int[] numbers = new int[4];
      Object[] objects = {rank == 0 ? "told" : "untold"};
      refused(world.iBarrier());
      refused(world.iBcast(numbers, 1, spread, 0));
      refused(world.iAllGather(numbers, 1, MPI.INT, new int[size * 2], 1, MPI.INT));
      refused(world.iBcast(objects, 1, MPI.OBJECT, 0));
      assertEquals("told", objects[0]);
      refused(world.iDup().getRequest());
      Prequest persistent = world.allReduceInit(new int[1], new int[1], 1, MPI.INT, MPI.SUM, MPI.INFO_NULL);
      persistent.start();
      refused(persistent::cancel);
      refused(persistent::free);
      persistent.waitFor();
      persistent.free();
    }
  }

  @Test
  void accessesAreNotCancelledAndThoseOfAllOrOfWindowsNotFreed() {
    ThreadRanks.run(2, Accesses.class);
  }

  static final class Accesses extends WorldProgram {
    @Override
    void body() {
      File file = new File(world, Path.of(System.getProperty(FOLDER), "accesses").toString(), MPI.MODE_CREATE | MPI.MODE_RDWR);
      byte[] data = {(byte) rank};
      refused(file.iWriteAtAll(rank, data, 1, MPI.BYTE));
      refused(file.iReadAtAll(rank, data, 1, MPI.BYTE));
      assertEquals(rank, data[0]);
      Request alone = file.iWriteAt(rank, data, 1, MPI.BYTE);
      refused(alone::cancel);
      alone.waitFor();
      file.iReadAt(rank, new byte[1], 1, MPI.BYTE).free();
      file.close();

      Win win = new Win(IntBuffer.allocate(4), 4, 1, MPI.INFO_NULL, world);
      win.lockAll(0);
      int[] number = {rank};
      for (int target = 0; target < 2; target++) {
        refused(win.rPut(number, 1, MPI.INT, target, rank, 1, MPI.INT));
        refused(win.rGet(number, 1, MPI.INT, target, rank, 1, MPI.INT));
        refused(win.rAccumulate(number, 1, MPI.INT, target, 2 + rank, 1, MPI.INT, MPI.SUM));
      }
      win.unlockAll();
      win.free();
    }
  }

  @Test
  void aPersistentCallWithLargeCountsKeepsTheTypeAndTheOperationThatItWasGiven() {
    ThreadRanks.run(2, Kept.class);
  }

  static final class Kept extends WorldProgram {
    @Override
    void body() {
      try (Arena arena = Arena.ofShared()) {
        MemorySegment mine = arena.allocate(ValueLayout.JAVA_INT, 4);
        MemorySegment all = arena.allocate(ValueLayout.JAVA_INT, 8);
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        Op op = new Op(new Sum(), true);
        Prequest gather = LargePersistent.allGatherInit(world, mine, 2L, pair, all, 2L, pair, MPI.INFO_NULL);
        Prequest sum = LargePersistent.allReduceInit(world, mine, all, 2L, pair, op, MPI.INFO_NULL);
        Prequest bcast = LargePersistent.bcastInit(world, all, 2L, pair, 1, MPI.INFO_NULL);
        pair.free();
        op.free();
        for (int round = 1; round < 3; round++) {
          for (int i = 0; i < 4; i++) {
            mine.setAtIndex(ValueLayout.JAVA_INT, i, round * (rank + 1) + i);
          }
          run(gather);
          assertEquals(2 * round + 3, all.getAtIndex(ValueLayout.JAVA_INT, 7));
          run(sum);
          assertEquals(3 * round + 6, all.getAtIndex(ValueLayout.JAVA_INT, 3));
          all.setAtIndex(ValueLayout.JAVA_INT, 2, rank);
          run(bcast);
          assertEquals(1, all.getAtIndex(ValueLayout.JAVA_INT, 2));
        }
        gather.free();
        sum.free();
        bcast.free();
      }
    }

    private static void run(Prequest call) {
      call.start();
      call.waitFor();
    }
  }

  private static final class Sum extends User_function {
    @Override
    public void Call(Object in, int inOffset, Object inOut, int outOffset, int count, Datatype type) {
      for (int i = 0; i < 2 * count; i++) {
        ((int[]) inOut)[outOffset + i] += ((int[]) in)[inOffset + i];
      }
    }
  }
}
