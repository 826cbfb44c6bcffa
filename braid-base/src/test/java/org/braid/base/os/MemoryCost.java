package org.braid.base.os;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * What a copy costs when hot: nanoseconds, and bytes allocated, for each kind of user memory after all kinds have been used in
 * the same process. Run as a program it prints the table; {@link MemoryAllocationTest} runs it and asserts the zeros.
 */
final class MemoryCost {
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int[] SIZES = {8, 64, 200, 4096};
    private static final int WARM_UP = 400;
    private static final int BURST = 200;
    private static final int MEASURED = 20_000;

    private final MemorySegment ring = Arena.global().allocate(UserMemory.BYTES + 64L, 64);

    private MemoryCost() {}

    public static void main(String[] args) {
        MemoryCost cost = new MemoryCost();
        List<UserMemory> kinds = UserMemory.everyKind();
        for (int round = 0; round < WARM_UP; round++) {
            for (UserMemory kind : kinds) {
                int bytes = SIZES[round & 3];
                cost.in(kind.base(), bytes, BURST);
                cost.out(kind.base(), bytes, BURST);
            }
        }
        for (UserMemory kind : kinds) {
            for (int bytes : SIZES) {
                cost.print(kind, bytes);
            }
        }
    }

    private void print(UserMemory kind, int bytes) {
        in(kind.base(), bytes, MEASURED);
        out(kind.base(), bytes, MEASURED);
        long before = THREAD.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        in(kind.base(), bytes, MEASURED);
        long between = System.nanoTime();
        out(kind.base(), bytes, MEASURED);
        long end = System.nanoTime();
        long allocated = THREAD.getCurrentThreadAllocatedBytes() - before;
        System.out.printf("%-36s %5d bytes  in %8.1f ns  out %8.1f ns  allocated per copy %d%n", kind.name(), bytes,
                (between - start) / (double) MEASURED, (end - between) / (double) MEASURED, allocated / (2 * MEASURED));
    }

    private void in(Object base, int bytes, int times) {
        for (int i = 0; i < times; i++) {
            Memory.copyIn(base, 0, ring, i & 63, bytes);
        }
    }

    private void out(Object base, int bytes, int times) {
        for (int i = 0; i < times; i++) {
            Memory.copyOut(ring, i & 63, base, 0, bytes);
        }
    }
}
