package org.braid.mpi.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Type maps, packing and unpacking against {@link NaiveTypeMap}, on random walks through the type constructors. */
class TypeMapTest {
  private static final int WALKS = 3000;

  @Test
  void randomlyBuiltTypesHaveTheModelsBoundsAndPackTheModelsBytes() {
    long seed = Long.getLong("braid.seed", System.nanoTime());
    for (int walk = 0; walk < WALKS; walk++) {
      try {
        walk(new SplittableRandom(seed + walk));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("replay with -Dbraid.seed=" + (seed + walk), e);
      }
    }
  }

  private static void walk(SplittableRandom random) {
    BaseType base = BaseType.values()[random.nextInt(BaseType.DOUBLE.ordinal() + 1)];
    TypeMap real = TypeMap.of(base);
    NaiveTypeMap model = NaiveTypeMap.of(base);
    int depth = random.nextInt(4);
    for (int d = 0; d < depth && model.entries().size() < 200; d++) {
      NaiveTypeMap.Step step = NaiveTypeMap.Step.random(random, model);
      real = step.onReal(real);
      model = step.onModel(model);
    }
    compareBounds(model, real);
    comparePacking(model, real, random);
  }

  private static void compareBounds(NaiveTypeMap model, TypeMap real) {
    assertEquals(model.size(), real.sizeBytes(), "size");
    assertEquals(model.lower(), real.lowerBoundBytes(), "lower bound");
    assertEquals(model.upper() - model.lower(), real.extentBytes(), "extent");
    assertEquals(model.entries().size(), real.elements(), "elements");
    if (model.size() > 0) {
      assertEquals(model.trueLower(), real.trueLowerBoundBytes(), "true lower bound");
    }
  }

  private static void comparePacking(NaiveTypeMap model, TypeMap real, SplittableRandom random) {
    int count = random.nextInt(4);
    int offset = (int) -Math.min(0, real.firstTouched(count)) + random.nextInt(3);
    byte[] memory = new byte[(int) Math.max(0, offset + real.endTouched(count))];
    random.nextBytes(memory);
    byte[] packed = new byte[count * (int) real.sizeBytes() + 2];
    assertEquals(count * real.sizeBytes(), Packing.pack(real, memory, offset, count, packed, 2));
    byte[] expected = model.pack(memory, offset, count);
    assertArrayEquals(expected, java.util.Arrays.copyOfRange(packed, 2, packed.length));
    int part = expected.length == 0 ? 0 : random.nextInt(expected.length + 1);
    byte[] out = new byte[memory.length];
    Packing.unpack(real, packed, 2, part, out, offset);
    assertArrayEquals(model.unpack(java.util.Arrays.copyOf(expected, part), memory.length, offset, count), out);
  }

  @Test
  void aVectorOfDoublesPacksAColumnOfAMatrix() {
    double[] matrix = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    TypeMap column = TypeMaps.vector(3, 1, 24, TypeMap.of(BaseType.DOUBLE));
    byte[] packed = new byte[24];
    Packing.pack(column, matrix, 8, 1, packed, 0);
    double[] back = new double[3];
    UserMemory.copy(packed, 0, back, 0, 24);
    assertArrayEquals(new double[] {1, 4, 7}, back);
    assertFalse(column.isContiguous());
  }

  @Test
  void booleanArraysArePackedElementByElement() {
    boolean[] flags = {true, false, true, false, true, true};
    TypeMap everyOther = TypeMaps.vector(3, 1, 2, TypeMap.of(BaseType.BOOLEAN));
    byte[] packed = new byte[3];
    Packing.pack(everyOther, flags, 0, 1, packed, 0);
    assertArrayEquals(new byte[] {1, 1, 1}, packed);
    boolean[] out = new boolean[6];
    Packing.unpack(everyOther, new byte[] {0, 1, 1}, 0, 3, out, 0);
    assertArrayEquals(new boolean[] {false, false, true, false, true, false}, out);
  }

  @Test
  void contiguousOfContiguousNeedsNoPackingHoweverLarge() {
    TypeMap large = TypeMaps.contiguous(500_000_000, TypeMap.of(BaseType.INT));
    assertTrue(large.isContiguous());
    assertEquals(2_000_000_000, large.sizeBytes());
    assertEquals(4_000_000_000L, TypeMaps.contiguous(2, large).sizeBytes());
    assertThrows(ArithmeticException.class, () -> TypeMaps.contiguous(1L << 32, large));
  }

  @Test
  void sizesBoundsAndPlacesAreLongsAndBlocksThatTouchAreOneHoweverMany() {
    TypeMap byteMap = TypeMap.of(BaseType.BYTE);
    TypeMap far = TypeMaps.vector(2, 3, 5L << 30, byteMap);
    assertEquals(6, far.sizeBytes());
    assertEquals((5L << 30) + 3, far.extentBytes());
    assertEquals((5L << 30) + 1, far.elementAtBytes(4));
    assertEquals(5L << 30, far.layout().displacementOf(3));
    assertEquals(1, TypeMaps.vector(1L << 40, 4, 4, byteMap).loop.runs());
    assertEquals(1, TypeMaps.vector(1L << 40, 1, 1, TypeMaps.resized(byteMap, 0, 8)).loop.runs());
    assertEquals(1L << 40, TypeMaps.contiguous(1L << 40, TypeMaps.indexed(new long[] {1}, new long[] {7}, byteMap)).elements());
    TypeMap two = TypeMaps.contiguous(1L << 31, TypeMaps.struct(new long[] {1, 1}, new long[] {0, 1}, new TypeMap[] {byteMap, byteMap}));
    assertEquals((1L << 31) + 3, two.elementsIn((1L << 31) + 3));
    assertThrows(ArithmeticException.class, () -> TypeMaps.vector(3, 1, Long.MAX_VALUE, byteMap));
    assertThrows(ArithmeticException.class, () -> TypeMaps.resized(byteMap, Long.MAX_VALUE, 1));
  }

  @Test
  void pairsHaveTheLayoutOfC() {
    assertPair(8, 8, TypeMap.pair(BaseType.INT, BaseType.INT));
    assertPair(6, 8, TypeMap.pair(BaseType.SHORT, BaseType.INT));
    assertPair(12, 16, TypeMap.pair(BaseType.LONG, BaseType.INT));
    assertPair(8, 8, TypeMap.pair(BaseType.FLOAT, BaseType.INT));
    assertPair(12, 16, TypeMap.pair(BaseType.DOUBLE, BaseType.INT));
  }

  private static void assertPair(int size, int extent, TypeMap pair) {
    assertEquals(size, pair.sizeBytes());
    assertEquals(extent, pair.extentBytes());
  }

  @Test
  void markersFixTheBoundsOfAStruct() {
    TypeMap map =
        TypeMaps.struct(
            new long[] {1, 2, 1},
            new long[] {-4, 4, 20},
            new TypeMap[] {TypeMap.lowerBoundMarker(), TypeMap.of(BaseType.INT), TypeMap.upperBoundMarker()});
    assertEquals(-4, map.lowerBoundBytes());
    assertEquals(20, map.upperBoundBytes());
    assertEquals(8, map.sizeBytes());
  }

  @Test
  void receivedBytesCountWholeElementsOnly() {
    TypeMap pair = TypeMap.pair(BaseType.DOUBLE, BaseType.INT);
    assertEquals(5, pair.elementsIn(32));
    assertEquals(-1, pair.elementsIn(10));
    assertEquals(0, pair.elementsIn(0));
  }
}
