package org.braid.mpi.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A list of runs that is repeated says, packs and shows the same as all its runs one by one. */
class RepeatedRunsTest {
    private static final int WALKS = 3000;

    @Test
    void aListThatIsRepeatedIsWhatAllItsRunsAre() {
        long seed = Long.getLong("braid.seed", System.nanoTime());
        for (int walk = 0; walk < WALKS; walk++) {
            try {
                new Walk(new SplittableRandom(seed + walk)).compare();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("replay with -Dbraid.seed=" + (seed + walk), e);
            }
        }
    }

    /** One type in both forms. */
    private static final class Walk {
        private static final BaseType[] BASES = {BaseType.BYTE, BaseType.SHORT, BaseType.INT, BaseType.LONG, BaseType.FLOAT, BaseType.DOUBLE};

        private final SplittableRandom random;
        private final BaseType base;
        private final TypeMap listed;
        private final TypeMap repeated;
        private final int count;
        private final int start;
        private final Object memory;

        Walk(SplittableRandom random) {
            this.random = random;
            this.base = BASES[random.nextInt(BASES.length)];
            int unit = base.bytes();
            TypeMap list = list(unit);
            long times = random.nextInt(2, 6);
            long step = (long) unit * random.nextInt(-6, 12);
            Bounds bounds = new Bounds(0, (long) unit * random.nextInt(1, 60), true, true);
            this.listed = TypeMaps.resized(TypeMaps.vector(times, 1, step, list), 0, bounds.upper());
            this.repeated = new TypeMap(new Repetition(list.loop, times, step), bounds, false);
            this.count = random.nextInt(1, 4);
            this.start = (int) -Math.min(0, listed.firstTouched(count));
            this.memory = filled((int) (start + listed.endTouched(count)) / unit + 1);
        }

        /** One or two runs, upwards or not. */
        private TypeMap list(int unit) {
            long[] lengths = random.longs(random.nextInt(1, 3), 1, 4).toArray();
            long[] places = random.longs(lengths.length, -4, 8).map(place -> place * unit).toArray();
            return TypeMaps.indexed(lengths, places, TypeMap.of(base));
        }

        private Object filled(int elements) {
            byte[] bytes = new byte[elements * base.bytes()];
            random.nextBytes(bytes);
            Object array = Array.newInstance(base.arrayClass().getComponentType(), elements);
            UserMemory.copy(bytes, 0, array, 0, bytes.length);
            return array;
        }

        void compare() {
            numbers();
            places();
            byte[] packed = packed(listed);
            assertArrayEquals(packed, packed(repeated));
            assertArrayEquals(unpacked(listed, packed), unpacked(repeated, packed));
            pieces(packed);
            bigEndian(packed.length);
        }

        private void numbers() {
            assertEquals(listed.sizeBytes(), repeated.sizeBytes());
            assertEquals(listed.elements(), repeated.elements());
            assertEquals(listed.trueLowerBoundBytes(), repeated.trueLowerBoundBytes());
            assertEquals(listed.trueExtentBytes(), repeated.trueExtentBytes());
            assertEquals(listed.isContiguous(), repeated.isContiguous());
            assertEquals(listed.base(), repeated.base());
            for (int i = 0; i < listed.elements(); i++) {
                assertEquals(listed.elementAtBytes(i), repeated.elementAtBytes(i));
                assertEquals(listed.elementBase(i), repeated.elementBase(i));
            }
            for (long bytes = 0; bytes <= 2 * listed.sizeBytes(); bytes++) {
                assertEquals(listed.elementsIn(bytes), repeated.elementsIn(bytes));
            }
        }

        private void places() {
            Layout one = listed.layout();
            Layout other = repeated.layout();
            assertEquals(one.isRising(), other.isRising());
            for (long position = 0; position < 2 * one.sizeBytes(); position++) {
                assertEquals(one.displacementOf(position), other.displacementOf(position));
            }
            for (long at = 0; at < 2 * listed.extentBytes() && one.isRising(); at++) {
                assertEquals(one.bytesBelow(at), other.bytesBelow(at));
            }
        }

        private byte[] packed(TypeMap type) {
            byte[] packed = new byte[(int) type.sizeBytes() * count];
            assertEquals(packed.length, Packing.pack(type, memory, start, count, packed, 0));
            return packed;
        }

        private byte[] unpacked(TypeMap type, byte[] packed) {
            byte[] room = new byte[(int) (start + listed.endTouched(count))];
            Packing.unpack(type, packed, 0, packed.length - 1, room, start);
            return room;
        }

        /** As rings take them. */
        private void pieces(byte[] packed) {
            ElementMemory shown = ElementMemory.of(repeated, memory, start, count);
            byte[] gathered = new byte[packed.length];
            Object room = filled(Array.getLength(memory));
            Object expected = copyOf(room);
            for (int from = 0; from < packed.length; ) {
                int length = random.nextInt(1, packed.length - from + 1);
                shown.gather(from, MemorySegment.ofArray(gathered), from, length);
                ElementMemory.of(repeated, room, start, count).scatter(MemorySegment.ofArray(packed), from, from, length);
                from += length;
            }
            assertArrayEquals(packed, gathered);
            ElementMemory.of(listed, expected, start, count).scatter(MemorySegment.ofArray(packed), 0, 0, packed.length);
            assertTrue(UserMemory.view(expected).mismatch(UserMemory.view(room)) < 0);
        }

        private static Object copyOf(Object array) {
            Object copy = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
            UserMemory.copy(array, 0, copy, 0, UserMemory.capacityBytes(array));
            return copy;
        }

        private void bigEndian(int length) {
            byte[] one = new byte[length];
            byte[] other = new byte[length];
            UserStream.of(listed, memory, start, count, true).copyTo(0, MemorySegment.ofArray(one), 0, length);
            int cut = random.nextInt(length);
            UserStream.of(repeated, memory, start, count, true).copyTo(0, MemorySegment.ofArray(other), 0, cut);
            UserStream.of(repeated, memory, start, count, true).copyTo(cut, MemorySegment.ofArray(other), cut, length - cut);
            assertArrayEquals(one, other);
        }
    }
}
