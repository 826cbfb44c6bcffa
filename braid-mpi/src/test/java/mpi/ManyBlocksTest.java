package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.braid.mpix.LargeCount;
import org.braid.mpix.large.LargePacking;
import org.braid.mpix.large.LargeTypes;
import org.braid.mpix.large.LargeWindows;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A datatype of more blocks than can be listed, which follow each other at two distances, in every kind of call: 1,600 rows with a gap between them, of each of which every other element counts. */
class ManyBlocksTest {
  private static final String FOLDER = "braid.test.blocks";
  private static final ValueLayout.OfInt INT_OF_HOST = ValueLayout.JAVA_INT_UNALIGNED;
  private static final int ROWS = 1600;
  private static final int ROW_INTS = 2 * ROWS + 3; // from row to row
  private static final int INTS = ROWS * ROWS;

  @TempDir
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    System.setProperty(FOLDER, folder.toString());
  }

  abstract static class Fields extends LargeCollectivesTest.Ranks {
    static Datatype field() {
      Datatype row = Datatype.createVector(ROWS, 1, 2, MPI.INT);
      Datatype field = LargeTypes.resized(LargeTypes.hVector(ROWS, 1, 4L * ROW_INTS, row), 0, 4L * ROWS * ROW_INTS);
      field.commit();
      return field;
    }

    /** Its i-th element is what the function says, and what lies between them is -1. */
    static int[] fieldOf(IntUnaryOperator values) {
      int[] field = new int[ROWS * ROW_INTS];
      Arrays.fill(field, -1);
      for (int i = 0; i < INTS; i++) {
        field[i / ROWS * ROW_INTS + i % ROWS * 2] = values.applyAsInt(i);
      }
      return field;
    }

    static int[] denseOf(IntUnaryOperator values) {
      int[] dense = new int[INTS];
      Arrays.setAll(dense, values);
      return dense;
    }
  }

  @Test
  void messagesAndBroadcastsCarryIt() {
    ThreadRanks.run(2, Messages.class);
  }

  static final class Messages extends Fields {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype field = field();
      int[] expected = fieldOf(i -> 3 * i);
      if (rank == 0) {
        world.send(expected, 1, field, 1, 1);
        world.send(expected, 1, field, 1, 2);
        world.send(denseOf(i -> 3 * i), 1_000_001, MPI.INT, 1, 3);
      } else {
        int[] dense = new int[INTS];
        assertEquals(1, world.recv(dense, INTS, MPI.INT, 0, 1).getCount(field));
        assertArrayEquals(denseOf(i -> 3 * i), dense);
        int[] room = fieldOf(i -> 0);
        world.recv(room, 1, field, 0, 2);
        assertArrayEquals(expected, room);
        int[] part = fieldOf(i -> 0);
        Status status = world.recv(part, 1, field, 0, 3);
        assertEquals(1_000_001, status.getElements(field));
        assertEquals(MPI.UNDEFINED, status.getCount(field));
        assertArrayEquals(fieldOf(i -> i < 1_000_001 ? 3 * i : 0), part);
      }
      int[] shown = rank == 0 ? expected : fieldOf(i -> 0);
      world.bcast(shown, 1, field, 0);
      assertArrayEquals(expected, shown);
      int[] sums = fieldOf(i -> 0);
      Op sum = new Op(new Sum(), true); // those of MPI are for basic types
      world.allReduce(fieldOf(i -> i + rank), sums, 1, field, sum);
      assertArrayEquals(denseOf(i -> 2 * i + 1), elements(sums));
      sum.free();
    }

    /** Of whatever lies in an element. */
    private static final class Sum extends UserFunction {
      @Override
      public void call(Object in, Object inOut, int count, Datatype datatype) {
        Arrays.setAll((int[]) inOut, i -> ((int[]) in)[i] + ((int[]) inOut)[i]);
      }
    }

    private static int[] elements(int[] field) {
      return denseOf(i -> field[i / ROWS * ROW_INTS + i % ROWS * 2]);
    }
  }

  @Test
  void itIsPackedInBothForms() {
    ThreadRanks.run(1, Packed.class);
  }

  static final class Packed extends Fields {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype field = field();
      byte[] packed = new byte[4 * INTS + 8];
      assertEquals(4 * INTS + 8, world.pack(fieldOf(i -> 5 * i), 1, field, packed, 8));
      assertArrayEquals(denseOf(i -> 5 * i), MemorySegment.ofArray(packed).asSlice(8).toArray(INT_OF_HOST));
      int[] room = fieldOf(i -> 0);
      world.unpack(packed, 8, room, 1, field);
      assertArrayEquals(fieldOf(i -> 5 * i), room);
      MemorySegment external = arena.allocate(4L * INTS);
      assertEquals(4L * INTS, LargePacking.packExternal("external32", MemorySegment.ofArray(fieldOf(i -> 7 * i)), 1, field, external, 0));
      assertEquals(Integer.reverseBytes(7 * (INTS - 1)), external.get(INT_OF_HOST, 4L * INTS - 4));
      LargePacking.unpackExternal("external32", external, 0, MemorySegment.ofArray(room), 1, field);
      assertArrayEquals(fieldOf(i -> 7 * i), room);
    }
  }

  @Test
  void filesAndWindowsTakeIt() {
    ThreadRanks.run(2, Stores.class);
  }

  static final class Stores extends Fields {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype field = field();
      File file = new File(world, Path.of(System.getProperty(FOLDER), "field").toString(), MPI.MODE_CREATE | MPI.MODE_RDWR);
      file.setView(4L * rank, MPI.INT, field, "native"); // the other's elements lie between
      int[] mine = fieldOf(i -> 2 * i + rank);
      assertEquals(1, file.writeAtAll(0, mine, 1, field).getCount(field));
      int[] read = fieldOf(i -> 0);
      file.readAtAll(0, read, 1, field);
      assertArrayEquals(mine, read);
      file.setView(0, MPI.INT, MPI.INT, "native");
      int[] row = new int[4];
      file.readAt(7 * ROW_INTS, row, 4, MPI.INT);
      assertArrayEquals(new int[] {14 * ROWS, 14 * ROWS + 1, 14 * ROWS + 2, 14 * ROWS + 3}, row);
      file.close();
      windows(world, arena, field);
    }

    /** Two elements, which is one more distance. */
    private void windows(Intracomm world, Arena arena, Datatype field) {
      long bytes = 8L * ROWS * ROW_INTS;
      MemorySegment memory = arena.allocate(bytes, 4);
      Win win = LargeWindows.create(memory, bytes, 1, MPI.INFO_NULL, world);
      win.fence(0);
      int[] both = Arrays.copyOf(fieldOf(i -> i + rank), 2 * ROWS * ROW_INTS);
      System.arraycopy(fieldOf(i -> -i), 0, both, ROWS * ROW_INTS, ROWS * ROW_INTS);
      LargeWindows.put(win, MemorySegment.ofArray(both), 2, field, 1 - rank, 0, 2, field);
      win.fence(0);
      assertArrayEquals(withZeros(i -> i + 1 - rank), memory.asSlice(0, bytes / 2).toArray(INT_OF_HOST));
      assertArrayEquals(withZeros(i -> -i), memory.asSlice(bytes / 2).toArray(INT_OF_HOST));
      win.fence(0); // the others may read it now
      int[] got = new int[INTS];
      LargeWindows.get(win, MemorySegment.ofArray(got), INTS, MPI.INT, 1 - rank, bytes / 2, 1, field);
      win.fence(0);
      assertArrayEquals(denseOf(i -> -i), got);
      win.free();
    }

    private static int[] withZeros(IntUnaryOperator values) {
      int[] field = new int[ROWS * ROW_INTS];
      for (int i = 0; i < INTS; i++) {
        field[i / ROWS * ROW_INTS + i % ROWS * 2] = values.applyAsInt(i);
      }
      return field;
    }
  }

  @Test
  void aTypeOfABillionBlocksSaysWhereItEnds() {
    ThreadRanks.run(1, Billion.class);
  }

  static final class Billion extends Fields {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype line = LargeTypes.vector(1 << 10, 1, 2, MPI.LONG);
      Datatype plane = LargeTypes.hVector(1 << 10, 1, 1 << 15, line);
      Datatype box = LargeTypes.hVector(1 << 10, 1, -(1L << 32), plane);
      box.commit();
      assertEquals(1L << 33, LargeTypes.sizeBytes(box));
      assertEquals(-(1023L << 32), LargeTypes.lowerBoundBytes(box));
      assertEquals((1023L << 32) + (1023L << 15) + (1023L << 4) + 8, LargeTypes.extentBytes(box));
      assertEquals(LargeTypes.extentBytes(box), LargeTypes.trueExtentBytes(box));
      Datatype near = LargeTypes.hVector(1 << 10, 1, 0, plane); // the same plane again and again
      near.commit();
      MemorySegment memory = arena.allocate((1023L << 15) + (1023L << 4) + 8, 8);
      world.iSend(new long[] {1, 2, 3}, 3, MPI.LONG, 0, 1);
      Status status = LargeCount.recv(world, memory, 1, near, 0, 1);
      assertEquals(3, LargeCount.getElements(status, near));
      assertEquals(3, memory.get(ValueLayout.JAVA_LONG, 32));
      refused(MPI.ERR_COUNT, () -> deep());
    }

    private static void deep() {
      Datatype type = LargeTypes.vector((1 << 20) + 1, 1, 2, MPI.INT);
      for (int level = 0; level < 8; level++) {
        type = LargeTypes.hVector(2, 1, 3 * LargeTypes.extentBytes(type), type);
      }
    }
  }
}
