package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.List;
import mpi.StreamedObjectsTest.Page;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Broadcasts of objects whose stream is longer than a piece: what comes, and what goes wrong at the root or at one of the others. */
@Timeout(60)
class BroadcastObjectsTest {
  private static final int MIB = 1 << 20;

  /** Leaves no request and no object behind. */
  abstract static class Job extends StreamedObjectsTest.Job {
    Object broadcast(@Nullable Object shown, int root, boolean starts) {
      Object[] one = {rank == root ? shown : null};
      if (starts) {
        world.iBcast(one, 1, MPI.OBJECT, root).waitFor();
      } else {
        world.bcast(one, 1, MPI.OBJECT, root);
      }
      return one[0];
    }

    static void refused(int errorClass, String text, Runnable call) {
      StreamedObjectsTest.refused(errorClass, text, call::run);
    }
  }

  @Test
  void theyComeToEverybodyWhateverTheirLengthAndWhoeverSendsThem() {
    for (int size : new int[] {1, 2, 3, 5}) {
      ThreadRanks.run(size, Lengths.class);
    }
  }

  static final class Lengths extends Job {
    @Override
    void exchange() {
      int root = 0;
      for (int length : new int[] {0, 1000, MIB - 400, MIB - 200, MIB, MIB + 1, 2 * MIB, 5 * MIB + 7, 12 * MIB}) {
        assertEquals(new Page(length, length), broadcast(new Page(length, length), root, false));
        root = (root + 1) % size;
      }
      assertEquals(StreamedObjectsTest.book(30, 100_000), broadcast(StreamedObjectsTest.book(30, 100_000), root, false));
    }
  }

  @Test
  void thoseThatWereStartedGoOnBesideOthers() {
    ThreadRanks.run(3, Started.class);
  }

  static final class Started extends WorldProgram {
    @Override
    void body() {
      Object[] first = {rank == 1 ? StreamedObjectsTest.book(6, MIB) : null};
      Object[] second = {rank == 2 ? StreamedObjectsTest.book(4, MIB) : null};
      Request[] both = {world.iBcast(first, 1, MPI.OBJECT, 1), world.iBcast(second, 1, MPI.OBJECT, 2)};
      int[] sum = {1};
      world.allReduce(sum, 1, MPI.INT, MPI.SUM);
      assertEquals(3, sum[0]);
      Request.waitAll(both);
      assertEquals(StreamedObjectsTest.book(6, MIB), first[0]);
      assertEquals(StreamedObjectsTest.book(4, MIB), second[0]);
      Prequest again = world.bcastInit(first, 1, MPI.OBJECT, 0, MPI.INFO_NULL);
      for (int i = 0; i < 2; i++) {
        first[0] = rank == 0 ? StreamedObjectsTest.book(2 + i, MIB) : null;
        again.start();
        again.waitFor();
        assertEquals(StreamedObjectsTest.book(2 + i, MIB), first[0]);
      }
      again.free();
    }
  }

  /** Counts how often it is written, and is refused by some. */
  static final class Counted implements Externalizable {
    private static final long serialVersionUID = 1L;
    static int written;
    static boolean refuses;
    private byte[] bytes = new byte[0];

    public Counted() {}

    Counted(int length) {
      bytes = new byte[length];
    }

    int length() {
      return bytes.length;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      written++;
      out.writeInt(bytes.length);
      out.write(bytes);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
      bytes = new byte[in.readInt()];
      if (refuses) {
        throw new IOException("this rank does not want it");
      }
      in.readFully(bytes);
    }
  }

  @Test
  void theyAreWrittenOnce() {
    ThreadRanks.run(4, Once.class);
  }

  static final class Once extends Job {
    @Override
    void exchange() {
      Counted came = (Counted) broadcast(new Counted(5 * MIB), 2, false);
      assertEquals(5 * MIB, came.bytes.length);
      assertEquals(rank == 2 ? 1 : 0, Counted.written, "each rank has statics of its own");
    }
  }

  @Test
  void whoCannotReadThemIsToldAloneAndDisturbsNobody() {
    for (int size : new int[] {2, 4}) {
      ThreadRanks.run(size, Unread.class);
    }
  }

  static final class Unread extends Job {
    @Override
    void exchange() {
      Counted.refuses = rank == 1;
      for (int again = 0; again < 2; again++) {
        List<Object> pages = new ArrayList<>(StreamedObjectsTest.book(3, MIB));
        pages.add(new Counted(MIB));
        pages.addAll(StreamedObjectsTest.book(6, MIB));
        if (rank == 1) {
          refused(MPI.ERR_TYPE, "this rank does not want it", () -> broadcast(null, 0, false));
        } else {
          List<?> came = (List<?>) broadcast(pages, 0, false);
          assertEquals(new Page(5, MIB), came.getLast());
        }
      }
    }
  }

  @Test
  void whatTheRootCannotWriteIsToldToEverybody() {
    for (int size : new int[] {2, 4}) {
      ThreadRanks.run(size, Unwritable.class);
    }
  }

