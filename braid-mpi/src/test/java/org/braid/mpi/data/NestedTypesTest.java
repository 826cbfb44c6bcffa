package org.braid.mpi.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Types of more blocks than can be listed are described by what they repeat, at any number of distances up to eight, and by what follows each other; places are found in them without a walk. */
class NestedTypesTest {
    private static final TypeMap INT = TypeMap.of(BaseType.INT);
    private static final long MANY = 3L << 20;
    private static final TypeMap COLUMN = TypeMaps.vector(MANY, 1, 8, INT);
    private static final int LOOKS = 10_000;

    /** Its n-th int lies there; so says every way to ask, at random places. */
    private static void assertInts(TypeMap type, long ints, LongUnaryOperator placeOf) {
        assertEquals(4 * ints, type.sizeBytes());
        assertEquals(ints, type.elements());
        SplittableRandom random = new SplittableRandom(ints);
        Layout layout = type.layout();
        for (int look = 0; look < LOOKS; look++) {
            long i = look == 0 ? ints - 1 : random.nextLong(ints);
            assertEquals(placeOf.applyAsLong(i), type.elementAtBytes(i));
            assertEquals(placeOf.applyAsLong(i) + 2, layout.displacementOf(4 * i + 2));
            assertEquals(i, type.elementsIn(4 * i));
            if (layout.isRising()) {
                assertEquals(4 * i + 1, layout.bytesBelow(placeOf.applyAsLong(i) + 1));
            }
        }
    }

    @Test
    void whatIsTooLongToBeListedIsRepeated() {
        assertEquals(1, COLUMN.loop.repetitions());
        assertEquals(1024, COLUMN.loop.listed(), "lists are walked over faster");
        assertEquals(8 * MANY - 4, COLUMN.extentBytes());
        assertInts(COLUMN, MANY, i -> 8 * i);
        TypeMap prime = TypeMaps.vector((1L << 31) - 1, 1, 8, INT);
        assertEquals(1, prime.loop.listed());
        assertInts(prime, (1L << 31) - 1, i -> 8 * i);
        assertInts(TypeMaps.indexed(new long[] {1}, new long[] {-8}, COLUMN), MANY, i -> 8 * i - 8);
        TypeMap twice = TypeMaps.contiguous(2, TypeMaps.resized(COLUMN, 0, 8 * MANY));
        assertEquals(1, twice.loop.repetitions(), "it goes on at the same distance");
        assertInts(twice, 2 * MANY, i -> 8 * i);
        assertTrue(TypeMaps.contiguous(MANY, TypeMaps.struct(new long[] {1, 1}, new long[] {0, 4}, new TypeMap[] {INT, TypeMap.of(BaseType.FLOAT)})).isContiguous());
        TypeMap sheet = TypeMaps.vector(1 << 11, 1, 1L << 30, TypeMaps.vector(1 << 11, 1, 1 << 12, INT));
        assertEquals(1L << 22, sheet.loop.runs());
        assertInts(sheet, 1L << 22, i -> ((i >> 11) << 30) + ((i & 2047) << 12));
    }

    @Test
    void vectorsOfVectorsOfVectorsHaveABillionBlocks() {
        TypeMap line = TypeMaps.vector(1 << 11, 1, 8, INT);
        TypeMap plane = TypeMaps.vector(1 << 10, 1, 1 << 14, line);
        TypeMap box = TypeMaps.vector(1 << 9, 1, -(1L << 30), plane);
        assertEquals(1L << 30, box.loop.runs());
        assertEquals(-(511L << 30), box.trueLowerBoundBytes());
        assertEquals((511L << 30) + (1023L << 14) + (2047L << 3) + 4, box.trueExtentBytes());
        assertEquals(box.trueExtentBytes(), box.extentBytes());
        assertInts(box, 1L << 30, NestedTypesTest::inBox);
        TypeMap boxes = TypeMaps.vector(5, 3, 1L << 42, TypeMaps.resized(box, 0, 1L << 13));
        assertInts(boxes, 15L << 30, i -> ((i >> 30) / 3 << 42) + ((i >> 30) % 3 << 13) + inBox(i & (1 << 30) - 1));
        assertEquals(4, boxes.loop.repetitions());
        assertEquals(1 << 11, boxes.loop.listed(), "what is written down is one line");
    }

