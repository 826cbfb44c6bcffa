package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accesses of files that are started, or come in two halves, and atomic ones. */
class StartedFileTest {
  private static final String FOLDER = "braid.test.files";

  @TempDir
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    System.setProperty(FOLDER, folder.toString());
  }

  private static File open(String name) {
    File file = new File(MPI.COMM_WORLD, Path.of(System.getProperty(FOLDER), name).toString(), MPI.MODE_CREATE | MPI.MODE_RDWR);
    file.setView(0, MPI.INT, MPI.INT, "native");
    return file;
  }

  private static IntBuffer of(int first, int count) {
    IntBuffer buffer = MPI.newIntBuffer(count);
    for (int i = 0; i < count; i++) {
      buffer.put(i, first + i);
    }
    return buffer;
  }

  private static int[] array(IntBuffer buffer) {
    int[] values = new int[buffer.capacity()];
    Arrays.setAll(values, buffer::get);
    return values;
  }

  @Test
  void startedAccessesEndInEveryKindOfWaitAndTest() {
    ThreadRanks.run(3, Started.class);
  }

  static final class Started implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      File file = open("started");
      Request[] writes = new Request[10];
      for (int i = 0; i < 10; i++) {
        writes[i] = file.iWriteAt(100 * rank + 10 * i, of(100 * rank + 10 * i, 10), 10, MPI.INT);
      }
      assertEquals(10, writes[0].waitStatus().getCount(MPI.INT));
      while (!writes[1].test()) {
        Thread.onSpinWait();
      }
      Request[] two = {writes[2], writes[3]};
      Status any = Request.waitAnyStatus(two);
      assertEquals(10, any.getCount(MPI.INT));
      Request.waitAll(two);
      for (Status status : Request.waitAllStatus(writes)) {
        assertTrue(status.getCount(MPI.INT) == 10 || status.getCount(MPI.INT) == 0, "those that were waited for before are empty");
      }
      MPI.COMM_WORLD.barrier();
      IntBuffer read = MPI.newIntBuffer(310);
      Request reading = file.iReadAt(0, read, 310, MPI.INT);
      Status status = reading.testStatus();
      while (status == null) {
        status = reading.testStatus();
      }
      assertEquals(300, status.getCount(MPI.INT));
      assertArrayEquals(array(of(0, 300)), Arrays.copyOf(array(read), 300));
      assertTrue(reading.isNull());
      pointers(file, rank);
      file.close();
      MPI.Finalize();
    }

    private static void pointers(File file, int rank) {
      file.seek(100 * rank, MPI.SEEK_SET);
      IntBuffer one = MPI.newIntBuffer(50);
      IntBuffer two = MPI.newIntBuffer(50);
      Request first = file.iRead(one, 50, MPI.INT);
      Request second = file.iRead(two, 50, MPI.INT);
      assertEquals(100 * rank + 100, file.getPosition(), "it moves when the access is started");
      Request.waitAll(new Request[] {second, first});
      assertEquals(100 * rank, one.get(0));
      assertEquals(100 * rank + 50, two.get(0));
      MPI.COMM_WORLD.barrier(); // the shared pointer is at what others may still be reading
      file.iWriteShared(one, 1, MPI.INT).waitFor();
      MPI.COMM_WORLD.barrier();
      assertEquals(3, file.getPositionShared());
      MPI.COMM_WORLD.barrier();
      file.iReadShared(two, 1, MPI.INT).waitFor();
    }
  }

  @Test
  void collectiveAccessesGoOnWhileRanksWaitForOtherThings() {
    ThreadRanks.run(4, StartedTogether.class);
  }

  static final class StartedTogether implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      File file = open("together");
      Datatype mine = Datatype.createResized(MPI.INT, 0, 16);
      mine.commit();
      for (boolean interleaved : new boolean[] {true, false}) {
        file.setView(interleaved ? 4 * rank : 400 * rank, MPI.INT, interleaved ? mine : MPI.INT, "native");
        int[] values = new int[100];
        Arrays.setAll(values, i -> 1000 * rank + i);
        IntBuffer data = IntBuffer.wrap(values);
        Request first = file.iWriteAll(data, 50, MPI.INT);
        Request second = file.iWriteAll(MPI.slice(values, 50), 50, MPI.INT);
        if (rank == 0) {
          first.waitFor();
          MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 1, 1); // rank 1 does nothing for the file but wait for this
        } else if (rank == 1) {
          MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 1);
          first.waitFor();
        } else {
          first.waitFor();
        }
        assertEquals(50, second.waitStatus().getCount(MPI.INT));
        IntBuffer read = MPI.newIntBuffer(100);
        Request reading = file.iReadAtAll(0, read, 100, MPI.INT);
        assertEquals(100, reading.waitStatus().getCount(MPI.INT));
        assertArrayEquals(values, array(read));
        int[] again = new int[100];
        file.readAtAllBegin(0, again, 100, MPI.INT);
        assertThrows(MPIException.class, () -> file.readAllEnd(again), "another kind was begun");
        assertEquals(100, file.readAtAllEnd(again).getCount(MPI.INT));
        assertArrayEquals(values, again);
      }
      file.close();
      MPI.Finalize();
    }
  }

  @Test
  void atomicAccessesAreWhole() {
    ThreadRanks.run(4, Atomic.class);
  }

  /** Every rank writes its number all over one place; a reader never sees two numbers. */
  static final class Atomic implements Runnable {
    private static final int COUNT = 5000;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      File file = open("atomic");
      Datatype gaps = Datatype.createResized(MPI.INT, 0, 8);
      gaps.commit();
      file.setView(0, MPI.INT, gaps, "native");
      file.setAtomicity(true);
      assertTrue(file.getAtomicity());
      int[] mine = new int[COUNT];
      Arrays.fill(mine, rank);
      file.writeAll(mine, COUNT, MPI.INT);
      for (int turn = 0; turn < 20; turn++) {
        int[] read = new int[COUNT];
        if (rank % 2 == 0) {
          file.writeAt(0, mine, COUNT, MPI.INT);
        } else {
          file.readAt(0, read, COUNT, MPI.INT);
          int seen = read[0];
          assertTrue(Arrays.stream(read).allMatch(value -> value == seen));
        }
      }
      file.close();
      MPI.Finalize();
    }
  }

  @Test
  void whatWasStartedAndNotWaitedForIsWrittenBeforeTheFileIsClosed() {
    ThreadRanks.run(2, ClosedTooEarly.class);
  }

  static final class ClosedTooEarly implements Runnable {
    private static final int WRITES = 16;
    private static final int COUNT = 1 << 18;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      File file = open("closed");
      int[] mine = new int[COUNT];
      Arrays.fill(mine, 1 + rank);
      Request[] writes = new Request[WRITES];
      for (int i = 0; i < WRITES; i++) {
        writes[i] = file.iWriteAt((2L * i + rank) * COUNT, mine, COUNT, MPI.INT);
      }
      file.close();
      Request.waitAll(writes);
      File again = open("closed");
      assertEquals(2L * WRITES * COUNT * Integer.BYTES, again.getSize());
      int[] read = new int[COUNT];
      again.readAt((2L * (WRITES - 1) + rank) * COUNT, read, COUNT, MPI.INT);
      assertArrayEquals(mine, read);
      again.close();
      MPI.Finalize();
    }
  }
}
