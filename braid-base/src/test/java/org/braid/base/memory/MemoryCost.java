package org.braid.base.memory;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * What a copy costs when hot: nanoseconds, and bytes allocated, for each kind of user memory after all kinds have been used in
 * the same process. Run as a program it prints the table, of the kinds whose names are its arguments or of all;
 * {@link MemoryAllocationTest} runs it and asserts the zeros.
 */
final class MemoryCost {
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int[] SIZES = {8, 64, 200, 4096};
    private static final int WARM_UP = 400;
    private static final int BURST = 500;
    private static final int BURSTS = 200;

    private final MemorySegment ring = Arena.global().allocate(UserMemory.BYTES + 64L, 64);

    private MemoryCost() {}

    public static void main(String[] args) {
        MemoryCost cost = new MemoryCost();
        List<String> wanted = List.of(args);
        List<UserMemory> kinds = UserMemory.everyKind().stream()
                .filter(kind -> wanted.isEmpty() || wanted.contains(kind.name())).toList();
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

    /** The best of some bursts: other processes can only make a burst slower. */
    private void print(UserMemory kind, int bytes) {
        long in = Long.MAX_VALUE;
        long out = Long.MAX_VALUE;
        long before = 0;
        for (int burst = 0; burst < BURSTS; burst++) {
            if (burst == BURSTS / 2) {
                before = THREAD.getCurrentThreadAllocatedBytes();
            }
            long start = System.nanoTime();
            in(kind.base(), bytes, BURST);
            long between = System.nanoTime();
            out(kind.base(), bytes, BURST);
            in = Math.min(in, between - start);
            out = Math.min(out, System.nanoTime() - between);
        }
        long allocated = (THREAD.getCurrentThreadAllocatedBytes() - before) / (BURSTS / 2);
        System.out.printf("%-36s %5d bytes  in %6.1f ns  out %6.1f ns  allocated per copy %.1f%n", kind.name(), bytes,
                in / (double) BURST, out / (double) BURST, allocated / (2.0 * BURST));
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