    private static long inBox(long i) {
        return ((i & 2047) << 3) + ((i >> 11 & 1023) << 14) - ((i >> 21) << 30);
    }

    @Test
    void aPartOfABillionBlocksIsMovedWithoutWalkingToIt() {
        TypeMap line = TypeMaps.vector(1 << 11, 1, 8, INT);
        TypeMap plane = TypeMaps.vector(1 << 10, 1, 4, line);
        TypeMap box = TypeMaps.vector(1 << 9, 1, 12, plane);
        int[] array = new int[2 * 2047 + 1023 + 3 * 511 + 1];
        Arrays.setAll(array, i -> 7 * i);
        ElementMemory shown = ElementMemory.of(box, array, 0, 1);
        assertEquals(1L << 32, shown.bytes());
        SplittableRandom random = new SplittableRandom(5);
        int[] part = new int[5000];
        for (int look = 0; look < 200; look++) {
            long from = random.nextLong((1L << 30) - part.length);
            shown.gather(4 * from, MemorySegment.ofArray(part), 0, 4 * part.length);
            for (int i = 0; i < part.length; i++) {
                long n = from + i;
                assertEquals(7 * ((n & 2047) * 2 + (n >> 11 & 1023) + (n >> 21) * 3), part[i]);
            }
        }
    }

    @Test
    void boxesOfArraysOfManyDimensionsHaveADistanceForEach() {
        long[] sizes = {6, 1 << 9, 1 << 9, 1 << 9};
        long[] subSizes = {4, 1 << 8, 1 << 8, 1 << 8};
        for (boolean firstIsFastest : new boolean[] {false, true}) {
            TypeMap wide = ArrayMaps.subarray(sizes, subSizes, new long[] {1, 2, 3, 4}, firstIsFastest, TypeMaps.resized(INT, 0, 8));
            assertEquals(8L * 6 << 27, wide.extentBytes());
            int[] order = firstIsFastest ? new int[] {0, 1, 2, 3} : new int[] {3, 2, 1, 0};
            assertInts(wide, 4L << 24, i -> {
                long left = i;
                long stride = 8;
                long place = 0;
                for (int d : order) {
                    place += (d + 1 + left % subSizes[d]) * stride;
                    left /= subSizes[d];
                    stride *= sizes[d];
                }
                return place;
            });
        }
    }

    @Test
    void whatIsDealtOutInTurnsEndsInPartOfABlock() {
        long size = 100_000_007;
        for (int coord = 0; coord < 3; coord++) {
            ArrayMaps.Blocks mine = ArrayMaps.dealt(size, 5, 3, coord);
            TypeMap type = ArrayMaps.of(new long[] {2, size}, new ArrayMaps.Blocks[] {ArrayMaps.dealt(2, 2, 1, 0), mine}, false, INT);
            long first = 5L * coord;
            long each = size / 15 * 5 + Math.clamp(size % 15 - first, 0, 5);
            assertInts(type, 2 * each, i -> 4 * (i / each * size + first + i % each / 5 * 15 + i % each % 5));
            assertEquals(8 * size, type.extentBytes());
        }
    }

    @Test
    void whatIsDealtOutIsWhatEachIndexInTurnIs() {
        for (int size = 1; size < 24; size++) {
            for (int length = 1; length < 6; length++) {
                for (int ranks = 1; ranks < 5; ranks++) {
                    int found = 0;
                    for (int coord = 0; coord < ranks; coord++) {
                        TypeMap type = ArrayMaps.of(new long[] {size}, new ArrayMaps.Blocks[] {ArrayMaps.dealt(size, length, ranks, coord)}, false, INT);
                        int at = 0;
                        for (int i = 0; i < size; i++) {
                            if (ranks == 1 || i / length % ranks == coord) {
                                assertEquals(4L * i, type.elementAtBytes(at++));
                            }
                        }
                        assertEquals(at, type.elements());
                        found += at;
                    }
                    assertEquals(size, found);
                }
            }
        }
    }

