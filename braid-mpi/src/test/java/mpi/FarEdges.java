package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.mpix.large.LargeTypes;

/** Ranks with a type whose one element has two ints here, and two a long way behind. */
abstract class FarEdges extends LargeCollectivesTest.Ranks {
  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  /** From one block to the next, bytes. */
  static final long APART = 5L << 29;

  /** Two ints, and two a long way behind. */
  static Datatype edges() {
    Datatype type = LargeTypes.hVector(2, 2, APART, MPI.INT);
    type.commit();
    return type;
  }

  static MemorySegment sparse(Arena arena, int... edges) {
    MemorySegment memory = SparseMemory.of(APART + 8, arena);
    fill(memory, edges);
    return memory;
  }

  static void fill(MemorySegment memory, int... edges) {
    for (int i = 0; i < 4; i++) {
      memory.set(INT, place(i), edges[i]);
    }
  }

  static void assertEdges(MemorySegment memory, int... edges) {
    for (int i = 0; i < 4; i++) {
      assertEquals(edges[i], memory.get(INT, place(i)), "int " + i);
    }
  }

  private static long place(int i) {
    return i / 2 * APART + i % 2 * 4L;
  }
}
