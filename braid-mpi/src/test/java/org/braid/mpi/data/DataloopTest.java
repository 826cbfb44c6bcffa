package org.braid.mpi.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every nest of small loops says, packs, shows and lets pass in pieces what the list of all its base elements does: repetitions in repetitions, of sequences, forwards, backwards and onto themselves. */
@Execution(CONCURRENT)
class DataloopTest {
    private static final int ELEMENTS = 2;

    /** Base elements of nests that are looked at from every byte on; of others a byte in many is enough. */
    private static final int FEW = 13;

    /** A loop, and the list of its base elements. */
    private record Both(Dataloop loop, List<NaiveTypeMap.Entry> entries) {
        Both repeated(int times, int step) {
            List<NaiveTypeMap.Entry> all = new ArrayList<>();
            for (int t = 0; t < times; t++) {
                all.addAll(moved(t * step));
            }
            return new Both(new Repetition(loop, times, step), all);
        }

        Both then(int at, Both other, int otherAt) {
            List<NaiveTypeMap.Entry> all = new ArrayList<>(moved(at));
            all.addAll(other.moved(otherAt));
            return new Both(new Sequence(new Dataloop[] {loop, other.loop}, new long[] {at, otherAt}), all);
        }

        List<NaiveTypeMap.Entry> moved(int shift) {
            return entries.stream().map(e -> new NaiveTypeMap.Entry(e.base(), e.at() + shift)).toList();
        }
    }

    /** What elements lie in, and of which bases they are. */
    enum Home {
        INTS(BaseType.INT, BaseType.FLOAT),
        DOUBLES(BaseType.DOUBLE, BaseType.LONG),
        SHORTS(BaseType.SHORT, BaseType.CHAR);

        private final BaseType base;
        private final BaseType other;

        Home(BaseType base, BaseType other) {
            this.base = base;
            this.other = other;
        }

        List<Both> lists() {
            int unit = base.bytes();
            return List.of(
                    list(new BaseType[] {base}, new int[] {0}, new int[] {1}),
                    list(new BaseType[] {base}, new int[] {unit}, new int[] {2}),
                    list(new BaseType[] {base, base}, new int[] {0, 2 * unit}, new int[] {1, 2}),
                    list(new BaseType[] {base, base}, new int[] {3 * unit, -unit}, new int[] {1, 1}),
                    list(new BaseType[] {base, other}, new int[] {0, unit}, new int[] {2, 1}));
        }

        private static Both list(BaseType[] bases, int[] at, int[] count) {
            List<NaiveTypeMap.Entry> entries = new ArrayList<>();
            for (int r = 0; r < at.length; r++) {
                for (int i = 0; i < count[r]; i++) {
                    entries.add(new NaiveTypeMap.Entry(bases[r], at[r] + i * bases[r].bytes()));
                }
            }
            return new Both(Runs.of(bases, IntStream.of(at).asLongStream().toArray(), IntStream.of(count).asLongStream().toArray()), entries);
        }
    }

    private static List<Both> repeated(List<Both> loops, int[] times, int unit, int... steps) {
        List<Both> all = new ArrayList<>();
        for (Both loop : loops) {
            for (int t : times) {
                for (int step : steps) {
                    all.add(loop.repeated(t, step * unit));
                }
            }
        }
        return all;
    }

