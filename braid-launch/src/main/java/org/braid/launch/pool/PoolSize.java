package org.braid.launch.pool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many ranks may wait: each holds memory for nothing until it is used. */
final class PoolSize {
    /** In one pool. */
    static final int MOST = 16;

    /** What a rank that waits takes, mebibytes, rounded up. */
    private static final int RANK_MIB = 192;

    /** Of the memory that is available at most so many parts wait. */
    private static final int SHARE = 2;

    private static final String AVAILABLE = "MemAvailable:";

    private PoolSize() {}

    /** As many of those asked for as may wait on this machine; at least one. */
    static int of(int asked) {
        return of(asked, availableMib());
    }

    static int of(int asked, long availableMib) {
        return (int) Math.max(1, Math.min(Math.min(asked, MOST), availableMib / SHARE / RANK_MIB));
    }

    private static long availableMib() {
        try {
            return availableMib(Files.readString(Path.of("/proc/meminfo"), StandardCharsets.US_ASCII));
        } catch (IOException e) {
            return Long.MAX_VALUE; // the bound in ranks is left
        }
    }

    static long availableMib(String meminfo) {
        for (String line : meminfo.split("\n")) {
            String[] words = line.strip().split(" +");
            if (words[0].equals(AVAILABLE) && words.length > 1) {
                return Long.parseLong(words[1]) / 1024;
            }
        }
        return Long.MAX_VALUE;
    }
}
