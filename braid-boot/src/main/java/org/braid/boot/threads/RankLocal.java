package org.braid.boot.threads;

import org.jspecify.annotations.Nullable;

/** What belongs to the rank whose thread asks, where ranks are threads: a thread has what the thread had that started it. */
public final class RankLocal<T> {
    private final InheritableThreadLocal<T> ofThread = new InheritableThreadLocal<>();

    /** The calling thread's; null for a thread of no rank. */
    public @Nullable T get() {
        return ofThread.get();
    }

    /** For the calling thread and those that it starts from now on. */
    public void set(T value) {
        ofThread.set(value);
    }
}
