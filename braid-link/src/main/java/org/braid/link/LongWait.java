package org.braid.link;

import org.jspecify.annotations.Nullable;

/**
 * Tells whoever wants to know, once a second, that threads of this context wait and nothing comes: time to ask whether what they wait for can come at all. Guarded by the context's
 * token.
 */
final class LongWait {
    /** As long as no healthy peer needs; what ends sooner costs nothing extra. */
    static final long PERIOD_NS = 1_000_000_000L;

    private @Nullable Runnable watcher;
    private long nextNs = System.nanoTime() + PERIOD_NS;

    void watchedBy(Runnable newWatcher) {
        watcher = newWatcher;
    }

    /** Any thread, as a first look. */
    boolean isDue() {
        return watcher != null && System.nanoTime() - nextNs >= 0;
    }

    /** The watcher has something to do in a thread that waits. Caller holds the token. */
    void soon() {
        nextNs = System.nanoTime();
    }

    /** Somebody is about to sleep, or sleeps while nobody polls. */
    void look() {
        Runnable told = watcher;
        if (told != null && System.nanoTime() - nextNs >= 0) {
            nextNs = System.nanoTime() + PERIOD_NS;
            told.run();
        }
    }
}
