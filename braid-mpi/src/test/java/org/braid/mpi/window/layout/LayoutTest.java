package org.braid.mpi.window.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.braid.base.BraidException;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.Packing;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.TypeMaps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A layout says where the data of a type lie; it travels without loss, and what is no layout is refused. */
@Execution(CONCURRENT)
class LayoutTest {
    static LongStream seeds() {
        return LongStream.concat(LongStream.range(0, 300), new SplittableRandom().longs(20));
    }

    private static TypeMap random(SplittableRandom random, int depth) {
        TypeMap old = depth == 0 ? TypeMap.of(BaseType.values()[random.nextInt(8)]) : random(random, depth - 1);
        int blocks = random.nextInt(4);
        long[] lengths = random.longs(blocks, 0, 4).toArray();
        long[] displacements = random.longs(blocks, 0, 60).toArray();
        return switch (random.nextInt(4)) {
            case 0 -> TypeMaps.vector(random.nextInt(5), random.nextInt(3), random.nextInt(0, 40), old);
            case 1 -> TypeMaps.indexed(lengths, displacements, old);
            case 2 -> TypeMaps.contiguous(random.nextInt(4), old);
            default -> old;
        };
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatALayoutGathersIsWhatThePackingOfItsTypeGives(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TypeMap map = random(random, random.nextInt(3));
        int count = random.nextInt(4);
        Layout layout = Layout.of(map, count);
        byte[] memory = bytes(random, (int) layout.end() + 10);
        byte[] packed = new byte[(int) map.sizeBytes() * count];
        long ignored = Packing.pack(map, memory, 0, count, packed, 0);
        assertArrayEquals(packed, layout.gather(memory, 0), "seed " + seed);
        assertEquals(map.endTouched(count), layout.end(), "seed " + seed);
        assertEquals(map.firstTouched(count), layout.first(), "seed " + seed);
    }

    private static byte[] bytes(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsReadIsWhatWasWrittenAndNothingShorterIs(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Layout layout = Layout.of(random(random, random.nextInt(3)), random.nextInt(4));
        byte[] written = written(layout);
        GetBuffer reader = new GetBuffer(written);
        assertEquals(blocks(layout), blocks(Layout.get(reader)), "seed " + seed);
        assertEquals(0, reader.remaining(), "seed " + seed);
        for (int length = 0; length < written.length; length++) {
            byte[] cut = Arrays.copyOf(written, length);
            assertThrows(BraidException.class, () -> Layout.get(new GetBuffer(cut)), "seed " + seed);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void damagedBytesAreRefusedOrAreALayoutThatLiesInItsBounds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] written = written(Layout.of(random(random, random.nextInt(3)), random.nextInt(4)));
        for (int i = 0; i < 50; i++) {
            byte[] damaged = written.clone();
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            try {
                Layout read = Layout.get(new GetBuffer(damaged));
                read.forEach((at, packed, length) -> assertTrue(length > 0 && at >= read.first() && at + length <= read.end() && packed >= 0, "seed " + seed));
            } catch (BraidException refused) {
                assertTrue(refused.getMessage() != null);
            }
        }
    }

    private static byte[] written(Layout layout) {
        PutBuffer buffer = new PutBuffer();
        layout.put(buffer);
        return buffer.toBytes();
    }

    private static List<String> blocks(Layout layout) {
        List<String> blocks = new ArrayList<>();
        layout.forEach((at, packed, length) -> blocks.add(at + " " + packed + " " + length));
        return blocks;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void partsTogetherAreTheWholeAndNoneIsTooLong(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Layout layout = Layout.of(random(random, random.nextInt(3)), random.nextInt(20));
        byte[] memory = bytes(random, (int) layout.end() + 10);
        byte[] whole = layout.gather(memory, 0);
        byte[] together = new byte[whole.length];
        layout.forEachPart(16, (part, packed) -> {
            assertTrue(part.sizeBytes() > 0 && part.sizeBytes() <= 16, "seed " + seed);
            byte[] gathered = part.gather(memory, 0);
            System.arraycopy(gathered, 0, together, (int) packed, gathered.length);
        });
        assertArrayEquals(whole, together, "seed " + seed);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aPrefixIsTheBeginning(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Layout layout = Layout.of(random(random, random.nextInt(3)), random.nextInt(4));
        byte[] memory = bytes(random, (int) layout.end() + 10);
        int length = random.nextInt((int) layout.sizeBytes() + 1);
        assertArrayEquals(Arrays.copyOf(layout.gather(memory, 0), length), layout.prefix(length).gather(memory, 0), "seed " + seed);
    }

    @Test
    void equalBlocksAtEqualDistancesAreDescribedInAFewBytes() {
        Layout column = Layout.of(TypeMaps.vector(8000, 1, 12, TypeMap.of(BaseType.INT)), 1);
        assertTrue(written(column).length < 32);
        assertEquals(blocks(column), blocks(Layout.get(new GetBuffer(written(column)))));
    }

    @Test
    void theLongestBlockIsCutIntoPartsThatCoverItOnce() {
        long[] end = {0};
        Layout.of(Integer.MAX_VALUE).forEachPart(1 << 18, (part, packed) -> {
            assertEquals(end[0], part.first());
            assertEquals(end[0], packed);
            end[0] = part.end();
        });
        assertEquals(Integer.MAX_VALUE, end[0]);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aPrefixOfAPrefixIsTheBeginningAndLiesInItsBounds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Layout layout = Layout.of(random(random, random.nextInt(3)), random.nextInt(20));
        byte[] memory = bytes(random, (int) layout.end() + 10);
        Layout longer = layout.prefix(random.nextInt((int) layout.sizeBytes() + 1));
        Layout shorter = longer.prefix(random.nextInt((int) longer.sizeBytes() + 1));
        assertArrayEquals(Arrays.copyOf(layout.gather(memory, 0), (int) shorter.sizeBytes()), shorter.gather(memory, 0), "seed " + seed);
        long[] bounds = {Long.MAX_VALUE, Long.MIN_VALUE};
        shorter.forEach((at, packed, length) -> {
            bounds[0] = Math.min(bounds[0], at);
            bounds[1] = Math.max(bounds[1], at + length);
        });
        assertEquals(shorter.sizeBytes() == 0 ? 0 : bounds[0], shorter.first(), "seed " + seed);
        assertEquals(shorter.sizeBytes() == 0 ? 0 : bounds[1], shorter.end(), "seed " + seed);
    }

    @Test
    void moreElementsWithGapsThanAnIntCountsAreNoListOfBlocks() {
        TypeMap map = TypeMaps.vector(2, 1, 12, TypeMap.of(BaseType.INT));
        Layout layout = Layout.of(map, 1L << 40);
        assertEquals(1L << 43, layout.sizeBytes());
        assertEquals(map.endTouched(1L << 40), layout.end());
        Layout cut = layout.prefix((1L << 42) + 6);
        assertEquals((1L << 42) + 6, cut.sizeBytes());
        assertEquals(map.endTouched((1L << 39)) + 12 + 2, cut.end());
        assertThrows(ArithmeticException.class, () -> Layout.of(map, Long.MAX_VALUE));
        assertThrows(ArithmeticException.class, () -> Layout.of(map, 1L << 57));
    }

    @Test
    void placesBeyondEveryWindowAreRefused() {
        for (long place : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, 1L << 61}) {
            PutBuffer buffer = new PutBuffer().putByte(1).putInt(1).putLong(place).putInt(8);
            assertThrows(BraidException.class, () -> Layout.get(new GetBuffer(buffer.toBytes())));
        }
        PutBuffer tooMany = new PutBuffer().putByte(0).putInt(Layout.MOST_BLOCKS + 1).putLong(0).putLong(8).putInt(8);
        assertThrows(BraidException.class, () -> Layout.get(new GetBuffer(tooMany.toBytes())));
        PutBuffer tooLong = new PutBuffer().putByte(0).putInt(Layout.MOST_BLOCKS).putLong(0).putLong(Integer.MAX_VALUE).putInt(Integer.MAX_VALUE);
        assertThrows(BraidException.class, () -> Layout.get(new GetBuffer(tooLong.toBytes())));
    }

    @Test
    void blocksThatAreTooManyToBeListedAreRepeated() {
        TypeMap column = TypeMaps.vector((1 << 20) + 2, 1, 2, TypeMap.of(BaseType.BYTE));
        TypeMap nested = TypeMaps.vector(3, 1, column.extentBytes() + 5, column);
        for (TypeMap type : new TypeMap[] {column, nested}) {
            byte[] memory = bytes(new SplittableRandom(1), (int) (2 * type.extentBytes()));
            byte[] packed = new byte[2 * (int) type.sizeBytes()];
            long ignored = Packing.pack(type, memory, 0, 2, packed, 0);
            Layout two = Layout.of(type, 2);
            assertArrayEquals(packed, two.gather(memory, 0));
            assertEquals(type.endTouched(2), two.end());
            byte[] together = new byte[packed.length];
            two.forEachPart(1 << 12, (part, at) -> System.arraycopy(part.gather(memory, 0), 0, together, (int) at, (int) part.sizeBytes()));
            assertArrayEquals(packed, together);
            assertArrayEquals(Arrays.copyOf(packed, (1 << 20) + 17), two.prefix((1 << 20) + 17).gather(memory, 0));
        }
    }
}
