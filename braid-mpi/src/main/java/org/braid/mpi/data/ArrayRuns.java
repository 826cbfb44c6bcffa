package org.braid.mpi.data;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Whole runs of elements between native memory and the arrays that strided data mostly lies in: the class of the array is asked for once for all of them, and
 * each run is one copy of the JDK's, which the compiler makes part of the loop: 4 ns for 64 bytes that lie in a cache, where a loop over elements takes 6.5. A lone element is one access.
 */
final class ArrayRuns {
    private ArrayRuns() {}

    /** Whether this class moves runs of that memory whose places are multiples of the unit in all of {@code places}, a union of bits. */
    static boolean suits(Object memory, long places) {
        if (memory instanceof double[] || memory instanceof long[]) {
            return (places & 7) == 0;
        }
        return (memory instanceof int[] || memory instanceof float[]) && (places & 3) == 0;
    }

    /** Moves the runs from {@code run} on and before {@code end} of the element at byte {@code element} of {@code from}. */
    static void gather(Object from, long element, Runs places, int run, int end, MemorySegment to, long at) {
        if (from instanceof double[] doubles) {
            gather(doubles, element, places, run, end, to, at);
        } else if (from instanceof int[] ints) {
            gather(ints, element, places, run, end, to, at);
        } else if (from instanceof long[] longs) {
            gather(longs, element, places, run, end, to, at);
        } else {
            gather((float[]) from, element, places, run, end, to, at);
        }
    }

    /** The other way round. */
    static void scatter(MemorySegment from, long at, Object to, long element, Runs places, int run, int end) {
        if (to instanceof double[] doubles) {
            scatter(from, at, doubles, element, places, run, end);
        } else if (to instanceof int[] ints) {
            scatter(from, at, ints, element, places, run, end);
        } else if (to instanceof long[] longs) {
            scatter(from, at, longs, element, places, run, end);
        } else {
            scatter(from, at, (float[]) to, element, places, run, end);
        }
    }

    private static void gather(double[] from, long element, Runs places, int run, int end, MemorySegment to, long at) {
        long done = at;
        for (int r = run; r < end; r++) {
            int first = (int) (element + places.at(r) >> 3);
            int count = (int) (places.bytes(r) >> 3);
            if (count == 1) {
                to.set(JAVA_DOUBLE_UNALIGNED, done, from[first]);
            } else {
                MemorySegment.copy(from, first, to, JAVA_DOUBLE_UNALIGNED, done, count);
            }
            done += (long) count << 3;
        }
    }

    private static void scatter(MemorySegment from, long at, double[] to, long element, Runs places, int run, int end) {
        long done = at;
        for (int r = run; r < end; r++) {
            int first = (int) (element + places.at(r) >> 3);
            int count = (int) (places.bytes(r) >> 3);
            if (count == 1) {
                to[first] = from.get(JAVA_DOUBLE_UNALIGNED, done);
            } else {
                MemorySegment.copy(from, JAVA_DOUBLE_UNALIGNED, done, to, first, count);
            }
            done += (long) count << 3;
        }
    }

    private static void gather(long[] from, long element, Runs places, int run, int end, MemorySegment to, long at) {
        long done = at;
        for (int r = run; r < end; r++) {
            int first = (int) (element + places.at(r) >> 3);
            int count = (int) (places.bytes(r) >> 3);
            if (count == 1) {
                to.set(JAVA_LONG_UNALIGNED, done, from[first]);
            } else {
                MemorySegment.copy(from, first, to, JAVA_LONG_UNALIGNED, done, count);
            }
            done += (long) count << 3;
        }
    }

    private static void scatter(MemorySegment from, long at, long[] to, long element, Runs places, int run, int end) {
        long done = at;
        for (int r = run; r < end; r++) {
            int first = (int) (element + places.at(r) >> 3);
            int count = (int) (places.bytes(r) >> 3);
            if (count == 1) {
                to[first] = from.get(JAVA_LONG_UNALIGNED, done);
            } else {
                MemorySegment.copy(from, JAVA_LONG_UNALIGNED, done, to, first, count);
            }
            done += (long) count << 3;
        }
    }

    private static void gather(int[] from, long element, Runs places, int run, int end, MemorySegment to, long at) {
        long done = at;
        for (int r = run; r < end; r++) {
            int first = (int) (element + places.at(r) >> 2);
            int count = (int) (places.bytes(r) >> 2);
            if (count == 1) {
                to.set(JAVA_INT_UNALIGNED, done, from[first]);
            } else {
                MemorySegment.copy(from, first, to, JAVA_INT_UNALIGNED, done, count);
            }
            done += (long) count << 2;
        }
    }

    private static void scatter(MemorySegment from, long at, int[] to, long element, Runs places, int run, int end) {
        long done = at;
        for (int r = run; r < end; r++) {
            int first = (int) (element + places.at(r) >> 2);
            int count = (int) (places.bytes(r) >> 2);
            if (count == 1) {
                to[first] = from.get(JAVA_INT_UNALIGNED, done);
            } else {
                MemorySegment.copy(from, JAVA_INT_UNALIGNED, done, to, first, count);
            }
            done += (long) count << 2;
        }
    }

    private static void gather(float[] from, long element, Runs places, int run, int end, MemorySegment to, long at) {
        long done = at;
        for (int r = run; r < end; r++) {
            int first = (int) (element + places.at(r) >> 2);
            int count = (int) (places.bytes(r) >> 2);
            if (count == 1) {
                to.set(JAVA_FLOAT_UNALIGNED, done, from[first]);
            } else {
                MemorySegment.copy(from, first, to, JAVA_FLOAT_UNALIGNED, done, count);
            }
            done += (long) count << 2;
        }
    }

    private static void scatter(MemorySegment from, long at, float[] to, long element, Runs places, int run, int end) {
        long done = at;
        for (int r = run; r < end; r++) {
            int first = (int) (element + places.at(r) >> 2);
            int count = (int) (places.bytes(r) >> 2);
            if (count == 1) {
                to[first] = from.get(JAVA_FLOAT_UNALIGNED, done);
            } else {
                MemorySegment.copy(from, JAVA_FLOAT_UNALIGNED, done, to, first, count);
            }
            done += (long) count << 2;
        }
    }
}
