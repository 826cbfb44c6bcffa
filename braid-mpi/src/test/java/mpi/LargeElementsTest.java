package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.braid.mpix.LargeCollectives;
import org.braid.mpix.LargeCount;
import org.braid.mpix.Receive;
import org.braid.mpix.large.LargeFileReads;
import org.braid.mpix.large.LargeFileWrites;
import org.braid.mpix.large.LargePacking;
import org.braid.mpix.large.LargePersistentMessages;
import org.braid.mpix.large.LargeTypes;
import org.braid.mpix.large.LargeWindows;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** One element of a datatype of more bytes, of data or from end to end, than an int counts, in every kind of call, and in files that have few blocks. */
class LargeElementsTest {
  private static final String FOLDER = "braid.test.types";

  @TempDir
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    System.setProperty(FOLDER, folder.toString());
  }

  @Test
  void anElementWhoseBlocksLieFarApartIsAMessage() {
    ThreadRanks.run(2, Messages.class);
  }

  static final class Messages extends FarEdges {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype edges = edges();
      MemorySegment memory = sparse(arena, rank, 1, 2, 3);
      if (rank == 0) {
        LargeCount.send(world, memory, 1, edges, 1, 1);
        LargeCount.iSend(world, memory, 1, edges, 1, 2).waitFor();
        world.send(new int[] {4, 5, 6, 7}, 4, MPI.INT, 1, 3);
        world.send(memory, 1, edges, 1, 4); // the count is an int's, the type need not be
        Prequest send = LargePersistentMessages.sendInit(world, memory, 1, edges, 1, 5);
        send.start();
        send.waitFor();
        send.free();
      } else {
        Status probed = world.probe(0, 1);
        assertEquals(1, LargeCount.getCount(probed, edges));
        assertEquals(4, LargeCount.getElements(probed, edges));
        MemorySegment dense = ints(9, 9, 9, 9);
        LargeCount.recv(world, dense, 4, MPI.INT, 0, 1);
        assertInts(dense, 0, 1, 2, 3);
        Message found = new Message();
        found.mProbe(0, 2, world);
        Status status = LargeCount.mRecv(found, memory, 1, edges);
        assertEquals(1, status.getCount(edges));
        assertEdges(memory, 0, 1, 2, 3);
        assertEquals(4, LargeCount.iRecv(world, memory, 1, edges, 0, 3).waitStatus().getElements(edges));
        assertEdges(memory, 4, 5, 6, 7);
        world.recv(memory, 1, edges, 0, 4);
        assertEdges(memory, 0, 1, 2, 3);
        world.recv(dense, 4, MPI.INT, 0, 5);
        assertInts(dense, 0, 1, 2, 3);
      }
      fill(memory, rank, 10, 20, 30);
      LargeCount.sendRecvReplace(world, memory, 1, edges, 1 - rank, 6, 1 - rank, 6);
      assertEdges(memory, 1 - rank, 10, 20, 30);
    }
  }

  @Test
  void aReceiveSizedByItsMessageKnowsThem() {
    ThreadRanks.run(1, Sized.class);
  }

  static final class Sized extends FarEdges {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype far = LargeTypes.resized(LargeTypes.hVector(2, 1, 8, MPI.INT), 0, 1L << 50); // from element to element
      far.commit();
      Request sent = world.iSend(new int[] {1, 2, 3, 4}, 4, MPI.INT, 0, 1);
      refused(ErrorClasses.ERR_TRUNCATE, () -> Receive.buffer(world, far, 0, 1));
      sent.waitFor();
      Datatype same = LargeTypes.resized(LargeTypes.vector(3_000_000, 1, 2, MPI.INT), 0, 24_000_000);
      same.commit();
      MemorySegment column = arena.allocate(24_000_000, 4);
      column.setAtIndex(INT, 5_999_998, 7);
      Request columnSent = LargeCount.iSend(world, column, 1, same, 0, 2);
      assertEquals(7, Receive.memory(world, same, 0, 2, arena).data().getAtIndex(INT, 5_999_998));
      columnSent.waitFor();
    }
  }

  @Test
  void anElementOfMoreDataThanAnIntCountsIsOneMessage() {
    ThreadRanks.run(2, MuchData.class);
  }

  /** The same megabyte again and again, and an int behind it: more data than memory. */
  static final class MuchData extends FarEdges {
    private static final int MEGABYTE = 1 << 20;
    private static final long TIMES = 2050;

    @Override
    void body(Intracomm world, Arena arena) {
      Datatype same = LargeTypes.resized(LargeTypes.contiguous(MEGABYTE, MPI.BYTE), 0, 0);
      Datatype type = LargeTypes.struct(new long[] {TIMES, 4}, new long[] {0, MEGABYTE}, new Datatype[] {same, MPI.BYTE});
      type.commit();
      long size = TIMES * MEGABYTE + 4;
      assertEquals(size, LargeTypes.sizeBytes(type));
      MemorySegment memory = arena.allocate(MEGABYTE + 4L, 4);
      if (rank == 0) {
        memory.set(INT, MEGABYTE - 4, 41);
        memory.set(INT, MEGABYTE, 42);
        Request sent = LargeCount.iSend(world, memory, 1, type, 1, 1);
        world.send(new int[] {7}, 1, MPI.INT, 1, 2);
        sent.waitFor();
      } else {
        Status probed = world.probe(0, 1);
        assertEquals(1, LargeCount.getCount(probed, type));
        assertEquals(MPI.UNDEFINED, probed.getElements(type));
        assertEquals(size, LargeCount.getElements(probed, type));
        Status status = LargeCount.recv(world, memory, 1, type, 0, 1);
        assertEquals(1, status.getCount(type));
        assertEquals(41, memory.get(INT, MEGABYTE - 4));
        assertEquals(42, memory.get(INT, MEGABYTE));
        MemorySegment seven = ints(0);
        LargeCount.recv(world, seven, 1, MPI.INT, 0, 2);
        assertInts(seven, 7);
      }
    }
  }

  @Test
  void aColumnOfMoreBlocksThanAreListedGoesWhereAllGo() {
    ThreadRanks.run(2, Column.class);
  }

  /** Every second int of three million, and a prime number of ints. */
  static final class Column extends FarEdges {
    @Override
    void body(Intracomm world, Arena arena) {
      for (int count : new int[] {3_000_000, 1_299_709}) {
        Datatype column = LargeTypes.vector(count, 1, 2, MPI.INT);
        column.commit();
        MemorySegment memory = arena.allocate(8L * count, 4);
        for (int i = 0; i < count; i++) {
          memory.setAtIndex(INT, 2L * i, rank * count + i);
        }
        MemorySegment dense = arena.allocate(4L * count, 4);
        LargeCount.sendRecv(world, memory, 1, column, 1 - rank, 1, dense, count, MPI.INT, 1 - rank, 1);
        assertRising(dense, 1, (1 - rank) * count, count);
        LargeCount.sendRecv(world, dense, count, MPI.INT, 1 - rank, 2, memory, 1, column, 1 - rank, 2);
        assertRising(memory, 2, rank * count, count);
        LargeCollectives.bcast(world, memory, 1, column, 1);
        assertRising(memory, 2, count, count);
        dense.fill((byte) 0);
        LargePacking.pack(memory, 1, column, dense, 0);
        assertRising(dense, 1, count, count);
        window(world, memory, dense, column, count);
        column.free();
      }
    }

    private void window(Intracomm world, MemorySegment memory, MemorySegment dense, Datatype column, int count) {
      dense.fill((byte) 0);
      Win win = LargeWindows.create(memory, memory.byteSize(), 1, MPI.INFO_NULL, world);
      win.fence(0);
      LargeWindows.get(win, dense, count, MPI.INT, 1 - rank, 0, 1, column);
      win.fence(0);
      assertRising(dense, 1, count, count);
      win.free();
    }

    private static void assertRising(MemorySegment memory, int step, int from, int count) {
      for (int i = 0; i < count; i++) {
        if (memory.getAtIndex(INT, (long) step * i) != from + i) {
          assertEquals(from + i, memory.getAtIndex(INT, (long) step * i), "int " + i);
        }
      }
    }
  }

  @Test
  void collectivesMoveThem() {
    ThreadRanks.run(2, Collective.class);
  }

  static final class Collective extends FarEdges {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype edges = edges();
      MemorySegment memory = sparse(arena, rank, rank, rank, rank);
      LargeCollectives.bcast(world, memory, 1, edges, 1);
      assertEdges(memory, 1, 1, 1, 1);
      fill(memory, rank, 10 + rank, 20 + rank, 30 + rank);
      MemorySegment both = ints(0, 0, 0, 0, 0, 0, 0, 0);
      LargeCollectives.allGather(world, memory, 1, edges, both, 4, MPI.INT);
      assertInts(both, 0, 10, 20, 30, 1, 11, 21, 31);
      LargeCollectives.gatherv(world, memory, 1, edges, rank == 0 ? both : null, new long[] {4, 4}, new long[] {4, 0}, MPI.INT, 0);
      assertInts(both, rank == 0 ? new int[] {1, 11, 21, 31, 0, 10, 20, 30} : new int[] {0, 10, 20, 30, 1, 11, 21, 31});
      LargeCollectives.scatter(world, rank == 1 ? both : null, 4, MPI.INT, memory, 1, edges, 1);
      assertEdges(memory, rank, 10 + rank, 20 + rank, 30 + rank);
    }
  }

  @Test
  void aTableOfThemSaysWhichElementsGoWhere() {
    ThreadRanks.run(2, Tables.class);
  }

  /** Elements of more than 2 GiB of data, the same megabyte again and again, which begin at each byte. */
  static final class Tables extends FarEdges {
    private static final int MEGABYTE = 1 << 20;

    @Override
    void body(Intracomm world, Arena arena) {
      Datatype type = LargeTypes.resized(LargeTypes.contiguous(2049, LargeTypes.resized(LargeTypes.contiguous(MEGABYTE, MPI.BYTE), 0, 0)), 0, 1);
      type.commit();
      MemorySegment memory = arena.allocate(2L * MEGABYTE + 4, 4);
      memory.set(INT, MEGABYTE, 5 + rank);
      long[] counts = {rank, 1 - rank}; // to the other alone
      long[] places = {4, Long.MAX_VALUE};
      long[] there = rank == 0 ? new long[] {places[1], places[0]} : places;
      MemorySegment room = memory.asSlice(MEGABYTE + 4);
      LargeCollectives.allToAllv(world, memory, counts, there, type, room.asSlice(0, MEGABYTE), counts, new long[2], type);
      assertEquals(6 - rank, room.get(INT, MEGABYTE - 4));
    }
  }

  @Test
  void filesAndWindowsTakeThem() {
    ThreadRanks.run(2, Stores.class);
  }

  static final class Stores extends FarEdges {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype edges = edges();
      MemorySegment memory = sparse(arena, 0, 0, 0, 0);
      files(world, edges, memory);
      Win win = LargeWindows.create(memory, APART + 8, 1, MPI.INFO_NULL, world);
      win.fence(0);
      LargeWindows.put(win, ints(rank, 11, 12, 13), 4, MPI.INT, 1 - rank, 0, 1, edges);
      win.fence(0);
      assertEdges(memory, 1 - rank, 11, 12, 13);
      win.fence(0); // the others may change it now
      MemorySegment got = ints(0, 0, 0, 0);
      LargeWindows.accumulate(win, ints(100, 100, 100, 100), 4, MPI.INT, 1 - rank, 0, 1, edges, MPI.SUM);
      win.fence(0);
      LargeWindows.get(win, got, 4, MPI.INT, 1 - rank, 0, 1, edges);
      win.fence(0);
      assertInts(got, 100 + rank, 111, 112, 113);
      win.free();
    }

    private void files(Intracomm world, Datatype edges, MemorySegment memory) {
      File file = new File(world, Path.of(System.getProperty(FOLDER), "edges").toString(), MPI.MODE_CREATE | MPI.MODE_RDWR);
      file.setView(8L * rank, MPI.INT, edges, "native");
      fill(memory, rank, 1, 2, 3);
      LargeFileWrites.writeAtAll(file, 0, memory, 1, edges);
      file.setView(0, MPI.INT, MPI.INT, "native");
      MemorySegment all = ints(0, 0, 0, 0);
      LargeFileReads.readAt(file, 0, all, 4, MPI.INT);
      assertInts(all, 0, 1, 1, 1);
      LargeFileReads.readAt(file, APART / 4, all, 4, MPI.INT);
      assertInts(all, 2, 3, 2, 3);
      file.setView(8L * rank, MPI.INT, edges, "native");
      LargeFileReads.readAtAll(file, 0, all, 4, MPI.INT);
      assertInts(all, rank, 1, 2, 3);
      file.close();
    }
  }

  @Test
  void reductionsSayThatAnElementIsTooLongForThem() {
    ThreadRanks.run(2, Reductions.class);
  }

  static final class Reductions extends FarEdges {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype edges = edges();
      MemorySegment in = sparse(arena, 1, 2, 3, 4);
      MemorySegment out = sparse(arena, 5, 6, 7, 8);
      Op own = new Op(new UserFunction() {}, true);
      for (Op op : List.of(MPI.SUM, own)) {
        refused(() -> world.reduce(in, out, 1, edges, op, 0));
        refused(() -> world.allReduce(in, out, 1, edges, op));
        refused(() -> world.iAllReduce(in, out, 1, edges, op));
        refused(() -> world.scan(in, out, 1, edges, op));
        refused(() -> world.exScan(in, out, 1, edges, op));
        refused(() -> world.reduceScatterBlock(in, out, 1, edges, op));
        refused(() -> world.reduceScatter(in, out, new int[] {1, 0}, edges, op));
        refused(() -> world.allReduceInit(in, out, 1, edges, op, MPI.INFO_NULL));
        refused(() -> LargeCollectives.allReduce(world, in, out, 1, edges, op));
        refused(() -> Comm.reduceLocal(in, out, 1, edges, op));
      }
      assertEdges(out, 5, 6, 7, 8);
      own.free();
    }

    private static void refused(Executable call) {
      MPIException refused = assertThrows(MPIException.class, call);
      assertEquals(MPI.ERR_TYPE, refused.getErrorClass(), refused.getMessage());
      String message = String.valueOf(refused.getMessage());
      assertTrue(message.contains("elements of less than 2 GiB, and one of ") && message.contains(" has " + (APART + 8) + " bytes"), message);
    }
  }

  @Test
  void theyArePacked() {
    ThreadRanks.run(1, Packed.class);
  }

  static final class Packed extends FarEdges {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype edges = edges();
      MemorySegment memory = sparse(arena, 1, 2, 3, 4);
      MemorySegment packed = ints(0, 0, 0, 0);
      assertEquals(16, LargePacking.pack(memory, 1, edges, packed, 0));
      assertInts(packed, 1, 2, 3, 4);
      LargePacking.unpack(ints(5, 6, 7, 8), 0, memory, 1, edges);
      assertEdges(memory, 5, 6, 7, 8);
      assertEquals(3L << 31, LargePacking.packSize(2, LargeTypes.contiguous(3L << 30, MPI.BYTE)));
    }
  }
}
