package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others do to a file that is open: one that has vanished, or was replaced, and one that another program has locked, are told at every rank. */
class LostFileTest {
  private static final String FOLDER = "braid.test.files";

  @TempDir
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    System.setProperty(FOLDER, folder.toString());
  }

  private interface Step {
    void run() throws IOException;
  }

  /** A program with one file, which others write to, too. */
  abstract static class WithFile extends WorldProgram {
    final byte[] data = new byte[1 << 10];

    Path path(String name) {
      return Path.of(System.getProperty(FOLDER), name);
    }

    File open(String name, int more) {
      return new File(world, path(name).toString(), MPI.MODE_CREATE | MPI.MODE_RDWR | more);
    }

    /** Rank 0 does it while the others wait. */
    void once(Step step) {
      world.barrier();
      if (rank == 0) {
        try {
          step.run();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      world.barrier();
    }

    static void refused(int errorClass, Runnable call) {
      MPIException refused = assertThrows(MPIException.class, call::run);
      assertEquals(errorClass, refused.getErrorClass(), refused.getMessage());
    }

    void gone(Runnable call) {
      refused(MPI.ERR_NO_SUCH_FILE, call);
    }
  }

  @Test
  void aFileThatIsRemovedIsToldByEveryCallOfAllRanks() {
    for (int ranks = 1; ranks <= 4; ranks += 3) {
      ThreadRanks.run(ranks, Removed.class);
    }
  }

  static final class Removed extends WithFile {
    @Override
    void body() {
      File file = open("removed", 0);
      file.writeAtAll(rank * 1024L, data, 1024, MPI.BYTE);
      once(() -> Files.delete(path("removed")));
      gone(() -> file.writeAtAll(rank * 1024L, data, 1024, MPI.BYTE));
      gone(() -> file.writeAll(data, 10, MPI.BYTE));
      gone(() -> file.writeOrdered(data, 10, MPI.BYTE));
      gone(() -> file.readAtAll(0, data, 10, MPI.BYTE));
      gone(() -> file.iWriteAtAll(rank * 1024L, data, 1024, MPI.BYTE).waitFor());
      file.writeAllBegin(data, 10, MPI.BYTE);
      gone(() -> file.writeAllEnd(data));
      gone(file::sync);
      gone(() -> file.setSize(10));
      gone(() -> file.preallocate(10));
      assertEquals(0, file.getPosition(), "a pointer has moved for what was refused");
      MPIException alone = assertThrows(MPIException.class, () -> untilRefused(() -> file.writeAt(rank, data, 8, MPI.BYTE)));
      assertEquals(MPI.ERR_NO_SUCH_FILE, alone.getErrorClass(), alone.getMessage());
      assertTrue(String.valueOf(alone.getMessage()).contains("on " + path("removed") + " at rank " + rank + " failed: it was removed"), alone::getMessage);
      gone(file::close);
      world.barrier();
      assertFalse(Files.exists(path("removed")));
    }

    /** A rank alone does not look at each access. */
    private static void untilRefused(Runnable access) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)) {
        access.run();
      }
    }
  }

  @Test
  void aFileThatIsReplacedIsToldAndTheOtherOneIsLeftAlone() {
    ThreadRanks.run(4, Replaced.class);
  }

  static final class Replaced extends WithFile {
    @Override
    void body() {
      File file = open("replaced", 0);
      once(() -> {
        Files.writeString(path("other"), "the other one");
        Files.move(path("other"), path("replaced"), StandardCopyOption.REPLACE_EXISTING);
      });
      gone(() -> file.writeAtAll(rank, data, 1, MPI.BYTE));
      gone(file::close);
      once(() -> assertEquals("the other one", Files.readString(path("replaced"))));
      File again = open("replaced", 0);
      byte[] read = new byte[3];
      again.readAtAll(0, read, 3, MPI.BYTE);
      assertArrayEquals("the".getBytes(StandardCharsets.US_ASCII), read);
      once(() -> Files.move(path("replaced"), path("moved")));
      gone(again::sync);
      once(() -> Files.move(path("moved"), path("replaced")));
      again.sync();
      again.close();
    }
  }

  @Test
  void whatIsToGoAtTheEndMayGoBefore() {
    ThreadRanks.run(3, Scratch.class);
  }

  static final class Scratch extends WithFile {
    @Override
    void body() {
      File file = open("scratch", MPI.MODE_DELETE_ON_CLOSE);
      if (rank == size - 1) {
        File.delete(path("scratch").toString());
      }
      once(() -> assertFalse(Files.exists(path("scratch"))));
      data[0] = (byte) (rank + 1);
      file.writeAtAll(rank, data, 1, MPI.BYTE);
      file.sync();
      file.readAtAll(0, data, size, MPI.BYTE);
      assertEquals(size, data[size - 1]);
      file.close();

      File kept = open("kept", 0);
      if (rank == size - 1) {
        File.delete(path("kept").toString());
      }
      world.barrier();
      gone(() -> kept.writeAtAll(rank, data, 1, MPI.BYTE));
      gone(kept::close);
    }
  }

  @Test
  void aFileThatAnotherProgramHasLockedIsNotOpened() {
    ThreadRanks.run(4, Locked.class);
  }

  static final class Locked extends WithFile {
    private final List<LockHolder> holders = new ArrayList<>();

    /** Another program locks bytes 100 to 199. */
    private void lock() {
      holders.add(LockHolder.of(path("locked"), 100, 100));
    }

    private void unlock() {
      holders.removeLast().close();
    }

    @Override
    void body() {
      once(() -> {
        Files.write(path("locked"), data);
        lock();
      });
      refused(MPI.ERR_FILE_IN_USE, () -> open("locked", 0));
      refused(MPI.ERR_FILE_IN_USE, () -> new File(world, path("locked").toString(), MPI.MODE_RDONLY));
      refused(MPI.ERR_FILE_IN_USE, () -> new File(world, path("locked").toString(), MPI.MODE_WRONLY));
      once(this::unlock);
      File file = open("locked", 0);
      file.setAtomicity(true);
      once(this::lock);
      refused(MPI.ERR_FILE_IN_USE, () -> file.writeAtAll(64 * rank, data, 64, MPI.BYTE)); // rank 1 begins before what is locked and ends in it
      refused(MPI.ERR_FILE_IN_USE, () -> file.readAtAll(64 * rank, data, 64, MPI.BYTE));
      Request started = file.iWriteAtAll(64 * rank, data, 64, MPI.BYTE);
      refused(MPI.ERR_FILE_IN_USE, started::waitFor);
      file.readAtAllBegin(64 * rank, data, 64, MPI.BYTE);
      refused(MPI.ERR_FILE_IN_USE, () -> file.readAtAllEnd(data));
      file.writeAtAll(256 + 64 * rank, data, 64, MPI.BYTE);
      if (rank == 3) {
        refused(MPI.ERR_FILE_IN_USE, () -> file.writeAt(199, data, 1, MPI.BYTE));
        file.writeAt(200, data, 1, MPI.BYTE);
        file.writeAt(99, data, 1, MPI.BYTE);
      }
      file.setAtomicity(false);
      file.writeAtAll(64 * rank, data, 64, MPI.BYTE); // who asks for no lock is kept out by none
      file.setAtomicity(true);
      once(this::unlock);
      file.writeAtAll(64 * rank, data, 64, MPI.BYTE);
      file.close();
      assertTrue(Files.exists(path("locked")));
    }
  }

  @Test
  void ranksThatAllWaitBesideOneProgramsLockWaitAtTheSameTime() {
    ThreadRanks.run(8, Beside.class);
  }

  /** Each is refused after 200 ms, by its own clock: 1.6 s if they waited one after the other. */
  static final class Beside extends WithFile {
    private static final int TRIES = 5;

    @Override
    void body() {
      once(() -> Files.write(path("beside"), data));
      File file = open("beside", 0);
      file.setAtomicity(true);
      List<LockHolder> holder = new ArrayList<>();
      once(() -> holder.add(LockHolder.of(path("beside"), 100, 100)));
      long[] shortest = {Long.MAX_VALUE};
      for (int i = 0; i < TRIES; i++) {
        world.barrier();
        long start = System.nanoTime();
        refused(MPI.ERR_FILE_IN_USE, () -> file.readAt(150, data, 10, MPI.BYTE));
        world.barrier();
        shortest[0] = Math.min(shortest[0], System.nanoTime() - start);
      }
      assertTrue(shortest[0] < TimeUnit.MILLISECONDS.toNanos(1000), () -> "together they took " + shortest[0] / 1e9 + " s");
      once(() -> holder.getFirst().close());
      file.readAt(150, data, 10, MPI.BYTE);
      file.close();
    }
  }
}