  static final class Unwritable extends Job {
    @Override
    void exchange() {
      for (int pages : new int[] {1, 2, 7}) {
        List<Object> half = half(pages);
        refused(MPI.ERR_TYPE, rank == 0 ? "java.lang.Object" : "its sender could not write it", () -> broadcast(half, 0, false));
      }
    }
  }

  static List<Object> half(int pages) {
    List<Object> half = new ArrayList<>(StreamedObjectsTest.book(pages, MIB + 100));
    half.add(new Object());
    return half;
  }

  @Test
  void whoWaitsForOneThatWasStartedIsToldTheSame() {
    ThreadRanks.run(3, StartedErrors.class);
  }

  static final class StartedErrors extends WorldProgram {
    @Override
    void body() {
      Counted.refuses = rank == 1;
      Request unread = world.iBcast(new Object[] {new Counted(3 * MIB)}, 1, MPI.OBJECT, 0);
      Request unwritten = world.iBcast(new Object[] {rank == 2 ? half(3) : null}, 1, MPI.OBJECT, 2);
      if (rank == 1) {
        StreamedObjectsTest.refused(MPI.ERR_TYPE, "this rank does not want it", unread::waitFor);
      } else {
        unread.waitFor();
      }
      StreamedObjectsTest.refused(MPI.ERR_TYPE, rank == 2 ? "java.lang.Object" : "its sender could not write it", unwritten::waitFor);
      Object[] last = {rank == 0 ? new Page(3, 3 * MIB) : null};
      world.iBcast(last, 1, MPI.OBJECT, 0).waitFor();
      assertEquals(new Page(3, 3 * MIB), last[0]);
    }
  }

  @Test
  void whoHasNoRoomForThemIsToldAloneAndSoIsWhomTheFilterStops() {
    ThreadRanks.run(3, Misfits.class);
  }

  static final class Misfits extends Job {
    @Override
    void exchange() {
      Object[] two = {StreamedObjectsTest.book(2, MIB), StreamedObjectsTest.book(3, MIB)};
      if (rank == 0) {
        world.bcast(two, 2, MPI.OBJECT, 0);
        world.bcast(two, 2, MPI.OBJECT, 0);
      } else if (rank == 1) {
        refused(MPI.ERR_TRUNCATE, "room for 1", () -> world.bcast(new Object[1], 1, MPI.OBJECT, 0));
        refused(MPI.ERR_TYPE, "Receive into Object[] or", () -> world.bcast(new String[2], 2, MPI.OBJECT, 0));
      } else {
        Object[] room = new Object[2];
        world.bcast(room, 2, MPI.OBJECT, 0);
        assertArrayEquals(two, room);
        world.bcast(room, 2, MPI.OBJECT, 0);
      }
      filtered();
    }

    private void filtered() {
      try {
        System.setProperty("braid.object-limit", String.valueOf(2 * MIB));
        world.barrier();
        if (rank == 0) {
          assertEquals(3 * MIB, ((Page) broadcast(new Page(1, 3 * MIB), 0, false)).bytes.length);
        } else {
          refused(MPI.ERR_TYPE, "filter status: REJECTED", () -> broadcast(null, 0, false));
        }
        world.barrier();
      } finally {
        System.clearProperty("braid.object-limit");
      }
    }
  }

  @Test
  void partsOfAnArrayAndDerivedTypesAreStreamedToo() {
    ThreadRanks.run(3, Parts.class);
  }

  static final class Parts extends Job {
    @Override
    void exchange() {
      Object[] pages = new Object[9];
      for (int i = 0; i < pages.length; i++) {
        pages[i] = rank == 0 ? new Page(i, MIB / 2) : null;
      }
      Datatype everySecond = Datatype.createVector(4, 1, 2, MPI.OBJECT);
      everySecond.commit();
      world.bcast(pages, 1, everySecond, 0);
      for (int i = 0; i < pages.length; i++) {
        assertEquals(rank == 0 || i % 2 == 0 && i < 8 ? new Page(i, MIB / 2) : null, pages[i]);
      }
      everySecond.free();
      world.Bcast(pages, 2, 6, MPI.OBJECT, 0);
      assertEquals(new Page(7, MIB / 2), pages[7]);
    }
  }

  @Test
  void aProgramOfOneThreadStreamsThemToo() {
    ThreadRanks.run(3, OneThread.class);
  }

  static final class OneThread implements Runnable {
    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_SINGLE);
      Intracomm world = MPI.COMM_WORLD;
      Object[] one = {world.getRank() == 0 ? StreamedObjectsTest.book(5, MIB) : null};
      world.bcast(one, 1, MPI.OBJECT, 0);
      assertEquals(StreamedObjectsTest.book(5, MIB), one[0]);
      Object[] all = new Object[3];
      world.gather(one, 1, MPI.OBJECT, all, 1, MPI.OBJECT, 1);
      assertEquals(world.getRank() == 1 ? one[0] : null, all[2]);
      world.allToAll(new Object[] {one[0], "short", one[0]}, 1, MPI.OBJECT, all, 1, MPI.OBJECT);
      assertEquals(world.getRank() == 1 ? "short" : one[0], all[0]);
      MPI.Finalize();
    }
  }
}
