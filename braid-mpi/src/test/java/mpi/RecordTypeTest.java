package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.braid.mpix.record.Length;
import org.braid.mpix.record.RecordArray;
import org.braid.mpix.record.RecordType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Records as datatypes: they lie as C's structs do, travel by every kind of call, and what cannot be one is refused by name. */
@SuppressWarnings("NullAway") // null is among the mistakes
class RecordTypeTest {
  record Vector(double x, double y) {}

  record Particle(byte kind, double mass, @Length(3) float[] position, Vector speed, boolean fixed, char symbol, short charge, int id, long time) {
    static Particle of(int i) {
      return new Particle((byte) i, i + 0.5, new float[] {i, 2 * i, 3 * i}, new Vector(-i, i * 1e300), i % 2 == 0, (char) ('a' + i), (short) -i, i * 1000, Long.MAX_VALUE - i);
    }

    void assertSame(Particle other) {
      assertArrayEquals(position, other.position);
      assertEquals(with(null), other.with(null));
    }

    private Particle with(float[] none) {
      return new Particle(kind, mass, none, speed, fixed, symbol, charge, id, time);
    }
  }

  record Sum(int count, double sum) {}

  record Dense(int a, int b) {}

  record Flags(@Length(3) boolean[] flags, @Length(2) long[] longs) {}

  record Edge(int from, Vector to) {}

  record Words(String text) {}

  record Boxed(int fine, Integer number) {}

  record Unbounded(int[] numbers) {}

  record None(@Length(0) int[] numbers) {}

  record Rows(@Length(2) int[][] rows) {}

  record Endless(int i, Endless next) {}

  record Empty() {}

  record Outer(int i, Words inner) {}

  record Positive(int i) {
    Positive {
      if (i < 0) {
        throw new IllegalStateException("negative");
      }
    }
  }

  @Test
  void aRecordLiesAsAStructOfC() {
    RecordType<Particle> type = RecordType.of(Particle.class);
    MemoryLayout layout = type.layout();
    String[] names = {"kind", "mass", "position", "speed", "fixed", "symbol", "charge", "id", "time"};
    long[] offsets = {0, 8, 16, 32, 48, 50, 52, 56, 64}; // what offsetof says of the same struct
    for (int i = 0; i < names.length; i++) {
      assertEquals(offsets[i], layout.byteOffset(MemoryLayout.PathElement.groupElement(names[i])), names[i]);
    }
    assertEquals(72, type.extentBytes());
    assertEquals(8, layout.byteAlignment());
    assertEquals(72, type.datatype().getExtent());
    assertEquals(1 + 8 + 12 + 16 + 1 + 2 + 2 + 4 + 8, type.datatype().getByteSize());
    assertEquals("Particle", type.datatype().getName());
    assertEquals(16, RecordType.of(Sum.class).extentBytes());
    assertEquals(8, RecordType.of(Dense.class).datatype().getByteSize());
  }

