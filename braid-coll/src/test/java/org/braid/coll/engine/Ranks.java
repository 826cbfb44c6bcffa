package org.braid.coll.engine;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/** One thread for every rank; the first failure of any is thrown. */
final class Ranks {
    /** For all of them together. Nine that yield to each other on two cores which others want, too, take 20 s for what takes one else. */
    private static final long PATIENCE_MS = 100_000;

    private Ranks() {}

    static void run(int size, IntConsumer body) throws InterruptedException {
        var failure = new AtomicReference<Throwable>();
        var threads = new Thread[size];
        for (int rank = 0; rank < size; rank++) {
            int me = rank;
            threads[rank] = Thread.ofPlatform().daemon().start(() -> {
                try {
                    body.accept(me);
                } catch (Throwable failed) {
                    failure.compareAndSet(null, failed);
                }
            });
        }
        long until = System.nanoTime() + PATIENCE_MS * 1_000_000;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
        for (Thread thread : threads) {
            if (thread.isAlive()) {
                throw new AssertionError("a rank hangs", stackOf(thread));
            }
        }
    }

    private static Throwable stackOf(Thread thread) {
        var stack = new Throwable(thread.getName());
        stack.setStackTrace(thread.getStackTrace());
        return stack;
    }
}
