package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.mpix.LargeCount;
import org.braid.mpix.large.LargePacking;
import org.braid.mpix.large.LargeTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Packing at positions beyond an int, of elements with gaps, and into itself. */
@Execution(CONCURRENT)
@ResourceLock("gigabytes")
class LargePackingTest {
  private static final long FAR = (1L << 31) + 16; // bytes

  @Test
  void whatIsPackedFarAwayIsUnpackedFromThere() {
    ThreadRanks.run(1, FarAway.class);
  }

  static final class FarAway extends LargeCollectivesTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment large = SparseMemory.of(FAR, arena);
      Datatype gaps = Datatype.createResized(MPI.INT, 0, 8);
      gaps.commit();
      assertEquals(FAR - 4, LargePacking.pack(ints(1, 0, 2, 0, 3), 3, gaps, large, FAR - 16));
      assertEquals(FAR, LargePacking.pack(ints(4), 1, MPI.INT, large, FAR - 4));
      MemorySegment room = ints(0, 0, 0, 0, 0, 0, 0);
      assertEquals(FAR, LargePacking.unpack(large, FAR - 16, room, 4, gaps));
      assertInts(room, 1, 0, 2, 0, 3, 0, 4);
      assertEquals(FAR - 8, LargePacking.unpack(large, FAR - 16, room, 2, MPI.INT));
      assertInts(room, 1, 2, 2, 0, 3, 0, 4);
      assertEquals(8L << 40, LargePacking.packSize(1L << 41, gaps));
      gaps.free();
    }
  }

  @Test
  void memoryMayBePackedIntoItself() {
    ThreadRanks.run(1, Itself.class);
  }

  static final class Itself extends LargeCollectivesTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype backwards = Datatype.createIndexed(new int[] {1, 1}, new int[] {1, 0}, MPI.INT);
      backwards.commit();
      MemorySegment memory = ints(1, 2, 3);
      LargePacking.pack(memory, 1, backwards, memory, 4);
      assertInts(memory, 1, 2, 1);
      LargePacking.unpack(memory, 4, memory, 1, backwards);
      assertInts(memory, 1, 2, 1);
      LargePacking.pack(ints(5, 6), 2, MPI.INT, memory, 0);
      LargePacking.unpack(memory, 0, memory.asSlice(4), 2, MPI.INT);
      assertInts(memory, 5, 5, 6);
      Request sent = LargeCount.iSend(world, memory, 12, MPI.PACKED, 0, 1);
      MemorySegment room = ints(0, 0, 0);
      LargeCount.recv(world, room, 3, MPI.INT, 0, 1);
      sent.waitFor();
      assertInts(room, 5, 5, 6);
      backwards.free();
    }
  }

  @Test
  void theFormOfAllMachinesIsPackedFarAwayAndUnpackedInAnyLength() {
    ThreadRanks.run(1, External.class);
  }

  static final class External extends LargeCollectivesTest.Ranks {
    private static final int MEGABYTE = 1 << 20;

    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment large = SparseMemory.of(FAR, arena);
      Datatype gaps = Datatype.createResized(MPI.INT, 0, 8);
      gaps.commit();
      assertEquals(FAR, LargePacking.packExternal("external32", ints(1, 0, 2, 0, 3), 3, gaps, large, FAR - 12));
      assertEquals(3, large.get(ValueLayout.JAVA_BYTE, FAR - 1), "the highest byte comes first");
      MemorySegment room = ints(0, 0, 0);
      assertEquals(FAR - 4, LargePacking.unpackExternal("external32", large, FAR - 12, room, 2, MPI.INT));
      assertInts(room, 1, 2, 0);
      Datatype same = LargeTypes.resized(LargeTypes.contiguous(MEGABYTE / 8, MPI.LONG), 0, 0); // a megabyte, again and again
      same.commit();
      large.set(ValueLayout.JAVA_BYTE, (1L << 31) - 1, (byte) 7);
      MemorySegment megabyte = arena.allocate(MEGABYTE, 8);
      assertEquals(1L << 31, LargePacking.unpackExternal("external32", large, 0, megabyte, 2048, same));
      assertEquals(7, megabyte.get(ValueLayout.JAVA_LONG, MEGABYTE - 8));
      assertEquals(8L << 40, LargePacking.packExternalSize("external32", 1L << 41, gaps));
    }
  }

  @Test
  void theFormOfAllMachinesMayBePackedIntoItself() {
    ThreadRanks.run(1, ExternalItself.class);
  }

  static final class ExternalItself extends LargeCollectivesTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment memory = ints(1, 2, 0);
      LargePacking.packExternal("external32", memory, 2, MPI.INT, memory, 4);
      assertInts(memory, 1, 1 << 24, 2 << 24);
      LargePacking.unpackExternal("external32", memory, 4, memory.asSlice(0, 8), 2, MPI.INT);
      assertInts(memory, 1, 2, 2 << 24);
    }
  }

  @Test
  void mistakesAreTold() {
    ThreadRanks.run(1, Mistakes.class);
  }

  @SuppressWarnings("NullAway") // nulls are mistakes that are made here
  static final class Mistakes extends LargeCollectivesTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment in = ints(1, 2);
      MemorySegment out = ints(0, 0);
      Datatype freed = Datatype.createContiguous(2, MPI.INT);
      freed.commit();
      freed.free();
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.pack(null, 1, MPI.INT, out, 0));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.pack(in, 1, MPI.INT, null, 0));
      refused(ErrorClasses.ERR_TYPE, () -> LargePacking.pack(in, 1, null, out, 0));
      refused(ErrorClasses.ERR_TYPE, () -> LargePacking.pack(in, 1, freed, out, 0));
      refused(ErrorClasses.ERR_TYPE, () -> LargePacking.unpack(in, 0, out, 1, MPI.OBJECT));
      refused(ErrorClasses.ERR_COUNT, () -> LargePacking.pack(in, -1, MPI.INT, out, 0));
      refused(ErrorClasses.ERR_COUNT, () -> LargePacking.packSize(Long.MAX_VALUE, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.pack(in, Long.MAX_VALUE, MPI.INT, out, 0));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.pack(in, 2, MPI.INT, out, 4));
      for (long position : new long[] {-1, 5, Long.MAX_VALUE}) {
        refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.unpack(in, position, out, 1, MPI.INT));
      }
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.pack(in, 1, MPI.INT, out.asReadOnly(), 0));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.unpack(in, 0, out.asReadOnly(), 1, MPI.INT));
      MemorySegment closed;
      try (Arena brief = Arena.ofShared()) {
        closed = brief.allocate(8);
      }
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.pack(in, 1, MPI.INT, closed, 0));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.unpack(closed, 0, out, 1, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.packExternal("external32", in, 1, MPI.INT, closed, 0));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.packExternal("external32", in, 2, MPI.INT, out, 4));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.packExternal("external32", in, 1, MPI.INT, out.asReadOnly(), 0));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.unpackExternal("external32", in, -1, out, 1, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePacking.unpackExternal("external32", null, 0, out, 1, MPI.INT));
      refused(ErrorClasses.ERR_ARG, () -> LargePacking.packExternal("native", in, 1, MPI.INT, out, 0));
      refused(ErrorClasses.ERR_COUNT, () -> LargePacking.packExternalSize("external32", -1, MPI.INT));
      refused(ErrorClasses.ERR_TYPE, () -> LargePacking.packExternalSize("external32", 1, MPI.OBJECT));
    }
  }
}
