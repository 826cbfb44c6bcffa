package org.braid.launch;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** What other threads tell the launcher's main thread: a queue of small tasks that it runs one after the other. */
final class JobEvents {
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

    synchronized void post(Runnable task) {
        tasks.add(task);
        notifyAll();
    }

    /** Runs what has been posted; waits for it until a moment of the monotonic clock. */
    void runUntil(long deadlineNs) throws InterruptedException {
        for (Runnable task = take(deadlineNs); task != null; task = take(0)) {
            task.run();
        }
    }

    private synchronized @Nullable Runnable take(long deadlineNs) throws InterruptedException {
        while (tasks.isEmpty()) {
            long leftNs = deadlineNs == Long.MAX_VALUE ? Long.MAX_VALUE : deadlineNs - System.nanoTime();
            if (deadlineNs == 0 || leftNs <= 0) {
                return null;
            }
            wait(leftNs == Long.MAX_VALUE ? 0 : leftNs / 1_000_000 + 1);
        }
        return tasks.poll();
    }
}