    private static List<Both> sequences(List<Both> loops, int unit) {
        List<Both> all = new ArrayList<>();
        for (Both one : loops) {
            all.add(one.then(0, one, 9 * unit));
            all.add(one.then(2 * unit, loops.getFirst(), -3 * unit));
            all.add(loops.getLast().then(0, one, (int) (loops.getLast().loop.last() - one.loop.first())));
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void everyNestIsTheListOfItsElements(Home home) {
        int unit = home.base.bytes();
        List<Both> lists = home.lists();
        List<Both> nests = new ArrayList<>(lists);
        nests.addAll(repeated(lists, new int[] {2, 3}, unit, -5, 0, 1, 2, 3, 7));
        nests.addAll(sequences(nests.subList(0, nests.size()), unit));
        List<Both> deeper = repeated(nests, new int[] {2, 3}, unit, -20, 2, 4, 21);
        nests.addAll(deeper);
        List<Both> some = IntStream.range(0, deeper.size() / 37).mapToObj(i -> deeper.get(37 * i)).toList();
        nests.addAll(sequences(some, unit));
        nests.addAll(repeated(sequences(some, unit), new int[] {2}, unit, -60, 3, 66));
        assertTrue(nests.stream().anyMatch(nest -> nest.loop.repetitions() == 3));
        SplittableRandom random = new SplittableRandom(11);
        for (Both nest : nests) {
            long[] extents = {nest.loop.last() + unit, -3L * unit, 5L * unit};
            for (long extent : nest.loop.elements() < FEW ? extents : new long[] {extents[random.nextInt(3)]}) {
                new Comparison(home, nest, extent, random).compare();
            }
        }
    }

    /** One nest as a type. */
    private static final class Comparison {
        private final Home home;
        private final Dataloop loop;
        private final List<NaiveTypeMap.Entry> entries;
        private final TypeMap type;
        private final int size;
        private final int[] places; // of all bytes of ELEMENTS elements, from the start on
        private final int start;
        private final byte[] memory;
        private final int hop;

        Comparison(Home home, Both nest, long extent, SplittableRandom random) {
            this.home = home;
            this.loop = nest.loop;
            this.entries = nest.entries;
            this.type = new TypeMap(loop, new Bounds(0, extent, true, true), false);
            this.size = entries.stream().mapToInt(e -> e.base().bytes()).sum();
            this.places = IntStream.range(0, ELEMENTS).flatMap(k -> entries.stream().flatMapToInt(e -> IntStream.range(0, e.base().bytes()).map(b -> (int) (k * extent) + e.at() + b))).toArray();
            this.start = -Math.min(0, IntStream.of(places).min().orElseThrow());
            this.memory = new byte[start + Math.max(0, IntStream.of(places).max().orElseThrow()) + 8 & -8];
            random.nextBytes(memory);
            this.hop = entries.size() < FEW ? 1 : 1 + random.nextInt(places.length / 8);
        }

        void compare() {
            numbers();
            stream(type.layout());
            stream(type.elementLayout());
            packing();
            pieces();
            bigEndian();
            assertEquals(loop.elementAt(0) + 40, loop.moved(40).elementAt(0));
            assertEquals(loop.last() + 40, loop.moved(40).last());
        }

        private void numbers() {
            assertEquals(size, type.sizeBytes());
            assertEquals(entries.size(), type.elements());
            int[] own = Arrays.copyOf(places, size);
            assertEquals(IntStream.of(own).min().orElseThrow(), loop.first());
            assertEquals(IntStream.of(own).max().orElseThrow() + 1, loop.last());
            assertEquals(IntStream.range(1, size).allMatch(i -> own[i] == own[i - 1] + 1), loop.isGapless());
            assertEquals(IntStream.range(1, size).allMatch(i -> own[i] > own[i - 1]), loop.isRising());
            assertEquals(entries.stream().map(NaiveTypeMap.Entry::base).distinct().count() == 1 ? home.base : null, type.base());
            assertEquals(home.base.bytes(), loop.alignmentBytes());
            for (int i = 0; i < entries.size(); i++) {
                assertEquals(entries.get(i).at(), type.elementAtBytes(i));
                assertEquals(entries.get(i).base(), type.elementBase(i));
            }
            for (int bytes = 0; bytes <= ELEMENTS * size; bytes++) {
                assertEquals(bytes % home.base.bytes() == 0 ? bytes / home.base.bytes() : -1, type.elementsIn(bytes));
            }
        }

        private void stream(Layout layout) {
            int lowest = Integer.MAX_VALUE;
            int highest = Integer.MIN_VALUE;
            for (int at = 0; at < places.length; at++) {
                assertEquals(places[at], layout.displacementOf(at));
                lowest = Math.min(lowest, places[at]);
                highest = Math.max(highest, places[at]);
                assertEquals(lowest, layout.firstOf(at + 1));
                assertEquals(highest + 1, layout.endOf(at + 1));
                for (int most = 1; most <= 9 && at % hop == 0; most += 4) {
                    walk(layout, at, most);
                }
            }
            boolean isRising = places[0] >= 0 && IntStream.range(1, places.length).allMatch(i -> places[i] > places[i - 1]);
            assertEquals(isRising, layout.isRising());
            for (int below = places[0] - 2; isRising && below <= places[places.length - 1] + 1; below++) {
                int bound = below;
                assertEquals(IntStream.of(places).filter(place -> place < bound).count(), layout.bytesBelow(below));
            }
        }

        /** A cursor that stops every {@code most} bytes. */
        private void walk(Layout layout, int from, int most) {
            LayoutCursor cursor = layout.cursor(from);
            for (int at = from; at < places.length; ) {
                int length = (int) Math.min(Math.min(cursor.left(), most), places.length - at);
                assertTrue(length > 0);
                for (int i = 0; i < length; i++) {
                    assertEquals(places[at + i], cursor.displacement() + i);
                }
                cursor.skip(length);
                at += length;
            }
        }

        private byte[] expected() {
            byte[] packed = new byte[places.length];
            for (int i = 0; i < packed.length; i++) {
                packed[i] = memory[start + places[i]];
            }
            return packed;
        }

        private byte[] unpacked(byte[] packed, int length) {
            byte[] room = new byte[memory.length];
            for (int i = 0; i < length; i++) {
                room[start + places[i]] = packed[i];
            }
            return room;
        }

        private void packing() {
            byte[] packed = new byte[places.length];
            assertEquals(packed.length, Packing.pack(type, memory, start, ELEMENTS, packed, 0));
            assertArrayEquals(expected(), packed);
            for (int length = 0; length <= packed.length; length += 2 + hop) {
                byte[] room = new byte[memory.length];
                Packing.unpack(type, packed, 0, length, room, start);
                assertArrayEquals(unpacked(packed, length), room);
            }
        }

        /** As rings take them, from every place on, out of the array that elements mostly lie in. */
        private void pieces() {
            byte[] packed = expected();
            Object array = arrayOf(memory);
            ElementMemory shown = ElementMemory.of(type, array, start, ELEMENTS);
            byte[] gathered = new byte[packed.length];
            for (int from = 0; from < packed.length; from += hop) {
                for (int length : new int[] {1, 7, packed.length - from}) {
                    int most = Math.min(length, packed.length - from);
                    shown.gather(from, MemorySegment.ofArray(gathered), from, most);
                    assertTrue(Arrays.equals(packed, from, from + most, gathered, from, from + most));
                }
                Object room = arrayOf(new byte[memory.length]);
                ElementMemory into = ElementMemory.of(type, room, start, ELEMENTS);
                into.scatter(MemorySegment.ofArray(packed), 0, 0, from);
                into.scatter(MemorySegment.ofArray(packed), from, from, packed.length - from);
                byte[] bytes = new byte[memory.length];
                UserMemory.copy(room, 0, bytes, 0, bytes.length);
                assertArrayEquals(unpacked(packed, packed.length), bytes);
            }
        }

        private Object arrayOf(byte[] bytes) {
            Object array = Array.newInstance(home.base.arrayClass().getComponentType(), bytes.length / home.base.bytes());
            UserMemory.copy(bytes, 0, array, 0, bytes.length);
            return array;
        }

        private void bigEndian() {
            byte[] packed = expected();
            int width = home.base.bytes();
            byte[] turned = new byte[packed.length];
            for (int i = 0; i < turned.length; i++) {
                turned[i] = packed[i - i % width + width - 1 - i % width];
            }
            UserStream stream = UserStream.of(type, memory, start, ELEMENTS, true);
            for (int cut = 0; cut <= packed.length; cut += 2 + hop) {
                byte[] copied = new byte[packed.length];
                stream.copyTo(0, MemorySegment.ofArray(copied), 0, cut);
                stream.copyTo(cut, MemorySegment.ofArray(copied), cut, packed.length - cut);
                assertArrayEquals(turned, copied);
            }
        }
    }
}
