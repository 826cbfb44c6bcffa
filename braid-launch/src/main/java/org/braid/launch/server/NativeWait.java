package org.braid.launch.server;

import org.jspecify.annotations.Nullable;

/**
 * Daemon threads that wait inside system calls on interruptible channels. A JVM waits 300 ms at its end for every thread that is still in
 * such a call (HotSpot, {@code VM_Exit::wait_for_threads_in_native_to_block}), so they are interrupted first.
 */
public final class NativeWait {
    private static final long BOUND_MS = 100;

    private NativeWait() {}

    /**
     * Starts a daemon thread that may wait inside system calls.
     *
     * @param task ends soon after an interrupt
     * @param name of the thread, for people
     */
    public static Thread start(Runnable task, String name) {
        Thread thread = new Thread(null, task, name, 256 * 1024);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * Interrupts a thread, and waits until it has noticed, 100 ms at most.
     *
     * @param thread null for none
     */
    public static void end(@Nullable Thread thread) {
        if (thread == null) {
            return;
        }
        thread.interrupt();
        try {
            thread.join(BOUND_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
