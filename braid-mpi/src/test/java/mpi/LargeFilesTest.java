package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.braid.mpix.LargeCount;
import org.braid.mpix.large.LargeFileReads;
import org.braid.mpix.large.LargeFileWrites;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with counts of type long: each call, more bytes than an int counts in both directions, and what is refused. */
class LargeFilesTest {
  private static final String FOLDER = "braid.test.files";
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final long FAR = (1L << 31) + 16; // bytes

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

  private static void holds(int expected, Supplier<Status> read, MemorySegment room) {
    room.set(INT, 0, -1);
    assertEquals(1, LargeCount.getCount(read.get(), MPI.INT));
    assertEquals(expected, room.get(INT, 0));
  }

  @Test
  void whatEachWayOfWritingWritesEachWayOfReadingReads() {
    ThreadRanks.run(2, EachWay.class);
  }

  static final class EachWay extends LargeCollectivesTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment room = ints(0);
      File file = open("each");
      int start = 10 * rank;
      LargeFileWrites.writeAt(file, start, ints(start), 1, MPI.INT);
      LargeFileWrites.iWriteAt(file, start + 1, ints(start + 1), 1, MPI.INT).waitFor();
      LargeFileWrites.writeAtAll(file, start + 2, ints(start + 2), 1, MPI.INT);
      LargeFileWrites.iWriteAtAll(file, start + 3, ints(start + 3), 1, MPI.INT).waitFor();
      MemorySegment fourth = ints(start + 4);
      LargeFileWrites.writeAtAllBegin(file, start + 4, fourth, 1, MPI.INT);
      assertEquals(1, LargeCount.getCount(file.writeAtAllEnd(fourth), MPI.INT));
      file.seek(start + 5, MPI.SEEK_SET);
      LargeFileWrites.write(file, ints(start + 5), 1, MPI.INT);
      LargeFileWrites.iWrite(file, ints(start + 6), 1, MPI.INT).waitFor();
      LargeFileWrites.writeAll(file, ints(start + 7), 1, MPI.INT);
      LargeFileWrites.iWriteAll(file, ints(start + 8), 1, MPI.INT).waitFor();
      MemorySegment ninth = ints(start + 9, 0);
      LargeFileWrites.writeAllBegin(file, ninth.asSlice(0, 4), 1, MPI.INT);
      refused(ErrorClasses.ERR_BUFFER, () -> file.writeAllEnd(ninth.asSlice(4)));
      assertEquals(1, LargeCount.getCount(file.writeAllEnd(ninth.asSlice(0, 4)), MPI.INT));
      file.sync();
      world.barrier();
      start = 10 * (1 - rank);
      for (int i = 0; i < 10; i += 5) {
        int at = start + i;
        holds(at, () -> LargeFileReads.readAt(file, at, room, 1, MPI.INT), room);
        holds(at + 1, () -> LargeFileReads.iReadAt(file, at + 1, room, 1, MPI.INT).waitStatus(), room);
        holds(at + 2, () -> LargeFileReads.readAtAll(file, at + 2, room, 1, MPI.INT), room);
        holds(at + 3, () -> LargeFileReads.iReadAtAll(file, at + 3, room, 1, MPI.INT).waitStatus(), room);
        holds(at + 4, () -> {
          LargeFileReads.readAtAllBegin(file, at + 4, room, 1, MPI.INT);
          return file.readAtAllEnd(room);
        }, room);
        file.seek(at, MPI.SEEK_SET);
        holds(at, () -> LargeFileReads.read(file, room, 1, MPI.INT), room);
        holds(at + 1, () -> LargeFileReads.iRead(file, room, 1, MPI.INT).waitStatus(), room);
        holds(at + 2, () -> LargeFileReads.readAll(file, room, 1, MPI.INT), room);
        holds(at + 3, () -> LargeFileReads.iReadAll(file, room, 1, MPI.INT).waitStatus(), room);
        holds(at + 4, () -> {
          LargeFileReads.readAllBegin(file, room, 1, MPI.INT);
          return file.readAllEnd(room);
        }, room);
      }
      file.close();
      shared(world, room);
    }

    private void shared(Intracomm world, MemorySegment room) {
      File file = open("shared");
      LargeFileWrites.writeOrdered(file, ints(rank), 1, MPI.INT);
      MemorySegment next = ints(2 + rank);
      LargeFileWrites.writeOrderedBegin(file, next, 1, MPI.INT);
      assertEquals(1, LargeCount.getCount(file.writeOrderedEnd(next), MPI.INT));
      LargeFileWrites.writeShared(file, ints(4), 1, MPI.INT);
      LargeFileWrites.iWriteShared(file, ints(4), 1, MPI.INT).waitFor();
      world.barrier();
      assertEquals(8, file.getPositionShared());
      file.seekShared(0, MPI.SEEK_SET);
      holds(rank, () -> LargeFileReads.readOrdered(file, room, 1, MPI.INT), room);
      holds(2 + rank, () -> {
        LargeFileReads.readOrderedBegin(file, room, 1, MPI.INT);
        return file.readOrderedEnd(room);
      }, room);
      holds(4, () -> LargeFileReads.readShared(file, room, 1, MPI.INT), room);
      holds(4, () -> LargeFileReads.iReadShared(file, room, 1, MPI.INT).waitStatus(), room);
      file.close();
    }
  }

  @Test
  void moreElementsThanAnIntCountsAreReadAsFarAsThereIsFile() {
    ThreadRanks.run(2, ShortFile.class);
  }

  static final class ShortFile extends LargeCollectivesTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment large = SparseMemory.of(FAR, arena);
      Datatype same = Datatype.createResized(MPI.BYTE, 0, 0); // the same byte again and again
      same.commit();
      File file = open("short");
      file.setView(0, MPI.BYTE, MPI.BYTE, "native");
      LargeFileWrites.writeAtAll(file, 4L * rank, ints(rank + 1), 4, MPI.BYTE);
      for (MemorySegment room : new MemorySegment[] {large, MemorySegment.ofArray(new byte[1])}) {
        Datatype type = room.byteSize() == FAR ? MPI.BYTE : same;
        assertEquals(8, LargeCount.getCount(LargeFileReads.readAt(file, 0, room, FAR, type), type));
        assertEquals(4, LargeCount.getCount(LargeFileReads.readAtAll(file, 4, room, FAR, type), type));
        assertEquals(8, LargeCount.getCount(LargeFileReads.iReadAt(file, 0, room, FAR, type).waitStatus(), type));
      }
      assertEquals(2, large.get(INT, 4));
      file.seek(0, MPI.SEEK_SET);
      assertEquals(8, LargeCount.getCount(LargeFileReads.read(file, large, FAR, MPI.BYTE), MPI.BYTE));
      assertEquals(FAR, file.getPosition(), "the pointer moves behind what was asked for");
      file.close();
    }
  }

  @Test
  void moreBytesThanAnIntCountsAreWritten() {
    ThreadRanks.run(1, LongWrite.class);
  }

  /** Of few elements that all lie in one place, into what keeps nothing. */
  static final class LongWrite extends LargeCollectivesTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype block = Datatype.createContiguous(1 << 20, MPI.BYTE);
      Datatype same = Datatype.createResized(block, 0, 0);
      same.commit();
      MemorySegment memory = arena.allocate(1 << 20);
      long count = (1L << 11) + 1;
      File file = new File(world, "/dev/null", MPI.MODE_RDWR);
      Status status = LargeFileWrites.write(file, memory, count, same);
      assertEquals(count << 20, LargeCount.getElements(status, MPI.BYTE));
      assertEquals(count << 20, file.getPosition());
      file.close();
    }
  }

  @Test
  void ranksTakeTurnsAtBlocksThatLieFurtherApartThanAnIntCounts() {
    ThreadRanks.run(2, FarApart.class);
  }

  static final class FarApart extends LargeCollectivesTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment large = SparseMemory.of(2 * FAR, arena);
      Datatype far = Datatype.createResized(MPI.INT, 0, 1 << 30);
      far.commit();
      Datatype everyOther = Datatype.createResized(MPI.INT, 0, 8);
      everyOther.commit();
      Info together = new Info();
      together.set("romio_cb_write", "enable");
      together.set("romio_cb_read", "enable");
      for (Info hints : new Info[] {MPI.INFO_NULL, together}) {
        File file = open("far");
        file.setInfo(hints);
        for (int i = 0; i < 4; i++) {
          large.set(INT, (long) i << 30, 10 * i + rank);
        }
        file.setView(4L * rank, MPI.INT, everyOther, "native");
        LargeFileWrites.writeAtAll(file, 0, large, 4, far);
        MemorySegment room = ints(0, 0, 0, 0);
        LargeFileReads.readAtAll(file, 0, room, 4, MPI.INT);
        assertEquals(30 + rank, room.get(INT, 12));
        large.set(INT, 3L << 30, -1);
        LargeFileReads.readAtAll(file, 0, large, 4, far);
        assertEquals(30 + rank, large.get(INT, 3L << 30));
        file.close();
      }
    }
  }

  @Test
  void mistakesAreToldAndThoseInCollectiveCallsToAllRanks() {
    ThreadRanks.run(2, Mistakes.class);
  }

  @SuppressWarnings("NullAway") // nulls are mistakes that are made here
  static final class Mistakes extends LargeCollectivesTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment small = arena.allocate(16, 8);
      Datatype gaps = Datatype.createResized(MPI.INT, 0, 16);
      File file = open("mistakes");
      refused(ErrorClasses.ERR_FILE, () -> LargeFileReads.readAt(null, 0, small, 1, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeFileReads.readAt(file, 0, null, 1, MPI.INT));
      refused(ErrorClasses.ERR_TYPE, () -> LargeFileReads.readAt(file, 0, small, 1, null));
      refused(ErrorClasses.ERR_TYPE, () -> LargeFileReads.readAt(file, 0, small, 1, gaps));
      gaps.commit();
      refused(ErrorClasses.ERR_BUFFER, () -> LargeFileReads.readAt(file, 0, small, 2, gaps));
      gaps.free();
      refused(ErrorClasses.ERR_TYPE, () -> LargeFileReads.iReadAt(file, 0, small, 1, gaps));
      refused(ErrorClasses.ERR_COUNT, () -> LargeFileWrites.writeAt(file, 0, small, -1, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeFileWrites.writeAt(file, 0, small, Long.MAX_VALUE, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeFileWrites.iWriteAt(file, 0, small, 1L << 32, MPI.INT));
      refused(ErrorClasses.ERR_ARG, () -> LargeFileWrites.writeAt(file, -1, small, 1, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeFileReads.readAt(file, 0, small.asReadOnly(), 1, MPI.INT));
      for (long count : new long[] {-1, Long.MAX_VALUE}) {
        MPIException e = assertThrows(MPIException.class, () -> LargeFileWrites.writeAtAll(file, 0, small, rank == 0 ? count : 1, MPI.INT));
        assertEquals(count < 0 ? ErrorClasses.ERR_COUNT : ErrorClasses.ERR_BUFFER, e.getErrorClass(), e.getMessage());
        assertTrue(String.valueOf(e.getMessage()).contains(rank == 0 ? "LargeFileWrites.writeAtAll" : "rank 0"), e.getMessage());
      }
      MemorySegment closed;
      try (Arena brief = Arena.ofShared()) {
        closed = brief.allocate(8);
      }
      refused(ErrorClasses.ERR_BUFFER, () -> LargeFileWrites.iWriteAt(file, 0, closed, 1, MPI.INT));
      file.close();
      refused(ErrorClasses.ERR_FILE, () -> LargeFileReads.readAt(file, 0, small, 1, MPI.INT));
    }
  }
}