  @Test
  void whatIsPutIsWhatIsGotInMemoryOfEveryKind() {
    RecordType<Particle> type = RecordType.of(Particle.class);
    byte[] unaligned = new byte[3 * 72 + 1];
    List<MemorySegment> memories = List.of(
        type.allocate(3).memory(), MemorySegment.ofArray(unaligned).asSlice(1), MemorySegment.ofArray(new long[27]), MemorySegment.ofBuffer(ByteBuffer.allocateDirect(216)));
    for (MemorySegment memory : memories) {
      RecordArray<Particle> array = type.over(memory);
      assertEquals(3, array.size());
      for (int i = 0; i < 3; i++) {
        array.put(i, Particle.of(i));
      }
      for (int i = 0; i < 3; i++) {
        Particle.of(i).assertSame(array.get(i));
      }
      assertEquals(2.5, memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 2 * 72 + 8));
      Particle.of(1).assertSame(type.over(array.memory(1)).getFirst());
    }
    RecordArray<Flags> flags = RecordType.of(Flags.class).copyOf(new Flags(new boolean[] {true, false, true}, new long[] {1, -1}));
    assertArrayEquals(new boolean[] {true, false, true}, flags.getFirst().flags());
    assertArrayEquals(new long[] {1, -1}, flags.getFirst().longs());
  }

  @Test
  void memoryThatIsReadOnlyIsReadAndNeverSet() {
    RecordType<Sum> type = RecordType.of(Sum.class);
    RecordArray<Sum> array = type.over(type.copyOf(new Sum(1, 0.5)).memory().asReadOnly());
    assertEquals(new Sum(1, 0.5), array.getFirst());
    MPIException refused = assertThrows(MPIException.class, () -> array.put(0, new Sum(2, 1.5)));
    assertEquals(MPI.ERR_BUFFER, refused.getErrorClass());
    assertTrue(refused.getMessage().contains("its memory is read-only"), refused.getMessage());
  }

  @Test
  void recordsTravelByEveryKindOfCall() {
    ThreadRanks.run(3, Calls.class);
  }

  static final class Calls implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      int size = world.getSize();
      RecordType<Particle> particle = RecordType.of(Particle.class);
      Datatype type = particle.datatype();
      RecordArray<Particle> mine = particle.copyOf(Particle.of(rank), Particle.of(10 + rank));
      RecordArray<Particle> all = particle.allocate(2 * size);

      Status status = world.sendRecv(mine.memory(), 2, type, (rank + 1) % size, 0, all.memory(), 6, type, (rank + size - 1) % size, 0);
      assertEquals(2, status.getCount(type));
      Particle.of(10 + (rank + size - 1) % size).assertSame(all.get(1));

      world.allGather(mine.memory(), 2, type, all.memory(), 2, type);
      for (int r = 0; r < size; r++) {
        Particle.of(r).assertSame(all.get(2 * r));
        Particle.of(10 + r).assertSame(all.get(2 * r + 1));
      }

      RecordArray<Particle> root = rank == 1 ? particle.copyOf(Particle.of(5)) : particle.allocate(1);
      world.bcast(root.memory(), 1, type, 1);
      Particle.of(5).assertSame(root.getFirst());

      Prequest start = world.bcastInit(root.memory(), 1, type, 2, MPI.INFO_NULL);
      root.put(0, Particle.of(rank));
      start.start();
      start.waitFor();
      Particle.of(2).assertSame(root.getFirst());
      start.free();

      Status[] both = new Status[1];
      Request receive = world.iRecv(all.memory(3), 1, type, rank, 4);
      world.send(mine.memory(1), 1, type, rank, 4);
      both[0] = receive.waitStatus();
      assertEquals(1, both[0].getCount(type));
      Particle.of(10 + rank).assertSame(all.get(3));

      reductions(world, rank, size);
      MPI.Finalize();
    }

    private static void reductions(Intracomm world, int rank, int size) {
      RecordType<Sum> sum = RecordType.of(Sum.class);
      Op add = sum.operation((a, b) -> new Sum(a.count() + b.count(), a.sum() + b.sum()), true);
      RecordArray<Sum> mine = sum.copyOf(new Sum(1, rank), new Sum(2, 0.5));
      RecordArray<Sum> total = sum.allocate(2);
      world.allReduce(mine.memory(), total.memory(), 2, sum.datatype(), add);
      assertEquals(List.of(new Sum(size, size * (size - 1) / 2.0), new Sum(2 * size, size * 0.5)), total);
      world.reduce(mine.memory(), total.memory(), 2, sum.datatype(), add, 0);
      Op last = sum.operation((a, b) -> b, false);
      world.scan(mine.memory(), total.memory(), 2, sum.datatype(), last);
      assertEquals(new Sum(1, rank), total.getFirst());

      RecordType<Dense> dense = RecordType.of(Dense.class);
      RecordArray<Dense> pairs = dense.copyOf(new Dense(rank, -rank));
      Op most = dense.operation((a, b) -> new Dense(Math.max(a.a(), b.a()), Math.max(a.b(), b.b())), true);
      world.allReduce(pairs.memory(), 1, dense.datatype(), most);
      assertEquals(new Dense(size - 1, 0), pairs.getFirst());
    }
  }

  @Test
  void aRecordMeetsTheStructThatAnotherProgramHas() {
    ThreadRanks.run(1, Struct.class);
  }

  /** A struct by hand, received as records. */
  static final class Struct implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder()).putInt(0, 3).putDouble(8, 2.5);
      Datatype struct = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
      struct.commit();
      MPI.COMM_WORLD.send(bytes, 1, struct, 0, 0);
      RecordType<Sum> sum = RecordType.of(Sum.class);
      RecordArray<Sum> into = sum.allocate(1);
      MPI.COMM_WORLD.recv(into.memory(), 1, sum.datatype(), 0, 0);
      assertEquals(new Sum(3, 2.5), into.getFirst());
      MPI.Finalize();
    }
  }

  record BeginsTooLate(@Length(Integer.MAX_VALUE) byte[] bytes, long number) {}

  record PaddedTooFar(int number, @Length(Integer.MAX_VALUE - 6) byte[] bytes) {}

  @Test
  void whatHasNoPlaceInMemoryIsRefusedByName() {
    refused(Words.class, "Words.text is a String");
    refused(Boxed.class, "Boxed.number is a Integer");
    refused(Unbounded.class, "Unbounded.numbers is an array without @Length");
    refused(None.class, "@Length(0)");
    refused(Rows.class, "Rows.rows is a int[][]");
    refused(Endless.class, "holds itself");
    refused(Empty.class, "has no components");
    refused(Outer.class, "Outer.inner.text is a String");
    refused(BeginsTooLate.class, "BeginsTooLate.number ends beyond 2 GiB");
    refused(PaddedTooFar.class, "PaddedTooFar ends beyond 2 GiB");
    assertEquals(MPI.ERR_TYPE, assertThrows(MPIException.class, () -> RecordType.of(null)).getErrorClass());
  }

  private static void refused(Class<? extends Record> type, String why) {
    MPIException refused = assertThrows(MPIException.class, () -> RecordType.of(type));
    assertEquals(MPI.ERR_TYPE, refused.getErrorClass());
    assertTrue(String.valueOf(refused.getMessage()).contains(why), refused.getMessage());
  }

  @Test
  void recordsThatDoNotFitAreRefusedWhereTheyArePut() {
    RecordType<Flags> type = RecordType.of(Flags.class);
    RecordArray<Flags> array = type.allocate(2);
    for (Flags wrong : Arrays.asList(null, new Flags(new boolean[2], new long[2]), new Flags(null, new long[2]), new Flags(new boolean[3], new long[3]))) {
      MPIException refused = assertThrows(MPIException.class, () -> array.set(1, wrong), () -> String.valueOf(wrong));
      assertEquals(MPI.ERR_ARG, refused.getErrorClass());
      assertTrue(String.valueOf(refused.getMessage()).contains("record 1"), refused.getMessage());
    }
    assertTrue(put(type, new Flags(null, new long[2])).contains("Flags.flags is null, and its record declares @Length(3)"));
    assertTrue(put(RecordType.of(Edge.class), new Edge(1, null)).contains("Edge.to is null, and memory has no null"));
    assertThrows(IndexOutOfBoundsException.class, () -> array.get(2));
    assertThrows(IndexOutOfBoundsException.class, () -> array.put(-1, array.getFirst()));
    assertEquals(MPI.ERR_COUNT, assertThrows(MPIException.class, () -> type.allocate(-1)).getErrorClass());
    RecordArray<Positive> numbers = RecordType.of(Positive.class).over(MemorySegment.ofArray(new int[] {1, -1}));
    assertEquals(1, numbers.get(0).i());
    assertEquals("negative", assertThrows(IllegalStateException.class, () -> numbers.get(1)).getMessage()); // the constructor's own words
  }

  /** What is said of a record that cannot be put. */
  private static <R extends Record> String put(RecordType<R> type, R wrong) {
    MPIException refused = assertThrows(MPIException.class, () -> type.copyOf(List.of(wrong)));
    assertEquals(MPI.ERR_ARG, refused.getErrorClass());
    return String.valueOf(refused.getMessage());
  }

  @Test
  void memoryThatIsNotThereIsRefused() {
    RecordType<Dense> type = RecordType.of(Dense.class);
    assertEquals(MPI.ERR_BUFFER, assertThrows(MPIException.class, () -> type.over(null)).getErrorClass());
    assertEquals(MPI.ERR_BUFFER, assertThrows(MPIException.class, () -> type.allocate(null, 1)).getErrorClass());
    assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> type.copyOf((List<Dense>) null)).getErrorClass());
    assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> type.copyOf((Dense[]) null)).getErrorClass());
    Arena closed = Arena.ofConfined();
    closed.close();
    assertEquals(MPI.ERR_BUFFER, assertThrows(MPIException.class, () -> type.allocate(closed, 1)).getErrorClass());
  }

  @Test
  void aFunctionOfTwoRecordsHasToAnswerOne() {
    ThreadRanks.run(2, NoAnswer.class);
  }

  static final class NoAnswer implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      RecordType<Dense> type = RecordType.of(Dense.class);
      RecordArray<Dense> mine = type.copyOf(new Dense(1, 2));
      Op mute = type.operation((left, right) -> null, true);
      MPIException refused = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.allReduce(mine.memory(), type.allocate(1).memory(), 1, type.datatype(), mute));
      assertEquals(MPI.ERR_OP, refused.getErrorClass());
      MPI.Finalize();
    }
  }

  record Number(int value) {}

  record TwoFloats(float a, float b) {}

  @Test
  void anOperationOnRecordsIsRefusedForElementsThatLieOtherwise() {
    ThreadRanks.run(2, OtherElements.class);
  }

  static final class OtherElements implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      RecordType<Sum> sum = RecordType.of(Sum.class);
      Op add = sum.operation((a, b) -> new Sum(a.count() + b.count(), a.sum() + b.sum()), true);
      Op numbers = RecordType.of(Number.class).operation((a, b) -> new Number(a.value() + b.value()), true);
      Op floats = RecordType.of(TwoFloats.class).operation((a, b) -> a, true);
      Datatype two = Datatype.createContiguous(2, sum.datatype());
      two.commit();
      refused(world, MPI.DOUBLE, add);
      refused(world, MPI.DOUBLE, numbers);
      refused(world, MPI.DOUBLE, floats);
      refused(world, MPI.FLOAT, numbers);
      refused(world, MPI.BYTE, numbers);
      refused(world, RecordType.of(Dense.class).datatype(), numbers);
      refused(world, two, add);

      Datatype byHand = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
      byHand.commit();
      for (Datatype same : new Datatype[] {sum.datatype(), RecordType.of(Sum.class).datatype(), sum.datatype().dup(), byHand}) {
        RecordArray<Sum> total = sum.allocate(2);
        world.allReduce(sum.copyOf(new Sum(1, 2), new Sum(3, 4)).memory(), total.memory(), 2, same, add);
        assertEquals(List.of(new Sum(2, 4), new Sum(6, 8)), total);
      }
      int[] value = {5};
      world.allReduce(value, 1, MPI.INT, numbers);
      assertEquals(10, value[0]);
      MPI.Finalize();
    }

    private static void refused(Intracomm world, Datatype other, Op operation) {
      MemorySegment memory = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(256));
      MPIException refused = assertThrows(MPIException.class, () -> world.allReduce(memory, MemorySegment.ofBuffer(ByteBuffer.allocateDirect(256)), 2, other, operation));
      assertEquals(MPI.ERR_OP, refused.getErrorClass());
      assertTrue(String.valueOf(refused.getMessage()).contains("the operation combines records of "), refused.getMessage());
    }
  }

  @Test
  void memoryEndsWithItsArena() {
    RecordType<Dense> type = RecordType.of(Dense.class);
    RecordArray<Dense> array;
    try (Arena arena = Arena.ofConfined()) {
      array = type.allocate(arena, 1);
      array.put(0, new Dense(1, 2));
    }
    assertOutOfReach("was closed with its arena", () -> array.get(0));
    assertOutOfReach("was closed with its arena", () -> array.put(0, new Dense(1, 2)));
    assertNotNull(type.datatype());
    assertEquals(100, IntStream.range(0, 100).mapToObj(i -> new Dense(i, i)).collect(Collectors.collectingAndThen(Collectors.toList(), type::copyOf)).size());
  }

  @Test
  void memoryOfOneThreadIsOutOfReachForOthers() throws InterruptedException {
    try (Arena arena = Arena.ofConfined()) {
      RecordArray<Dense> array = RecordType.of(Dense.class).allocate(arena, 1);
      AtomicReference<Throwable> failed = new AtomicReference<>();
      Thread other = new Thread(() -> {
        assertOutOfReach("belongs to another thread", () -> array.get(0));
        assertOutOfReach("belongs to another thread", () -> array.put(0, new Dense(1, 2)));
      });
      other.setUncaughtExceptionHandler((thread, thrown) -> failed.set(thrown));
      other.start();
      other.join();
      assertNull(failed.get());
    }
  }

  private static void assertOutOfReach(String why, Executable access) {
    MPIException refused = assertThrows(MPIException.class, access);
    assertEquals(MPI.ERR_BUFFER, refused.getErrorClass());
    assertTrue(String.valueOf(refused.getMessage()).contains(why), refused.getMessage());
  }

  @Test
  void moreRecordsThanThereIsMemoryForAreRefused() {
    MPIException refused = assertThrows(MPIException.class, () -> RecordType.of(Particle.class).allocate(Integer.MAX_VALUE));
    assertEquals(MPI.ERR_NO_MEM, refused.getErrorClass());
    assertTrue(String.valueOf(refused.getMessage()).contains("2147483647 records of 72 bytes"), refused.getMessage());
  }
}
