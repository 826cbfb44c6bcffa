package org.braid.boot.threads;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The threads that run when a rank ends that is a thread itself; there are none at first. What cannot be one is refused as by {@link Runtime#addShutdownHook}, in the JDK's words. Any thread. */
public final class RankHooks {
    private final Set<Thread> hooks = new LinkedHashSet<>(); // guarded by this
    private boolean isClosed; // likewise
    private volatile boolean areCalledOff;
    private volatile @Nullable Thread runner;

    /**
     * One more.
     *
     * @throws IllegalStateException if the rank ends already
     * @throws IllegalArgumentException if it is there, or runs already
     */
    public synchronized void add(Thread hook) {
        throwIfClosed();
        if (hooks.contains(hook)) {
            throw new IllegalArgumentException("Hook previously registered");
        }
        if (hook.isAlive()) {
            throw new IllegalArgumentException("Hook already running");
        }
        hooks.add(hook);
    }

    /**
     * Takes one back; false if it was not there.
     *
     * @throws IllegalStateException if the rank ends already
     */
    public synchronized boolean remove(Thread hook) {
        throwIfClosed();
        return hooks.remove(Objects.requireNonNull(hook));
    }

    private void throwIfClosed() {
        if (isClosed) {
            throw new IllegalStateException("Shutdown in progress");
        }
    }

    private synchronized List<Thread> close() {
        isClosed = true;
        return new ArrayList<>(hooks);
    }

    /** Runs them all, and waits for them until they are called off. Once. */
    public void run() {
        List<Thread> all = close();
        runner = Thread.currentThread();
        for (Thread hook : all) {
            start(hook);
        }
        for (Thread hook : all) {
            await(hook);
        }
    }

    private static void start(Thread hook) {
        try {
            hook.start();
        } catch (IllegalThreadStateException e) {
            // It was started before: a JVM says nothing of it, either.
        }
    }

    private void await(Thread hook) {
        while (!areCalledOff) {
            try {
                hook.join();
                return;
            } catch (InterruptedException e) {
                // A rank that ends is not kept from it by its program.
            }
        }
    }

    /** Nobody waits for them any more; those that run go on, as all threads do. */
    public void callOff() {
        List<Thread> ignored = close();
        areCalledOff = true;
        Thread waiting = runner;
        if (waiting != null) {
            waiting.interrupt();
        }
    }
}
