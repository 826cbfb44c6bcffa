package org.braid.boot.warm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.braid.base.os.SystemCall;

/** Which cores this process may use, for all of its threads: sched_setaffinity(2), which is of one thread. Threads that start later inherit it from those that start them. */
final class Binding {
    /** Of the kernel's mask: room for so many cores. */
    private static final int MOST_CORES = 4096;

    /** Threads may start while others are bound: the look is repeated until it finds no new one. */
    private static final int MOST_LOOKS = 10;

    private Binding() {}

    /** @throws IOException if a core is not there, or may not be used */
    static void bind(List<Integer> cores) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = mask(arena, cores);
            int bound = 0;
            for (int look = 0; look < MOST_LOOKS; look++) {
                String[] threads = threads();
                if (threads.length == bound) {
                    return;
                }
                bound = threads.length;
                bindEach(threads, mask);
            }
        }
    }

    private static String[] threads() throws IOException {
        String[] threads = new File("/proc/self/task").list();
        if (threads == null) {
            throw new IOException("/proc/self/task cannot be read");
        }
        return threads;
    }

    private static MemorySegment mask(Arena arena, List<Integer> cores) throws IOException {
        MemorySegment mask = arena.allocate(MOST_CORES / Byte.SIZE, Long.BYTES);
        for (int core : cores) {
            if (core >= MOST_CORES) {
                throw new IOException("no core " + core);
            }
            long at = (long) core / Long.SIZE * Long.BYTES;
            mask.set(JAVA_LONG, at, mask.get(JAVA_LONG, at) | 1L << core);
        }
        return mask;
    }

    private static void bindEach(String[] threads, MemorySegment mask) throws IOException {
        for (String thread : threads) {
            long result = SystemCall.call(SystemCall.Numbers.SCHED_SETAFFINITY, Long.parseLong(thread), mask.byteSize(), mask.address(), 0, 0, 0);
            if (result != 0 && new File("/proc/self/task", thread).exists()) {
                throw new IOException("thread " + thread + " cannot be bound");
            }
        }
    }
}
