package org.braid.mpi.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.junit.jupiter.api.Test;

/** Elements with gaps, gathered and scattered in whatever pieces, are what packing and unpacking them at once makes of them, in memory of all kinds. */
class ElementMemoryTest {
    private static final int WALKS = 4000;
    private static final MemorySegment LANE = Arena.ofAuto().allocate(1 << 16);

    /** One piece of the stream. */
    private record Piece(int from, int length) {}

    @Test
    void piecesOfAnyLengthAreWhatPackingAtOnceMakes() {
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
        TypeMap type = random.nextBoolean() ? regular(random, base) : any(random, base);
        int count = random.nextInt(4);
        int lead = (int) -Math.min(0, type.firstTouched(count));
        int start = Math.ceilDiv(lead, base.bytes()) * base.bytes();
        int elements = Math.ceilDiv((int) (start + type.endTouched(count)), base.bytes()) + 1;
        Object data = filled(random, base, elements);
        MemoryKind kind = MemoryKind.values()[random.nextInt(MemoryKind.values().length)];
        int length = count * (int) type.sizeBytes();

        Object source = kind.holding(data, elements * base.bytes());
        byte[] packed = new byte[length];
        Packing.pack(type, source, kind.offset(base) + start, count, packed, 0);
        ElementMemory memory = ElementMemory.of(type, source, kind.offset(base) + start, count);
        assertEquals(length, memory.bytes());
        byte[] gathered = new byte[length];
        for (Piece piece : pieces(random, length)) {
            Memory.copyIn(memory, piece.from, LANE, 3, piece.length);
            MemorySegment.copy(LANE, ValueLayout.JAVA_BYTE, 3, gathered, piece.from, piece.length);
        }
        assertArrayEquals(packed, gathered);

        Object expected = kind.holding(Array.newInstance(base.arrayClass().getComponentType(), elements), elements * base.bytes());
        Object scattered = kind.holding(Array.newInstance(base.arrayClass().getComponentType(), elements), elements * base.bytes());
        if (isWithoutOverlap(type, count)) { // else the order of the pieces decides
            Packing.unpack(type, packed, 0, length, expected, kind.offset(base) + start);
            ElementMemory into = ElementMemory.of(type, scattered, kind.offset(base) + start, count);
            for (Piece piece : pieces(random, length)) {
                MemorySegment.copy(packed, piece.from, LANE, ValueLayout.JAVA_BYTE, 5, piece.length);
                Memory.copyOut(LANE, 5, into, piece.from, piece.length);
            }
            assertArrayEquals(bytes(expected), bytes(scattered));
        }
    }

    private static TypeMap regular(SplittableRandom random, BaseType base) {
        int block = 1 + random.nextInt(20);
        return TypeMaps.vector(1 + random.nextInt(8), block, (long) (block + random.nextInt(3)) * base.bytes(), TypeMap.of(base));
    }

    private static TypeMap any(SplittableRandom random, BaseType base) {
        TypeMap real = TypeMap.of(base);
        NaiveTypeMap model = NaiveTypeMap.of(base);
        for (int d = random.nextInt(4); d > 0 && model.entries().size() < 200; d--) {
            NaiveTypeMap.Step step = NaiveTypeMap.Step.random(random, model);
            real = step.onReal(real);
            model = step.onModel(model);
        }
        return real;
    }

    private static Object filled(SplittableRandom random, BaseType base, int elements) {
        byte[] bytes = new byte[elements * base.bytes()];
        random.nextBytes(bytes);
        Object data = Array.newInstance(base.arrayClass().getComponentType(), elements);
        UserMemory.copy(bytes, 0, data, 0, bytes.length);
        return data;
    }

    private static byte[] bytes(Object memory) {
        byte[] bytes = new byte[(int) UserMemory.capacityBytes(memory)];
        UserMemory.copy(memory, 0, bytes, 0, bytes.length);
        return bytes;
    }

    private static boolean isWithoutOverlap(TypeMap type, int count) {
        return count == 0 || type.layout().isRising();
    }

    /** The whole stream, cut at random places and in a random order. */
    private static List<Piece> pieces(SplittableRandom random, int length) {
        List<Piece> pieces = new ArrayList<>();
        for (int at = 0; at < length; ) {
            int piece = Math.min(length - at, 1 + random.nextInt(random.nextBoolean() ? 9 : 300));
            pieces.add(new Piece(at, piece));
            at += piece;
        }
        Collections.shuffle(pieces, new Random(random.nextLong()));
        return pieces;
    }

    @Test
    void whatLiesBehindTheLastElementIsRefused() {
        TypeMap column = TypeMaps.vector(3, 1, 24, TypeMap.of(BaseType.DOUBLE));
        ElementMemory memory = ElementMemory.of(column, new double[9], 0, 1);
        BraidException refused = assertThrows(BraidException.class, () -> Memory.copyIn(memory, 8, LANE, 0, 17));
        assertEquals(ErrorCode.MEMORY_RANGE, refused.code());
        assertThrows(BraidException.class, () -> Memory.copyOut(LANE, 0, memory, 24, 1));
    }

    @Test
    void elementsGoStraightToOtherElements() {
        TypeMap column = TypeMaps.vector(3, 1, 24, TypeMap.of(BaseType.DOUBLE));
        double[] from = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        double[] to = new double[9];
        Memory.copy(ElementMemory.of(column, from, 8, 1), 0, ElementMemory.of(column, to, 0, 1), 0, 24);
        assertArrayEquals(new double[] {2, 0, 0, 5, 0, 0, 8, 0, 0}, to);
    }

    @Test
    void whatIsGivenBackIsTakenAgain() {
        ElementMemories memories = new ElementMemories();
        TypeMap column = TypeMaps.vector(3, 1, 24, TypeMap.of(BaseType.DOUBLE));
        ElementMemory first = memories.take(column, new double[9], 0, 1);
        memories.give(first);
        assertEquals(0, first.bytes());
        ElementMemory second = memories.take(column, new double[18], 0, 2);
        assertEquals(first, second);
        assertEquals(48, second.bytes());
    }
}
