package org.braid.bench.duel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The processor time, of user and of system, that children of this process have used which have ended, with all that they have waited for: Linux counts it in ticks of 10 ms. */
final class ChildrenCpu {
    private static final Path STAT = Path.of("/proc/self/stat");
    private static final int USER_AFTER_NAME = 13; // of the words after the name in parentheses, which may have spaces; see proc(5)
    private static final long TICK_NS = 10_000_000;

    private ChildrenCpu() {}

    /** Nanoseconds so far; 0 on systems that do not say. */
    static long ns() throws IOException {
        return Files.isReadable(STAT) ? ns(Files.readString(STAT)) : 0;
    }

    static long ns(String stat) {
        String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(words[USER_AFTER_NAME]) + Long.parseLong(words[USER_AFTER_NAME + 1])) * TICK_NS;
    }
}
