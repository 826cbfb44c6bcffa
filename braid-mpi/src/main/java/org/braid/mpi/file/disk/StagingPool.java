package org.braid.mpi.file.disk;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keeps one staging memory for the next access, whoever makes it: accesses of one file mostly follow each other. Any thread. */
public final class StagingPool {
    /** Longest piece that goes through a copy at once; longer ones gain nothing, and leave the caches. */
    static final int MOST_BYTES = 1 << 20;

    private static final int LEAST_BYTES = 1 << 12;

    private final AtomicReference<@Nullable Staging> kept = new AtomicReference<>();

    /** For one file. */
    public StagingPool() {}

    /** Memory for an access of {@code bytes}, which may be shorter; whoever takes it gives it back. */
    Staging take(long bytes) {
        int wanted = (int) Math.min(MOST_BYTES, Math.max(LEAST_BYTES, bytes));
        Staging known = kept.getAndSet(null);
        return known != null && known.bytes() >= wanted ? known : Staging.of(wanted);
    }

    void give(Staging back) {
        kept.set(back);
    }
}
