package org.braid.cli;

import java.util.List;

/**
 * Method references of the shapes that the JDK's foreign-memory layouts need as soon as the first ring is made. A cache keeps the forms of
 * call sites that a rehearsal has linked; it does not keep those that the JDK makes by hand, which take each rank 8 ms.
 */
@SuppressWarnings("UnusedMethod") // what is linked is never called
final class RehearsalForms {
    private RehearsalForms() {}

    private interface RefToNothing {
        void apply(Object a);
    }

    private interface RefToLong {
        long apply(Object a);
    }

    private interface LongToRef {
        Object apply(long a);
    }

    private interface LongRefToRef {
        Object apply(long a, Object b);
    }

    private interface LongsToLong {
        long apply(long a, long b);
    }

    private interface FourLongsToLong {
        long apply(long a, long b, long c, long d);
    }

    private interface RefLongRefToNothing {
        void apply(Object a, long b, Object c);
    }

    private interface Sliced {
        Object slice(long a, long b);

        Object slice(long a, Object b);
    }

    private interface RefLongsToRef {
        Object apply(Sliced a, long b, long c);
    }

    private interface RefLongRefToRef {
        Object apply(Sliced a, long b, Object c);
    }

    /** Links them all; how many they are. */
    static int link() {
        RefToNothing a = RehearsalForms::refToNothing;
        RefToLong b = RehearsalForms::refToLong;
        LongToRef c = RehearsalForms::longToRef;
        LongRefToRef d = RehearsalForms::longRefToRef;
        LongsToLong e = RehearsalForms::longsToLong;
        FourLongsToLong f = RehearsalForms::fourLongsToLong;
        RefLongRefToNothing g = RehearsalForms::refLongRefToNothing;
        RefLongsToRef h = Sliced::slice;
        RefLongRefToRef i = Sliced::slice;
        return List.of(a, b, c, d, e, f, g, h, i).size();
    }

    static void refToNothing(Object a) {}

    static long refToLong(Object a) {
        return a.hashCode();
    }

    static Object longToRef(long a) {
        return a;
    }

    static Object longRefToRef(long a, Object b) {
        return b;
    }

    static long longsToLong(long a, long b) {
        return a + b;
    }

    static long fourLongsToLong(long a, long b, long c, long d) {
        return a + b + c + d;
    }

    static void refLongRefToNothing(Object a, long b, Object c) {}
}