    @Test
    void longTypesFollowEachOther() {
        TypeMap both = TypeMaps.struct(new long[] {2, 1, 1}, new long[] {0, 4, 40}, new TypeMap[] {INT, COLUMN, INT});
        assertInstanceOf(Sequence.class, both.loop);
        assertInts(both, MANY + 3, i -> i < 2 ? 4 * i : i < MANY + 2 ? 4 + 8 * (i - 2) : 40);
        TypeMap again = TypeMaps.struct(new long[] {1, 1}, new long[] {-4, 1 << 30}, new TypeMap[] {both, both});
        assertEquals(6, ((Sequence) again.loop).length(), "sequences in sequences are one");
        long[] at = new SplittableRandom(3).longs(1000, 0, 1L << 40).map(place -> 4 * place).toArray();
        long[] once = new long[at.length];
        Arrays.fill(once, 1);
        TypeMap scattered = TypeMaps.indexed(once, at, COLUMN);
        assertTrue(scattered.loop.listed() < 3000, "a loop is described once");
        assertInts(scattered, 1000 * MANY, i -> at[(int) (i / MANY)] + 8 * (i % MANY));
        TypeMap repeated = TypeMaps.vector(1000, 1, 1L << 45, scattered);
        assertInts(repeated, 1_000_000 * MANY, i -> (i / (1000 * MANY) << 45) + at[(int) (i / MANY % 1000)] + 8 * (i % MANY));
    }

    @Test
    void eightDistancesAreTheMost() {
        TypeMap type = TypeMaps.vector((1 << 20) + 1, 1, 8, INT);
        for (int level = 1; level < DataloopBuilder.MOST_REPETITIONS; level++) {
            type = TypeMaps.vector(2, 1, type.extentBytes() + 4L * level + 4, type);
        }
        assertEquals(DataloopBuilder.MOST_REPETITIONS, type.loop.repetitions());
        assertEquals(((1L << 20) + 1) << 7, type.elements());
        TypeMap deepest = type;
        ArithmeticException refused = assertThrows(ArithmeticException.class, () -> TypeMaps.vector(2, 1, 2 * deepest.extentBytes(), deepest));
        assertTrue(String.valueOf(refused.getMessage()).contains("9 distances"), refused.getMessage());
        assertFalse(TypeMaps.resized(deepest, 0, 8).isContiguous());
    }

    @Test
    void whatRepeatsNothingIsAListAndHasAnEnd() {
        long[] lengths = new long[(1 << 20) + 1];
        Arrays.fill(lengths, 1);
        long[] places = new long[lengths.length];
        Arrays.setAll(places, i -> 8L * i * i);
        assertThrows(ArithmeticException.class, () -> TypeMaps.indexed(lengths, places, INT));
        TypeMap most = TypeMaps.indexed(Arrays.copyOf(lengths, 1 << 20), Arrays.copyOf(places, 1 << 20), INT);
        assertEquals(1 << 20, most.loop.listed());
        assertInts(TypeMaps.vector(3, 1, 4, most), 3L << 20, i -> 4 * (i >> 20) + 8 * (i & 0xFFFFF) * (i & 0xFFFFF));
        TypeMap many = TypeMaps.indexed(Arrays.copyOf(lengths, 600_000), Arrays.copyOf(places, 600_000), INT);
        TypeMap others = TypeMaps.resized(TypeMaps.indexed(Arrays.copyOf(lengths, 600_000), Arrays.copyOf(places, 600_000), INT), 0, 4);
        assertThrows(ArithmeticException.class, () -> TypeMaps.struct(new long[] {1, 1}, new long[] {0, 4}, new TypeMap[] {many, others}));
        Arrays.setAll(places, i -> 4L * i);
        assertTrue(TypeMaps.indexed(lengths, places, INT).isContiguous(), "blocks that touch are one");
    }
}
