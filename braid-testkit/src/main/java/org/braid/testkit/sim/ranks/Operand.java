package org.braid.testkit.sim.ranks;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import org.braid.coll.engine.Reducer;

/** A user's operator: it adds, or composes affine functions, whose order tells; and it throws when its world says so. An operand is a long. */
final class Operand implements Reducer {
    static final int BYTES = Long.BYTES;

    private static final ValueLayout.OfLong ELEMENT = ValueLayout.JAVA_LONG_UNALIGNED;

    private final boolean commutative;
    private final Runnable mayThrow;

    /** @param mayThrow is run before each reduction */
    Operand(boolean commutative, Runnable mayThrow) {
        this.commutative = commutative;
        this.mayThrow = mayThrow;
    }

    /** What comes of two operands, the first of the lower rank. */
    static long combined(boolean commutative, long first, long second) {
        return commutative ? first + second : composed(first, second);
    }

    /** Of two functions {@code x -> a x + b}, a in the upper half and b in the lower one, that which applies the second one first. */
    private static long composed(long first, long second) {
        int a = (int) (first >>> 32) * (int) (second >>> 32);
        int b = (int) (first >>> 32) * (int) second + (int) first;
        return (long) a << 32 | b & 0xFFFF_FFFFL;
    }

    @Override
    public void reduce(Object inBase, long inOffset, Object inoutBase, long inoutOffset, int count) {
        MemorySegment in = view(inBase);
        MemorySegment inout = view(inoutBase);
        mayThrow.run();
        for (int i = 0; i < count; i++) {
            long at = (long) i * BYTES;
            inout.set(ELEMENT, inoutOffset + at, combined(commutative, in.get(ELEMENT, inOffset + at), inout.get(ELEMENT, inoutOffset + at)));
        }
    }

    private static MemorySegment view(Object base) {
        return switch (base) {
            case byte[] bytes -> MemorySegment.ofArray(bytes);
            case int[] ints -> MemorySegment.ofArray(ints);
            case Buffer buffer -> MemorySegment.ofBuffer(buffer);
            case MemorySegment segment -> segment;
            default -> throw new IllegalArgumentException("no user of this world has memory of " + base.getClass());
        };
    }

    @Override
    public boolean isCommutative() {
        return commutative;
    }
}
